//! Numbered tiles.

use antipode_gallery::{Look, Puzzle, Rules};
use antipode_tiles::{Metric, Patterns, Position, Solution, Stopped, Tree, TreeError, ida};

use crate::host::Search;
use crate::kind::{Kind, Solved};
use crate::link::Linked;
use crate::trail::Trail;
use crate::trouble::Trouble;

/// A puzzle of tiles.
#[derive(Debug)]
pub struct Tiles {
    start: Position,
    goal: Position,
    metric: Metric,
    tables: Option<Tables>,
    /// The last solution.
    trail: Trail,
}

/// What solutions are looked up in.
#[derive(Debug)]
enum Tables {
    Tree(Tree),
    Patterns(Patterns),
}

impl Tiles {
    /// A puzzle of which nothing is known yet.
    pub fn new(start: Position, goal: Position, metric: Metric) -> Self {
        Tiles { start, goal, metric, tables: None, trail: Trail::default() }
    }

    fn at(&self, position: Option<&str>) -> Result<Position, Trouble> {
        let Some(text) = position else { return Ok(self.start) };
        let no = || Trouble::bug(format!("{text:?} is no position of this puzzle"));
        let tile = |symbol: char| match symbol {
            '.' => Some(0),
            _ => symbol.to_digit(16).map(|tile| tile as usize),
        };
        let rows: Vec<&str> = text.split('/').collect();
        let width = self.start.size().width();
        if rows.iter().any(|row| row.chars().count() != width) {
            return Err(no());
        }
        let tiles: Option<Vec<usize>> = rows.concat().chars().map(tile).collect();
        Position::new(self.start.size(), &tiles.ok_or_else(no)?).map_err(Trouble::bug)
    }

    /// A shortest solution, and how many positions were stored or met.
    fn found(
        &mut self,
        start: &Position,
        search: &Search,
    ) -> Result<(Option<Solution>, u64), Trouble> {
        let cells = start.size().cells();
        if self.tables.is_none() && cells <= Tree::MOST_CELLS {
            let tree = Tree::build(self.goal, self.metric)?;
            search.host.stored(tree.states());
            self.tables = Some(Tables::Tree(tree));
        }
        if self.metric == Metric::Multi && cells > Tree::MOST_CELLS {
            return Err(Trouble::Kind(format!(
                "Rows that slide at once are solved on boards of up to {} cells.",
                Tree::MOST_CELLS
            )));
        }
        if self.tables.is_none() {
            self.tables = Some(Tables::Patterns(Patterns::build(self.goal, search)?));
        }
        match &self.tables {
            Some(Tables::Patterns(patterns)) => {
                let found = ida::solve(start, &self.goal, patterns, search)?;
                Ok((found.solution, found.generated))
            }
            Some(Tables::Tree(tree)) => Ok((tree.solve(start), tree.states())),
            None => Ok((None, 0)),
        }
    }
}

impl Kind for Tiles {
    fn linked(&self) -> Linked {
        Linked::Tiles { start: self.start, goal: self.goal, metric: self.metric }
    }

    fn played(&self) -> Puzzle {
        played(&self.start, &self.goal, self.metric, "")
    }

    fn solve(&mut self, position: Option<&str>, search: &Search) -> Result<Solved, Trouble> {
        let start = self.at(position)?;
        let (solution, states) = self.found(&start, search)?;
        let mut solved = Solved {
            moves: None,
            states,
            solution: None,
            names: None,
            start: rows(&start),
            goal: None,
        };
        if let Some(solution) = solution {
            let actions: Vec<String> = solution.moves.iter().map(|name| action(name)).collect();
            solved.moves = Some(actions.len() as u64);
            solved.names = Some(solution.to_string());
            solved.solution = Some(actions.join(" "));
            solved.goal = Some(rows(&self.goal));
            let before = solution.positions.iter().map(rows);
            let kept = before.zip(actions).zip(solution.moves);
            let kept = kept.map(|((position, action), name)| (position, action, name));
            self.trail.keep(kept.collect(), rows(&self.goal));
        }
        Ok(solved)
    }

    fn stand(&self, position: Option<&str>) -> Result<String, Trouble> {
        Ok(rows(&self.at(position)?))
    }

    fn trail(&self) -> &Trail {
        &self.trail
    }
}

impl From<TreeError> for Trouble {
    fn from(error: TreeError) -> Self {
        match error {
            TreeError::TooLarge(_) => Trouble::bug(error),
            TreeError::Memory(_) => Trouble::Memory,
        }
    }
}

impl From<Stopped> for Trouble {
    fn from(_: Stopped) -> Self {
        Trouble::Time
    }
}

/// A puzzle to be played, without a solution. Its tiles are named by a digit of base 16.
pub fn played(start: &Position, goal: &Position, metric: Metric, title: &str) -> Puzzle {
    let size = goal.size();
    let look = |tile: usize| {
        let colour = goal.row(tile).map(|row| row as u8);
        // No two are alike.
        Look { label: Some(tile.to_string()), colour, mark: tile as u32, ..Look::default() }
    };
    let rules = Rules::Slide {
        pieces: (1..size.cells()).map(|tile| (id(tile), look(tile))).collect(),
        barriers: Vec::new(),
        goals: vec![rows(goal)],
    };
    let counted = match metric {
        Metric::Single => "move",
        Metric::Multi => "push",
    };
    Puzzle {
        link: Linked::Tiles { start: *start, goal: *goal, metric }.write().ok(),
        ..Puzzle::new(title, counted, rows(start), rules)
    }
}

/// A move such as `14d` as pages read it.
pub fn action(name: &str) -> String {
    let (tile, way) = name.split_at(name.len() - 1);
    format!("{}{way}", tile.parse().map_or('?', id))
}

/// The rows of a position, a character a tile.
fn rows(position: &Position) -> String {
    let cells: Vec<_> = position.tiles().map(id).collect();
    let rows = cells.chunks(position.size().width()).map(String::from_iter);
    rows.collect::<Vec<_>>().join("/")
}

/// A character for each tile, and for the blank.
fn id(tile: usize) -> char {
    // No board has more than 15 tiles.
    if tile == 0 { '.' } else { char::from_digit(tile as u32, 16).unwrap_or('?') }
}
