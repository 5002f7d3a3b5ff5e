//! A page that leads to the pages of many batches, and sets two of them side by side.

use serde::Serialize;

use crate::markup::escaped;
use crate::page::Puzzle;
use crate::svg;
use crate::template::{data, fill};

/// What the page lists.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Index {
    /// The heading.
    pub title: String,
    /// The batches, in the order of their cards.
    pub batches: Vec<Listed>,
}

/// A batch in the list, or one kind of its puzzles.
#[derive(Clone, Debug, Serialize)]
pub struct Listed {
    /// Its name, which no other has.
    pub name: String,
    /// In a few words, how its puzzles differ from those of others.
    pub kind: String,
    /// Whether its folder has a page.
    pub page: bool,
    /// The name of its folder.
    pub folder: String,
    /// Of each number of pieces the hardest puzzle; that number is its first value. There is at
    /// least one.
    pub puzzles: Vec<Puzzle>,
}

const TEMPLATE: &str = include_str!("index/index.html");

const STYLES: [&str; 6] = [
    svg::STYLE,
    include_str!("page/base.css"),
    include_str!("page/list.css"),
    include_str!("page/data.css"),
    include_str!("page/print.css"),
    include_str!("index/index.css"),
];

const SCRIPTS: [&str; 7] = [
    include_str!("page/element.js"),
    include_str!("page/colours.js"),
    include_str!("page/draw.js"),
    include_str!("page/slide.js"),
    include_str!("page/pour.js"),
    include_str!("page/rules.js"),
    include_str!("index/index.js"),
];

/// The page as an HTML file, to stand in the folder that holds those of the batches.
pub fn index_html(index: &Index) -> String {
    let parts = [
        ("{title}", escaped(&index.title)),
        ("{style}", STYLES.concat()),
        ("{data}", data(index)),
        ("{script}", SCRIPTS.concat()),
    ];
    fill(TEMPLATE, &parts.each_ref().map(|(place, text)| (*place, text.as_str())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Rules;
    use crate::template::is_page;

    #[test]
    fn names_are_never_markup() {
        let evil = "</script><script>alert(1)</script>{script}";
        let rules = Rules::Slide { pieces: Default::default(), barriers: vec![], goals: vec![] };
        let puzzles = vec![Puzzle::new(evil, "move", "A.", rules)];
        let batch = Listed {
            name: evil.into(),
            folder: evil.into(),
            kind: evil.into(),
            page: true,
            puzzles,
        };
        let file = index_html(&Index { title: evil.into(), batches: vec![batch] });
        assert_eq!(file.matches("<script").count(), 2);
        assert_eq!(file.matches("</script").count(), 2);
        assert_eq!(file.matches("&lt;script&gt;alert(1)").count(), 2);
        assert!(is_page(&file) && is_page(&file[..1000]) && is_page(&file[..10]));
    }
}
