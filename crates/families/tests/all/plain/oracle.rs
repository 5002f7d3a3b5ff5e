//! A plain search that shares no code with the search of a family: boards are strings, every board of the grid is
//! in the graph, and every set of pieces is tried.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use antipode_blocks::{Cells, Grid, Metric, Rule, each};
use antipode_families::{Distinct, Family, Task};

/// Letters in row order, the goal piece `A`; a canonical name for a board.
pub type Text = String;

/// What stands in the place of a piece's label in a wall.
const WALL: u8 = b'#';

/// A grid, and where a goal piece starts and ends.
#[derive(Debug, Clone)]
pub struct Plain {
    width: usize,
    height: usize,
    /// In row order, 0 or [`WALL`].
    empty: Vec<u8>,
    /// The columns and rows where the goal piece starts and ends.
    start: (usize, usize),
    goal: (usize, usize),
}

impl Plain {
    pub fn new(rows: &[&str], start: (usize, usize), goal: (usize, usize)) -> Self {
        let empty = Self::cells(&rows.join("/"));
        Plain { width: rows[0].len(), height: rows.len(), empty, start, goal }
    }

    /// Without walls, from corner to corner.
    pub fn rectangle(width: usize, height: usize) -> Self {
        let row = ".".repeat(width);
        Self::new(&vec![&*row; height], (0, 0), (width - 1, height - 1))
    }

    pub fn task(&self, task: Task, rule: Rule, metric: Metric) -> Family {
        let rows: Vec<String> =
            self.empty.chunks(self.width).map(|row| self.name(row, 0)).collect();
        let grid = Grid::from_rows(rows.iter().map(String::as_str)).unwrap();
        let cell = |(x, y): (usize, usize)| (y * self.width + x) as u32;
        let (start_cell, goal_cell) = (cell(self.start), cell(self.goal));
        Family { metric, task, start_cell, goal_cell, ..Family::whole(grid, rule) }
    }

    /// Whether transposition changes nothing.
    pub fn is_mirrored(&self, task: Task) -> bool {
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

/// The cells of a piece, from the upper-left corner of its bounding box.
pub type Piece = Vec<(usize, usize)>;

/// What is found of one component of the graph.
#[derive(Debug, Clone)]
pub struct Group {
    /// The goal piece, if the task tells one.
    pub goal: Option<Piece>,
    /// All pieces, sorted.
    pub pieces: Vec<Piece>,
    justsolved: u64,
    states: u64,
    /// The greatest difficulty, 0 if there is no puzzle.
    moves: usize,
    /// The starts that hard and, where the task leaves them open, their goals.
    tied: BTreeSet<(Text, Text)>,
    /// How many starts that makes.
    ties: u64,
}

impl Plain {
    /// Searches every component of the graph of all boards that holds a justsolved board or, in the families
    /// that know no corner, a puzzle.
    pub fn groups(&self, task: Task, rule: Rule, metric: Metric) -> Vec<Group> {
        let untold = task == Task::Compound;
        let next = |text: &Text| {
            let told = self.actions(text, metric);
            if untold { told.iter().map(|text| self.untold(text)).collect() } else { told }
        };
        let mut seen: BTreeSet<Text> = BTreeSet::new();
        let mut groups = Vec::new();
        for cells in self.packings() {
            let labels = Self::labels(&cells);
            let goals = if untold { labels.get(..1).unwrap_or_default() } else { &labels[..] };
            for &goal in goals {
                let text = self.name(&cells, goal);
                let is_asked = match task {
                    Task::Simple3 => self.home(&text, rule) && self.can_start(&text),
                    Task::Simple2 => self.home(&text, rule),
                    Task::Simple | Task::Compound => true,
                };
                if !is_asked || !seen.insert(text.clone()) {
                    continue;
                }
                let mut graph = BTreeMap::from([(text.clone(), next(&text))]);
                let mut queue = vec![text.clone()];
                while let Some(board) = queue.pop() {
                    for other in graph[&board].clone() {
                        if !graph.contains_key(&other) {
                            seen.insert(other.clone());
                            graph.insert(other.clone(), next(&other));
                            queue.push(other);
                        }
                    }
                }
                let (goal, pieces) = self.class(&text, task);
                let (justsolved, moves, tied) = match task.has_corner() {
                    true => self.to_corner(&graph, task, rule),
                    false => anywhere(&graph, task),
                };
                if justsolved == 0 && (moves == 0 || task.has_corner()) {
                    continue;
                }
                // Of compounds the ends count, not the pairs of them.
                let starts: BTreeSet<&Text> = tied.iter().map(|pair| &pair.0).collect();
                let ties = if untold { starts.len() } else { tied.len() } as u64;
                let states = graph.len() as u64;
                groups.push(Group { goal, pieces, justsolved, states, moves, tied, ties });
            }
        }
        groups
    }

    /// How many boards of a group are justsolved, and the hardest starts.
    fn to_corner(&self, graph: &Graph, task: Task, rule: Rule) -> Found {
        let goals: Vec<&Text> = graph.keys().filter(|board| self.home(board, rule)).collect();
        // Justsolved: the goal piece can leave.
        let leaves = |goal: &&&Text| graph[**goal].iter().any(|next| !self.home(next, rule));
        let justsolved = goals.iter().filter(leaves).count() as u64;
        let distance = distances(graph, goals);
        let starts: Vec<&Text> =
            graph.keys().filter(|board| task == Task::Simple2 || self.at_start(board)).collect();
        let moves = starts.iter().map(|&start| distance[start]).max().unwrap_or(0);
        let tied = starts.into_iter().filter(|&start| distance[start] == moves);
        (justsolved, moves, tied.map(|start| (start.clone(), Text::new())).collect())
    }

    /// The goal piece, if the task tells one, and all pieces of a board.
    fn class(&self, text: &str, task: Task) -> (Option<Piece>, Vec<Piece>) {
        let cells = Self::cells(text);
        let piece = |label: u8| {
            let of_piece = (0..cells.len()).filter(|&cell| cells[cell] == label);
            self.piece(of_piece.fold(0, |set, cell| set | 1 << cell))
        };
        let mut pieces: Vec<Piece> = Self::labels(&cells).into_iter().map(piece).collect();
        pieces.sort();
        ((task != Task::Compound).then(|| piece(b'A')), pieces)
    }

    /// The piece on a set of cells.
    pub fn piece(&self, set: Cells) -> Piece {
        let cells = each(set).map(|cell| cell as usize);
        let places: Piece = cells.map(|cell| (cell % self.width, cell / self.width)).collect();
        let (x, y) = Self::upper_left(&places);
        places.into_iter().map(|place| (place.0 - x, place.1 - y)).collect()
    }

    /// The board without a goal piece.
    fn untold(&self, text: &str) -> Text {
        let cells = Self::cells(text);
        let first = cells.iter().find(|&&label| label != 0 && label != WALL);
        self.name(&cells, *first.unwrap())
    }
}

/// The boards of a group with all that are one action away.
type Graph = BTreeMap<Text, BTreeSet<Text>>;

/// Justsolved boards, the greatest difficulty, and the starts that have it with their goals.
type Found = (u64, usize, BTreeSet<(Text, Text)>);

fn distances<'a>(graph: &'a Graph, goals: Vec<&'a Text>) -> HashMap<&'a Text, usize> {
    let mut distance: HashMap<&Text, usize> = goals.iter().map(|&goal| (goal, 0)).collect();
    let mut queue: VecDeque<&Text> = goals.into();
    while let Some(board) = queue.pop_front() {
        for next in &graph[board] {
            if !distance.contains_key(next) {
                distance.insert(next, distance[board] + 1);
                queue.push_back(next);
            }
        }
    }
    distance
}

/// The hardest starts of a group to any goal: a board, or all with the goal piece on one place.
fn anywhere(graph: &Graph, task: Task) -> Found {
    let place = |text: &Text| match task {
        Task::Compound => text.clone(),
        _ => text.chars().map(|c| if c == 'A' || c == '/' { c } else { '.' }).collect(),
    };
    let mut places: BTreeMap<Text, Vec<&Text>> = BTreeMap::new();
    for board in graph.keys() {
        places.entry(place(board)).or_default().push(board);
    }
    let (mut most, mut tied) = (0, BTreeSet::new());
    for (goal, ends) in places {
        for (board, moves) in distances(graph, ends) {
            if moves > most {
                (most, tied) = (moves, BTreeSet::new());
            }
            if moves == most && moves > 0 {
                tied.insert((board.clone(), goal.clone()));
            }
        }
    }
    (0, most, tied)
}

/// Moves, ties and the smallest start.
type Best = (usize, u64, Text);

/// What is found of some groups.
#[derive(Debug, PartialEq)]
pub struct Facts {
    pub justsolved: u64,
    pub groups: u64,
    pub states: u64,
    pub hardest: BTreeMap<u32, Best>,
    /// Ties and group sizes of the hardest puzzles, by moves and starts, the hardest first.
    pub puzzles: BTreeMap<(Reverse<usize>, Text), (u64, u64)>,
}

impl Facts {
    /// What is found of those groups of a question whose pieces are wanted. A group and its transpose are one
    /// puzzle, if both are; of those that are one of `distinct` only the hardest is listed.
    pub fn of(
        plain: &Plain,
        task: Task,
        groups: &[Group],
        distinct: Distinct,
        is_wanted: impl Fn(&[Piece]) -> bool,
    ) -> Self {
        let mut facts = Facts {
            justsolved: 0,
            groups: 0,
            states: 0,
            hardest: BTreeMap::new(),
            puzzles: BTreeMap::new(),
        };
        let turned = |text: &Text| {
            let text = plain.transposed(text);
            if task == Task::Compound { plain.untold(&text) } else { text }
        };
        // What the puzzles are alike in.
        let mut alike = BTreeMap::new();
        for group in groups.iter().filter(|group| is_wanted(&group.pieces)) {
            facts.justsolved += group.justsolved;
            facts.groups += 1;
            facts.states += group.states;
            if group.moves == 0 {
                continue;
            }
            let mut pieces: Vec<Piece> = group.pieces.iter().map(transpose).collect();
            pieces.sort();
            let has_twin = plain.is_mirrored(task) && is_wanted(&pieces);
            let twins = group.tied.iter().filter(|_| has_twin);
            let twins = twins.map(|(start, goal)| (turned(start), turned(goal)));
            let (first, _) = group.tied.iter().cloned().chain(twins).min().unwrap();
            let key = (Reverse(group.moves), first);
            facts.puzzles.entry(key.clone()).or_insert((0, group.states)).0 += group.ties;
            let class = match distinct {
                Distinct::Group | Distinct::Class => {
                    let twin = (group.goal.as_ref().map(transpose), pieces);
                    let class = (group.goal.clone(), group.pieces.clone());
                    if has_twin { class.min(twin) } else { class }
                }
                Distinct::GoalShape => {
                    let is_symmetric = plain.is_mirrored(Task::Simple);
                    let twin = group.goal.iter().filter(|_| is_symmetric).map(transpose);
                    (group.goal.iter().cloned().chain(twin).min(), Vec::new())
                }
            };
            alike.insert(key, class);
        }
        // The hardest come first.
        for ((Reverse(moves), start), (ties, _)) in &facts.puzzles {
            let pieces = Plain::labels(&Plain::cells(start)).len() as u32;
            let best = facts.hardest.entry(pieces).or_insert((*moves, 0, start.clone()));
            best.1 += if best.0 == *moves { *ties } else { 0 };
        }
        let mut seen = BTreeSet::new();
        facts.puzzles.retain(|key, _| distinct == Distinct::Group || seen.insert(&alike[key]));
        facts
    }
}

fn transpose(piece: &Piece) -> Piece {
    let mut cells: Piece = piece.iter().map(|&(x, y)| (y, x)).collect();
    cells.sort_by_key(|&(x, y)| (y, x));
    cells
}
