//! A page of puzzles with a player, as one HTML file that needs nothing else.
//!
//! The style, the scripts and the puzzles are all in the file, so it works from a disk and asks
//! no network for anything; a content security policy in it says so to the browser. The
//! scripts, in `page/`, draw the boards and know the rules of play; this module hands them the
//! data. Text from a puzzle reaches the page only as data, or escaped.

use std::collections::BTreeMap;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Serialize;

use crate::markup::escaped;
use crate::svg::{self, FILLS_OF_COLOURS};
use crate::template::{data, fill};

/// What a page shows.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Page {
    /// The heading.
    pub title: String,
    /// A sentence below it.
    pub about: String,
    /// Figures about all of it: a name and a value each.
    pub facts: Vec<(String, String)>,
    /// The names of the puzzles' [values](Puzzle::values).
    pub columns: Vec<String>,
    /// The column that cards are sorted by at first, the most first; if empty, as listed.
    pub sorted: String,
    /// The puzzles, in the order of their cards. A page of a single puzzle opens its player.
    pub puzzles: Vec<Puzzle>,
    /// The ids of the puzzles that also stand in a table.
    pub table: Vec<String>,
    /// The charts.
    pub charts: Vec<Chart>,
}

/// A puzzle to look at and to play.
#[derive(Clone, Debug, Serialize)]
pub struct Puzzle {
    /// What links call it, such as `p9-1`; no other puzzle of the page has it.
    pub id: String,
    /// Its name.
    pub title: String,
    /// Its values in the page's columns, empty where it has none.
    pub values: Vec<String>,
    /// What is counted. For sliding pieces `step`, `slide`, `move`, `super-step`, `super-slide`
    /// or `super-move`, or `push` for tiles that push those before them one cell on. Anything
    /// is called a move where it is poured.
    pub metric: String,
    /// The fewest actions that solve it, if that is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<u64>,
    /// The position at the start, in the notation of its rules.
    pub board: String,
    /// A solution, actions separated by spaces, in the notation of its rules; empty if there is
    /// none to show.
    pub solution: String,
    /// The link that holds all of it, which the solver reads. Sliding blocks do without: the page
    /// tells the solver their boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// What to call the actions, if not by that notation; separated by spaces as well.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub names: Option<String>,
    /// How it is played.
    #[serde(flatten)]
    pub rules: Rules,
}

impl Puzzle {
    /// A puzzle without a solution, values or anything known of it.
    pub fn new(
        title: impl Into<String>,
        metric: impl Into<String>,
        board: impl Into<String>,
        rules: Rules,
    ) -> Self {
        Puzzle {
            id: "puzzle".into(),
            title: title.into(),
            values: Vec::new(),
            metric: metric.into(),
            best: None,
            board: board.into(),
            solution: String::new(),
            link: None,
            names: None,
            rules,
        }
    }
}

/// How a puzzle is played.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Rules {
    /// Pieces slide on a board of cells.
    ///
    /// The board is rows separated by `/`, a character a cell: `.` a hole, `#` a wall, and any
    /// other the piece of that name. An action of the solution is the names of the pieces that
    /// move together, joined by `+`, and their unit steps `u`, `d`, `l`, `r`: `Bdd`, `B+Crr`.
    /// `B@2,0` takes piece B there by any way, counting columns and rows of its upper-left corner
    /// from 0. Where tiles push tiles, `5l` pushes with tile 5.
    Slide {
        /// What is to be told of pieces; those not named here are plain.
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        pieces: BTreeMap<char, Look>,
        /// Walls between two cells: the column and row of one, then of the other.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        barriers: Vec<[u8; 4]>,
        /// Boards of which one must be reached; on each, only the pieces that must be there, and
        /// `_` where a hole must be. Pieces of the same shape, axis and mark stand in for each
        /// other.
        goals: Vec<String>,
    },
    /// Objects are poured from container to container until each colour has its own.
    ///
    /// The board is containers separated by `;`, their objects from the bottom to the top, a
    /// character a colour. An action is the numbers of two containers, counted from 1: `3>1`.
    Pour {
        /// What each container holds; one number for all if they are alike.
        capacities: Vec<u8>,
        /// 1: an action takes as much of the top colour as fits. 2: it takes one object.
        rule: u8,
    },
}

/// What is special about a sliding piece.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Look {
    /// What is written on it, if not its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Whether it is set apart as a goal piece.
    #[serde(skip_serializing_if = "is_false")]
    pub goal: bool,
    /// One of the [colours](crate::COLOURS).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<u8>,
    /// The only axis that it moves on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub axis: Option<Axis>,
    /// The lowest row that it may be in, from 0 for the top.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u8>,
    /// What tells it apart from pieces of its shape.
    #[serde(skip_serializing_if = "is_zero")]
    pub mark: u32,
}

/// Where a piece is free to move that is not free in all directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Axis {
    /// Left and right.
    #[serde(rename = "h")]
    Horizontal,
    /// Up and down.
    #[serde(rename = "v")]
    Vertical,
    /// Nowhere.
    #[serde(rename = "n")]
    Neither,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn is_false(flag: &bool) -> bool {
    !flag
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// A chart of numbers.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// What its horizontal axis counts.
    pub x: String,
    /// Whether to draw a line instead of columns.
    pub line: bool,
    /// The numbers; of several series one is shown at a time. Without any, the note
    /// stands alone.
    pub series: Vec<Series>,
    /// Which series is shown first.
    pub shown: usize,
    /// What has to be said of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// The numbers of a chart.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Series {
    /// What they are called, where there are several.
    pub name: String,
    /// What the vertical axis counts.
    pub y: String,
    /// The id of the puzzle that all of it is about, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
    /// The points from left to right, each perhaps with the id of the puzzle it stands for.
    pub points: Vec<(u64, u64, Option<String>)>,
}

const TEMPLATE: &str = include_str!("page/page.html");

/// The style of containers, beside that of boards.
const TUBES: &str = include_str!("page/tubes.css");

/// The styles, in the order in which they stand in the page.
const STYLES: [&str; 6] = [
    include_str!("page/base.css"),
    include_str!("page/player.css"),
    include_str!("page/list.css"),
    include_str!("page/data.css"),
    include_str!("page/make.css"),
    include_str!("page/print.css"),
];

/// The scripts, in the order in which they run.
const SCRIPTS: [&str; 27] = [
    include_str!("page/element.js"),
    include_str!("page/colours.js"),
    include_str!("page/draw.js"),
    include_str!("page/tubes.js"),
    include_str!("page/charts.js"),
    include_str!("page/slide.js"),
    include_str!("page/pour.js"),
    include_str!("page/rules.js"),
    include_str!("page/memory.js"),
    include_str!("page/game.js"),
    include_str!("page/stage.js"),
    include_str!("page/confetti.js"),
    include_str!("page/texts.js"),
    include_str!("page/words.js"),
    include_str!("page/dialogs.js"),
    include_str!("page/solver.js"),
    include_str!("page/failures.js"),
    include_str!("page/player.js"),
    include_str!("page/filter.js"),
    include_str!("page/list.js"),
    include_str!("page/data.js"),
    include_str!("page/share.js"),
    include_str!("page/sheet.js"),
    include_str!("page/draft.js"),
    include_str!("page/bench.js"),
    include_str!("page/editor.js"),
    include_str!("page/page.js"),
];

/// The solver (`crates/web`), built by `make wasm`, in gzip.
const SOLVER: &[u8] = include_bytes!("page/solver.wasm.gz");

impl Page {
    /// A page of a single puzzle, with a sentence about it.
    pub fn of(puzzle: Puzzle, about: impl Into<String>) -> Self {
        let title = puzzle.title.clone();
        Page { title, about: about.into(), puzzles: vec![puzzle], ..Page::default() }
    }
}

/// The page as an HTML file. Equal pages give equal bytes.
pub fn html(page: &Page) -> String {
    #[derive(Serialize)]
    struct Data<'a> {
        #[serde(flatten)]
        page: &'a Page,
        colours: &'a [(&'static str, bool)],
    }
    let data = data(&Data { page, colours: &FILLS_OF_COLOURS });
    let (title, about) = (escaped(&page.title), escaped(&page.about));
    let style = STYLES.concat();
    let script = SCRIPTS.concat();
    let solver = BASE64_STANDARD.encode(SOLVER);
    let parts = [
        ("{title}", title.as_str()),
        ("{about}", &about),
        ("{board}", svg::STYLE),
        ("{tubes}", TUBES),
        ("{style}", &style),
        ("{data}", &data),
        ("{solver}", &solver),
        ("{script}", &script),
    ];
    fill(TEMPLATE, &parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::template::is_page;

    fn puzzle(title: &str) -> Puzzle {
        let rules = Rules::Slide {
            pieces: BTreeMap::from([('A', Look { goal: true, ..Look::default() })]),
            barriers: Vec::new(),
            goals: vec!["../.A".into()],
        };
        Puzzle {
            id: "p2-1".into(),
            values: vec!["2".into()],
            best: Some(2),
            solution: "Ar Ad".into(),
            ..Puzzle::new(title, "move", "A./B.", rules)
        }
    }

    #[test]
    fn text_is_never_markup() {
        let evil = "</script><script>alert(1)</script><!--{data}";
        let page = Page {
            title: evil.into(),
            about: evil.into(),
            facts: vec![(evil.into(), evil.into())],
            columns: vec![evil.into()],
            puzzles: vec![puzzle(evil)],
            ..Page::default()
        };
        let file = html(&page);
        // The three scripts of the template, opened and closed.
        assert_eq!(file.matches("<script").count(), 3);
        assert_eq!(file.matches("</script").count(), 3);
        assert_eq!(file.matches("&lt;script&gt;alert(1)").count(), 4);
        assert_eq!(file.matches("<!--").count(), 0);
        assert_eq!(file.matches("\"columns\"").count(), 1, "a place in a text is left alone");
        assert!(is_page(&file) && is_page(&file[..1000]) && is_page(&file[..10]));
    }

    #[test]
    fn a_page_asks_for_nothing_from_elsewhere() {
        // Any letters may stand in what the solver is encoded by.
        let file = html(&Page::of(puzzle("One"), "Another"));
        let file = file.replace(&BASE64_STANDARD.encode(SOLVER), "");
        let links = file.matches("http").count();
        let namespace = file.matches("http://www.w3.org/2000/svg").count();
        // `http-equiv` of the policy is the other.
        assert_eq!(links, namespace + 1);
        assert!(!file.contains("url("), "no font or picture is fetched");
    }

    #[test]
    fn puzzles_are_written_tersely() {
        let json = serde_json::to_string(&puzzle("One")).expect("it is data");
        assert_eq!(
            json,
            "{\"id\":\"p2-1\",\"title\":\"One\",\"values\":[\"2\"],\"metric\":\"move\",\"best\":2,\
             \"board\":\"A./B.\",\"solution\":\"Ar Ad\",\"kind\":\"slide\",\
             \"pieces\":{\"A\":{\"goal\":true}},\"goals\":[\"../.A\"]}"
        );
    }
}
