//! The search against a plain one that shares no code with it: boards are strings, every board
//! of the grid is in the graph, and every set of pieces is tried.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use antipode_blocks::{
    Budget, Class, Diameter, Distinct, Family, Generator, Grid, Method, Metric, Rule, Searched,
    Span, Tally, Task, Visitor,
};
use antipode_frontier::{Silent, SweepError};

/// Letters in row order, the goal piece `A`; a canonical name for a board.
type Text = String;

struct Plain {
    width: usize,
    height: usize,
}

impl Plain {
    /// Every packing with at least one hole, pieces numbered from 1 in row order.
    fn packings(&self) -> Vec<Vec<u8>> {
        let mut colourings = BTreeSet::new();
        let mut cells = vec![0; self.width * self.height];
        self.cut(0, 1, &mut cells, &mut colourings);
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
        let mut letters = HashMap::from([(0, '.'), (goal, 'A')]);
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

    /// All boards one action away.
    fn actions(&self, text: &str, metric: Metric) -> BTreeSet<Text> {
        let start = Self::cells(text);
        let labels: BTreeSet<u8> = start.iter().copied().filter(|&label| label != 0).collect();
        let labels: Vec<u8> = labels.into_iter().collect();
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

    /// Whether the bounding box of the goal piece is in the corner given by signs.
    fn in_corner(&self, text: &str, right: bool) -> bool {
        let cells = Self::cells(text);
        let goal: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] == b'A').collect();
        let column = if right { self.width - 1 } else { 0 };
        let row = if right { self.height - 1 } else { 0 };
        goal.iter().any(|cell| cell % self.width == column)
            && goal.iter().any(|cell| cell / self.width == row)
    }

    fn home(&self, text: &str, rule: Rule) -> bool {
        self.in_corner(text, true) && (rule == Rule::NonStrict || text.ends_with('A'))
    }

    fn transposed(&self, text: &str) -> Text {
        let cells = Self::cells(text);
        let swapped: Vec<u8> = (0..cells.len())
            .map(|cell| cells[cell % self.height * self.width + cell / self.height])
            .collect();
        Plain { width: self.height, height: self.width }.name(&swapped, b'A')
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
        let labels: BTreeSet<u8> = cells.iter().copied().filter(|&label| label != 0).collect();
        for &goal in &labels {
            let text = plain.name(&cells, goal);
            if !plain.home(&text, rule) || seen.contains(&text) {
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
                group.keys().filter(|board| task == Task::Simple2 || plain.in_corner(board, false));
            let Some(most) = starts.clone().map(|start| distance[start.as_str()]).max() else {
                continue;
            };
            let tied: Vec<Text> =
                starts.filter(|start| distance[start.as_str()] == most).cloned().collect();
            let twins = tied.iter().filter(|_| plain.width == plain.height);
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
        let first = cells.iter().find(|&&label| label != 0);
        plain.name(&cells, *first.unwrap())
    };
    let next = |text: &str| match task {
        Task::Compound => plain.actions(text, metric).iter().map(|text| untold(text)).collect(),
        _ => plain.actions(text, metric),
    };
    let mut seen: BTreeSet<Text> = BTreeSet::new();
    for cells in plain.packings() {
        let mut labels: Vec<u8> = cells.iter().copied().filter(|&label| label != 0).collect();
        labels.sort_unstable();
        labels.dedup();
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
            let twins = tied.iter().filter(|_| plain.width == plain.height);
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

/// Memory for any class of a small grid.
fn plenty() -> Budget {
    Budget { memory: 1 << 30, scratch: std::env::temp_dir() }
}

struct Searching<'a>(Diameter<'a>, Tally);

impl Visitor for Searching<'_> {
    type Error = SweepError;

    fn class<K: Searched>(
        &mut self,
        class: &Class,
        boards: impl ExactSizeIterator<Item = K> + Clone,
    ) -> Result<(), SweepError> {
        self.0.search(class, boards, &mut self.1, &Silent)
    }
}

fn cleverly(plain: &Plain, task: Task, rule: Rule, metric: Metric) -> Facts {
    let grid = Grid::new(plain.width as u32, plain.height as u32).unwrap();
    let family = Family { metric, task, ..Family::whole(grid, rule) };
    let tally = Tally::new(1_000_000, Distinct::Group);
    let mut searching = Searching(Diameter::new(&family, plenty()), tally);
    Generator::new(&family, Method::Packing).visit(&Span::default(), &mut searching).unwrap();
    let tally = searching.1;
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
fn compare(width: usize, height: usize) {
    let plain = Plain { width, height };
    for (name, metric) in Metric::NAMES {
        for rule in [Rule::Strict, Rule::NonStrict] {
            let (found, expected) = (
                cleverly(&plain, Task::Simple3, rule, metric),
                plainly(&plain, Task::Simple3, rule, metric),
            );
            assert_eq!(found, expected, "{width}x{height} {name} {rule:?}");
        }
    }
}

#[test]
fn a_plain_search_of_the_full_graph_agrees() {
    for (width, height) in [(2, 2), (3, 2), (2, 3), (5, 1), (4, 2), (3, 3)] {
        compare(width, height);
    }
}

#[test]
#[ignore = "long: minutes"]
fn a_plain_search_of_the_full_graph_agrees_on_3x4() {
    compare(3, 4);
}

#[test]
fn a_plain_search_of_every_family_agrees() {
    for (width, height) in [(2, 2), (3, 2), (2, 3)] {
        let plain = Plain { width, height };
        for metric in [Metric::Step, Metric::Move, Metric::SuperSlide] {
            for rule in [Rule::Strict, Rule::NonStrict] {
                let found = cleverly(&plain, Task::Simple2, rule, metric);
                let expected = plainly(&plain, Task::Simple2, rule, metric);
                assert_eq!(found, expected, "{width}x{height} {metric:?} {rule:?}");
            }
            compare_anywhere(&plain, metric);
        }
    }
    compare_anywhere(&Plain { width: 3, height: 3 }, Metric::Move);
}

/// Compares both searches in the families that know no corner.
fn compare_anywhere(plain: &Plain, metric: Metric) {
    for task in [Task::Simple, Task::Compound] {
        let mut found = cleverly(plain, task, Rule::Strict, metric);
        // All boards are made, whether or not a puzzle is in them.
        found.justsolved = 0;
        let expected = plainly_anywhere(plain, task, metric);
        assert_eq!(found, expected, "{}x{} {task:?} {metric:?}", plain.width, plain.height);
    }
}
