//! The search against a plain one that shares no code with it: boards are strings, every board
//! of the grid is in the graph, and every set of pieces is tried.

mod support;

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use antipode_blocks::{Grid, Metric, Rule};
use antipode_families::{Family, Task};

use support::{How, plenty, search};

/// Letters in row order, the goal piece `A`; a canonical name for a board.
type Text = String;

/// What stands in the place of a piece's label in a wall.
const WALL: u8 = b'#';

#[derive(Clone)]
struct Plain {
    width: usize,
    height: usize,
    /// In row order, 0 or [`WALL`].
    empty: Vec<u8>,
    /// The columns and rows where the goal piece starts and ends.
    start: (usize, usize),
    goal: (usize, usize),
}

impl Plain {
    fn new(rows: &[&str], start: (usize, usize), goal: (usize, usize)) -> Self {
        let empty = Self::cells(&rows.join("/"));
        Plain { width: rows[0].len(), height: rows.len(), empty, start, goal }
    }

    /// Without walls, from corner to corner.
    fn rectangle(width: usize, height: usize) -> Self {
        let row = ".".repeat(width);
        Self::new(&vec![&*row; height], (0, 0), (width - 1, height - 1))
    }

    fn task(&self, task: Task, rule: Rule, metric: Metric) -> Family {
        let rows: Vec<String> =
            self.empty.chunks(self.width).map(|row| self.name(row, 0)).collect();
        let grid = Grid::from_rows(rows.iter().map(String::as_str)).unwrap();
        let cell = |(x, y): (usize, usize)| (y * self.width + x) as u32;
        let (start_cell, goal_cell) = (cell(self.start), cell(self.goal));
        Family { metric, task, start_cell, goal_cell, ..Family::whole(grid, rule) }
    }

    /// Whether transposition changes nothing.
    fn is_mirrored(&self, task: Task) -> bool {
        let text = self.name(&self.empty, 0);
        let cells = match task {
            Task::Simple3 => vec![self.start, self.goal],
            Task::Simple2 => vec![self.goal],
            Task::Simple | Task::Compound => vec![],
        };
        self.transposed(&text) == text && cells.iter().all(|(x, y)| x == y)
    }

    /// Every packing with at least one hole, pieces numbered from 1 in row order.
    fn packings(&self) -> Vec<Vec<u8>> {
        let mut colourings = BTreeSet::new();
        self.cut(0, 1, &mut self.empty.clone(), &mut colourings);
        colourings.into_iter().filter(|cells| cells.contains(&0)).collect()
    }

    /// Gives cells from `cell` on any label used so far or the next one, and keeps what is made
    /// of connected pieces.
    fn cut(&self, cell: usize, next: u8, cells: &mut Vec<u8>, found: &mut BTreeSet<Vec<u8>>) {
        if cell == cells.len() {
            if (1..next).all(|label| self.connected(cells, label)) {
                found.insert(cells.clone());
            }
            return;
        }
        if cells[cell] == WALL {
            return self.cut(cell + 1, next, cells, found);
        }
        for label in 0..=next {
            cells[cell] = label;
            self.cut(cell + 1, next + u8::from(label == next), cells, found);
        }
        cells[cell] = 0;
    }

    fn connected(&self, cells: &[u8], label: u8) -> bool {
        let all: BTreeSet<usize> = (0..cells.len()).filter(|&cell| cells[cell] == label).collect();
        let mut seen = BTreeSet::from([*all.first().unwrap()]);
        let mut queue: Vec<usize> = seen.iter().copied().collect();
        while let Some(cell) = queue.pop() {
            for other in self.beside(cell) {
                if all.contains(&other) && seen.insert(other) {
                    queue.push(other);
                }
            }
        }
        seen.len() == all.len()
    }

    fn beside(&self, cell: usize) -> Vec<usize> {
        [(0, 1), (1, 0), (0, -1), (-1, 0)]
            .into_iter()
            .filter_map(|(dx, dy)| self.shifted(cell, dx, dy))
            .collect()
    }

    fn shifted(&self, cell: usize, dx: isize, dy: isize) -> Option<usize> {
        let x = (cell % self.width).checked_add_signed(dx).filter(|&x| x < self.width)?;
        let y = (cell / self.width).checked_add_signed(dy).filter(|&y| y < self.height)?;
        Some(y * self.width + x)
    }

    /// The board with letters in row order and the piece labelled `goal` as `A`.
    fn name(&self, cells: &[u8], goal: u8) -> Text {
        let mut letters = HashMap::from([(goal, 'A'), (0, '.'), (WALL, '#')]);
        let mut next = b'B';
        let mut text = String::new();
        for (cell, &label) in cells.iter().enumerate() {
            let letter = *letters.entry(label).or_insert_with(|| {
                next += 1;
                char::from(next - 1)
            });
            if cell > 0 && cell % self.width == 0 {
                text.push('/');
            }
            text.push(letter);
        }
        text
    }

    fn cells(text: &str) -> Vec<u8> {
        text.bytes()
            .filter(|&byte| byte != b'/')
            .map(|byte| if byte == b'.' { 0 } else { byte })
            .collect()
    }

    /// The pieces of a board.
    fn labels(cells: &[u8]) -> Vec<u8> {
        let labels: BTreeSet<u8> =
            cells.iter().copied().filter(|it| ![0, WALL].contains(it)).collect();
        labels.into_iter().collect()
    }

    /// All boards one action away.
    fn actions(&self, text: &str, metric: Metric) -> BTreeSet<Text> {
        let start = Self::cells(text);
        let labels = Self::labels(&start);
        let mut found = BTreeSet::new();
        for set in 1_u32..1 << labels.len() {
            let together =
                matches!(metric, Metric::SuperStep | Metric::SuperSlide | Metric::SuperMove);
            if set.count_ones() > 1 && !together {
                continue;
            }
            let chosen = labels.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1);
            let body: Vec<u8> = chosen.map(|(_, &label)| label).collect();
            let mut seen = BTreeSet::from([start.clone()]);
            let mut queue = VecDeque::from([(start.clone(), None)]);
            while let Some((cells, came)) = queue.pop_front() {
                for way in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                    let goes_on = match metric {
                        Metric::Step | Metric::SuperStep => came.is_none(),
                        Metric::Slide | Metric::SuperSlide => came.is_none_or(|came| came == way),
                        Metric::Move | Metric::SuperMove => true,
                    };
                    if goes_on
                        && let Some(next) = self.step(&cells, &body, way)
                        && seen.insert(next.clone())
                    {
                        queue.push_back((next, Some(way)));
                    }
                }
            }
            seen.remove(&start);
            found.extend(seen.iter().map(|cells| self.name(cells, b'A')));
        }
        found.remove(text);
        found
    }

    fn step(&self, cells: &[u8], body: &[u8], (dx, dy): (isize, isize)) -> Option<Vec<u8>> {
        let mut next: Vec<u8> =
            cells.iter().map(|cell| if body.contains(cell) { 0 } else { *cell }).collect();
        for cell in (0..cells.len()).filter(|&cell| body.contains(&cells[cell])) {
            let target = self.shifted(cell, dx, dy)?;
            if next[target] != 0 {
                return None;
            }
            next[target] = cells[cell];
        }
        Some(next)
    }

    /// The columns and rows of the goal piece.
    fn goal_piece(&self, text: &str) -> Vec<(usize, usize)> {
        let cells = Self::cells(text);
        let goal = (0..cells.len()).filter(|&cell| cells[cell] == b'A');
        goal.map(|cell| (cell % self.width, cell / self.width)).collect()
    }

    /// The upper-left corner of the bounding box of some cells.
    fn upper_left(cells: &[(usize, usize)]) -> (usize, usize) {
        let columns = cells.iter().map(|cell| cell.0);
        (columns.min().unwrap(), cells.iter().map(|cell| cell.1).min().unwrap())
    }

    fn at_start(&self, text: &str) -> bool {
        Self::upper_left(&self.goal_piece(text)) == self.start
    }

    fn home(&self, text: &str, rule: Rule) -> bool {
        let goal = self.goal_piece(text);
        let right = goal.iter().map(|cell| cell.0).max().unwrap();
        let bottom = goal.iter().map(|cell| cell.1).max().unwrap();
        (right, bottom) == self.goal && (rule == Rule::NonStrict || goal.contains(&self.goal))
    }

    /// Whether the goal piece of a board with it at home has another place to start from.
    fn can_start(&self, text: &str) -> bool {
        let goal = self.goal_piece(text);
        let (x, y) = Self::upper_left(&goal);
        let moved = goal.iter().map(|cell| (cell.0 - x + self.start.0, cell.1 - y + self.start.1));
        let open = |(x, y): (usize, usize)| {
            x < self.width && y < self.height && self.empty[y * self.width + x] == 0
        };
        (x, y) != self.start && moved.into_iter().all(open)
    }

    fn transposed(&self, text: &str) -> Text {
        let cells = Self::cells(text);
        let swapped: Vec<u8> = (0..cells.len())
            .map(|cell| cells[cell % self.height * self.width + cell / self.height])
            .collect();
        Plain { width: self.height, height: self.width, ..self.clone() }.name(&swapped, b'A')
    }
}

/// Moves, ties and the smallest start.
type Best = (usize, usize, Text);

#[derive(Debug, PartialEq)]
struct Facts {
    justsolved: u64,
    groups: u64,
    states: u64,
    hardest: BTreeMap<u32, Best>,
    /// Moves, starts and group sizes of the hardest puzzles.
    puzzles: BTreeSet<(usize, Text, u64)>,
}

/// Searches every component of the graph of all boards that holds a justsolved board.
fn plainly(plain: &Plain, task: Task, rule: Rule, metric: Metric) -> Facts {
    let mut facts = Facts {
        justsolved: 0,
        groups: 0,
        states: 0,
        hardest: BTreeMap::new(),
        puzzles: BTreeSet::new(),
    };
    let mut seen: BTreeSet<Text> = BTreeSet::new();
    for cells in plain.packings() {
        let labels = Plain::labels(&cells);
        for &goal in &labels {
            let text = plain.name(&cells, goal);
            if !plain.home(&text, rule) || seen.contains(&text) {
                continue;
            }
            if task == Task::Simple3 && !plain.can_start(&text) {
                continue;
            }
            let mut group = BTreeMap::from([(text.clone(), plain.actions(&text, metric))]);
            let mut queue = vec![text];
            while let Some(board) = queue.pop() {
                for next in group[&board].clone() {
                    if !group.contains_key(&next) {
                        group.insert(next.clone(), plain.actions(&next, metric));
                        queue.push(next);
                    }
                }
            }
            let goals: Vec<Text> =
                group.keys().filter(|board| plain.home(board, rule)).cloned().collect();
            seen.extend(goals.iter().cloned());
            // Justsolved: the goal piece can leave.
            let leaves = |goal: &&Text| group[*goal].iter().any(|next| !plain.home(next, rule));
            let justsolved = goals.iter().filter(leaves).count();
            if justsolved == 0 {
                continue;
            }
            facts.justsolved += justsolved as u64;
            facts.groups += 1;
            facts.states += group.len() as u64;
            let mut distance: HashMap<&str, usize> =
                goals.iter().map(|goal| (goal.as_str(), 0)).collect();
            let mut queue: VecDeque<&str> = goals.iter().map(String::as_str).collect();
            while let Some(board) = queue.pop_front() {
                for next in &group[board] {
                    if !distance.contains_key(next.as_str()) {
                        distance.insert(next, distance[board] + 1);
                        queue.push_back(next);
                    }
                }
            }
            let starts =
                group.keys().filter(|board| task == Task::Simple2 || plain.at_start(board));
            let Some(most) = starts.clone().map(|start| distance[start.as_str()]).max() else {
                continue;
            };
            let tied: Vec<Text> =
                starts.filter(|start| distance[start.as_str()] == most).cloned().collect();
            let twins = tied.iter().filter(|_| plain.is_mirrored(task));
            let twins = twins.map(|start| plain.transposed(start));
            let first = tied.iter().cloned().chain(twins).min().unwrap();
            facts.puzzles.insert((most, first.clone(), group.len() as u64));
            let pieces = labels.len() as u32;
            let best = facts.hardest.entry(pieces).or_insert((0, 0, String::new()));
            match most.cmp(&best.0) {
                std::cmp::Ordering::Less => {}
                std::cmp::Ordering::Greater => *best = (most, tied.len(), first),
                std::cmp::Ordering::Equal => {
                    *best = (most, best.1 + tied.len(), first.min(best.2.clone()));
                }
            }
        }
    }
    facts
}

/// Searches every component of the graph of all boards in the families that know no corner.
/// Boards and groups count where a puzzle is in them.
fn plainly_anywhere(plain: &Plain, task: Task, metric: Metric) -> Facts {
    let mut facts = Facts {
        justsolved: 0,
        groups: 0,
        states: 0,
        hardest: BTreeMap::new(),
        puzzles: BTreeSet::new(),
    };
    let untold = |text: &str| {
        let cells = Plain::cells(text);
        let first = cells.iter().find(|&&label| label != 0 && label != WALL);
        plain.name(&cells, *first.unwrap())
    };
    let next = |text: &str| match task {
        Task::Compound => plain.actions(text, metric).iter().map(|text| untold(text)).collect(),
        _ => plain.actions(text, metric),
    };
    let mut seen: BTreeSet<Text> = BTreeSet::new();
    for cells in plain.packings() {
        let labels = Plain::labels(&cells);
        if labels.is_empty() {
            continue;
        }
        let goals = if task == Task::Compound { &labels[..1] } else { &labels[..] };
        for &goal in goals {
            let text = plain.name(&cells, goal);
            if !seen.insert(text.clone()) {
                continue;
            }
            let mut group = BTreeMap::from([(text.clone(), next(&text))]);
            let mut queue = vec![text];
            while let Some(board) = queue.pop() {
                for other in group[&board].clone() {
                    if seen.insert(other.clone()) {
                        group.insert(other.clone(), next(&other));
                        queue.push(other);
                    }
                }
            }
            // Goals: the boards that are alike to the puzzle.
            let place = |text: &Text| match task {
                Task::Compound => text.clone(),
                _ => text.chars().map(|c| if c == 'A' || c == '/' { c } else { '.' }).collect(),
            };
            let places: BTreeSet<Text> = group.keys().map(place).collect();
            let mut tied: Vec<(Text, Text)> = Vec::new();
            let mut most = 1;
            for goal in &places {
                let ends: Vec<&Text> =
                    group.keys().filter(|&board| place(board) == *goal).collect();
                let mut distance: HashMap<&Text, usize> =
                    ends.iter().map(|&board| (board, 0)).collect();
                let mut queue: VecDeque<&Text> = ends.into();
                while let Some(board) = queue.pop_front() {
                    for other in &group[board] {
                        if !distance.contains_key(other) {
                            distance.insert(other, distance[board] + 1);
                            queue.push_back(other);
                        }
                    }
                }
                for (board, moves) in distance {
                    if moves > most {
                        (most, tied) = (moves, Vec::new());
                    }
                    if moves == most {
                        tied.push((board.clone(), goal.clone()));
                    }
                }
            }
            if tied.is_empty() {
                continue;
            }
            facts.groups += 1;
            facts.states += group.len() as u64;
            // For compounds the ends count, not the pairs of them.
            let starts: BTreeSet<&Text> = tied.iter().map(|pair| &pair.0).collect();
            let ties = if task == Task::Compound { starts.len() } else { tied.len() };
            let turned = |text: &Text| {
                let text = plain.transposed(text);
                if task == Task::Compound { untold(&text) } else { text }
            };
            let twins = tied.iter().filter(|_| plain.is_mirrored(task));
            let twins = twins.map(|(start, goal)| (turned(start), turned(goal)));
            let first = tied.iter().cloned().chain(twins).min().unwrap().0;
            facts.puzzles.insert((most, first.clone(), group.len() as u64));
            let best = facts.hardest.entry(labels.len() as u32).or_insert((0, 0, String::new()));
            match most.cmp(&best.0) {
                std::cmp::Ordering::Less => {}
                std::cmp::Ordering::Greater => *best = (most, ties, first),
                std::cmp::Ordering::Equal => {
                    *best = (most, best.1 + ties, first.min(best.2.clone()));
                }
            }
        }
    }
    facts
}

fn cleverly(plain: &Plain, task: Task, rule: Rule, metric: Metric) -> Facts {
    let family = plain.task(task, rule, metric);
    let [tally, other] = [false, true].map(|apart| {
        let how = How { apart, ..How::default() };
        search(std::slice::from_ref(&family), 1_000_000, how, plenty()).remove(0)
    });
    assert_eq!(tally, other);
    let totals = tally.totals();
    Facts {
        justsolved: totals.boards,
        groups: totals.groups,
        states: totals.states,
        hardest: tally
            .hardest
            .iter()
            .map(|(&pieces, best)| {
                (pieces, (best.moves as usize, best.ties as usize, best.start.clone()))
            })
            .collect(),
        puzzles: tally
            .puzzles
            .into_iter()
            .map(|puzzle| (puzzle.moves as usize, puzzle.start, puzzle.group_states))
            .collect(),
    }
}

/// Compares both searches in every metric, by both rules.
fn compare(plain: &Plain, task: Task) {
    for (name, metric) in Metric::NAMES {
        for rule in [Rule::Strict, Rule::NonStrict] {
            let found = cleverly(plain, task, rule, metric);
            let expected = plainly(plain, task, rule, metric);
            let grid = plain.task(task, rule, metric).grid;
            assert_eq!(found, expected, "{grid} {name} {rule:?}");
        }
    }
}

#[test]
fn a_plain_search_of_the_full_graph_agrees() {
    for (width, height) in [(2, 2), (3, 2), (2, 3), (5, 1), (4, 2), (3, 3)] {
        compare(&Plain::rectangle(width, height), Task::Simple3);
    }
}

#[test]
#[ignore = "long: minutes"]
fn a_plain_search_of_the_full_graph_agrees_on_3x4() {
    compare(&Plain::rectangle(3, 4), Task::Simple3);
}

/// Outlines with walls, and cells that are no corners.
fn outlines() -> Vec<Plain> {
    let stairs = ["#..", "...", "..#"];
    vec![
        Plain::new(&["...", ".#.", "..."], (0, 0), (2, 2)),
        Plain::new(&["..#", "..#", "..."], (0, 0), (2, 2)),
        Plain::new(&["#.#", "...", "#.#"], (1, 0), (1, 2)),
        // A goal that can be left in every direction; the second is mirrored.
        Plain::new(&stairs, (1, 0), (1, 1)),
        Plain::new(&stairs, (1, 1), (1, 1)),
        Plain::new(&["...", "..."], (1, 0), (1, 1)),
        Plain::new(&["..#.", "..#."], (0, 0), (1, 1)),
    ]
}

#[test]
fn a_plain_search_between_walls_agrees() {
    for plain in outlines() {
        compare(&plain, Task::Simple3);
    }
}

#[test]
fn a_plain_search_of_every_family_between_walls_agrees() {
    for plain in outlines() {
        for metric in [Metric::Slide, Metric::SuperMove] {
            let rule = Rule::Strict;
            let found = cleverly(&plain, Task::Simple2, rule, metric);
            assert_eq!(found, plainly(&plain, Task::Simple2, rule, metric));
            compare_anywhere(&plain, metric);
        }
    }
}

#[test]
#[ignore = "long: minutes"]
fn every_plain_search_between_walls_agrees() {
    let two = Plain::new(&["...", "#..", "..#", "..."], (0, 0), (2, 3));
    for plain in outlines().into_iter().chain([two]) {
        compare(&plain, Task::Simple3);
        compare(&plain, Task::Simple2);
        for (_, metric) in Metric::NAMES {
            compare_anywhere(&plain, metric);
        }
    }
}

#[test]
fn a_plain_search_of_every_family_agrees() {
    for (width, height) in [(2, 2), (3, 2), (2, 3)] {
        let plain = Plain::rectangle(width, height);
        for metric in [Metric::Step, Metric::Move, Metric::SuperSlide] {
            for rule in [Rule::Strict, Rule::NonStrict] {
                let found = cleverly(&plain, Task::Simple2, rule, metric);
                let expected = plainly(&plain, Task::Simple2, rule, metric);
                assert_eq!(found, expected, "{width}x{height} {metric:?} {rule:?}");
            }
            compare_anywhere(&plain, metric);
        }
    }
    compare_anywhere(&Plain::rectangle(3, 3), Metric::Move);
}

/// Compares both searches in the families that know no corner.
fn compare_anywhere(plain: &Plain, metric: Metric) {
    for task in [Task::Simple, Task::Compound] {
        let mut found = cleverly(plain, task, Rule::Strict, metric);
        // All boards are made, whether or not a puzzle is in them.
        found.justsolved = 0;
        let expected = plainly_anywhere(plain, task, metric);
        let grid = plain.task(task, Rule::Strict, metric).grid;
        assert_eq!(found, expected, "{grid} {task:?} {metric:?}");
    }
}
