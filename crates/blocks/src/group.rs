//! All boards that can be reached from one, searched once and then asked.
//!
//! A table holds every position of the group, numbered in the order in which a breadth-first
//! search from the start finds them. Whatever is asked after that walks over numbers: distances
//! from any set of boards, solutions, the hardest start, the graph and its figures.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::convert::Infallible;
use std::io::Write;

use antipode_frontier::{Begun, Effort, Figures, Full, Graph, Progress, Space, UNREACHED};

use crate::error::SolveError;
use crate::graph::{self, GraphForm, GraphSize};
use crate::grid::Cells;
use crate::metric::Metric;
use crate::puzzle::Puzzle;
use crate::space::packed::Packed;
use crate::space::positions::{Positions, Visit, visit};
use crate::table::{Table, advance, advance_joined};
use crate::walk::{Walk, Walked};

/// The group of a puzzle's start. Its boards are numbered in the order of their distance from the
/// start, which is number 0.
pub struct Group(Box<dyn Searched>);

/// How large a group may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Room {
    /// It takes at most about so many bytes.
    Memory(usize),
    /// It has at most so many boards.
    Boards(usize),
}

/// A group, however its positions are packed.
trait Searched: Sync {
    fn len(&self) -> usize;
    fn bytes(&self) -> usize;
    fn is_goal(&self, board: usize) -> bool;
    fn cells(&self, board: usize) -> Vec<Cells>;
    fn distances(&self, sources: &mut dyn Iterator<Item = usize>) -> Vec<u32>;
    fn smallest(&self, boards: &mut dyn Iterator<Item = usize>) -> Option<usize>;
    fn find(&self, cells: &[Cells]) -> Option<usize>;
    fn solution(&self, board: usize, distances: &[u32]) -> Option<Walked>;
    fn next(&self, cells: &[Cells], distances: &[u32]) -> Option<String>;
    fn earliest(&self) -> Option<Walked>;
    fn ways(&self, distances: &[u32]) -> u128;
    fn write(
        &self,
        form: GraphForm,
        progress: &dyn Progress,
        output: &mut dyn Write,
    ) -> Result<GraphSize, SolveError>;
}

impl Group {
    /// Searches the group of the start of `puzzle` in `metric`.
    ///
    /// # Errors
    /// If it does not fit in `room`, or if `progress` asks to stop.
    pub fn search(
        puzzle: &Puzzle,
        metric: Metric,
        room: Room,
        progress: &dyn Progress,
    ) -> Result<Self, SolveError> {
        visit(puzzle, metric, Searching { puzzle, room, progress, joining: None })
    }

    /// Searches the group of the start of `puzzle`, at most so many boards, and makes its graph: every board a vertex,
    /// an edge between any two that are an action apart. Together they take at most about `memory` bytes.
    ///
    /// # Errors
    /// If there are more boards, they do not fit with their graph ([`Full::Room`]),
    /// or if `progress` asks to stop.
    pub fn joined(
        puzzle: &Puzzle,
        metric: Metric,
        boards: usize,
        memory: usize,
        progress: &dyn Progress,
    ) -> Result<(Self, Graph), SolveError> {
        let mut graph = Graph::default();
        let joining = Some((&mut graph, memory));
        let searching = Searching { puzzle, room: Room::Boards(boards), progress, joining };
        Ok((visit(puzzle, metric, searching)?, graph))
    }

    /// The number of boards.
    #[expect(clippy::len_without_is_empty, reason = "there is always the start")]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether a board is solved.
    pub fn is_goal(&self, board: usize) -> bool {
        self.0.is_goal(board)
    }

    /// The solved boards, by number.
    pub fn goals(&self) -> impl Iterator<Item = usize> {
        (0..self.len()).filter(|&board| self.is_goal(board))
    }

    /// The cells of every piece on a board, in the order of the puzzle's pieces; those of
    /// interchangeable pieces in row order.
    pub fn cells(&self, board: usize) -> Vec<Cells> {
        self.0.cells(board)
    }

    /// The board on which the pieces of the puzzle, in order, cover these cells; none if it is of another
    /// group.
    pub fn find(&self, cells: &[Cells]) -> Option<usize> {
        self.0.find(cells)
    }

    /// How many actions every board is from the nearest of `sources`; [`UNREACHED`] everywhere if
    /// there are none.
    pub fn distances(&self, sources: impl IntoIterator<Item = usize>) -> Vec<u32> {
        self.0.distances(&mut sources.into_iter())
    }

    /// How many actions every board is from the nearest solved one.
    pub fn to_goal(&self) -> Vec<u32> {
        self.distances(self.goals())
    }

    /// How many boards are 0, 1, 2, .. actions from the nearest solved one; empty if none is solved.
    pub fn histogram(&self) -> Vec<u64> {
        let mut counts = Vec::new();
        for distance in self.to_goal().into_iter().filter(|&distance| distance != UNREACHED) {
            let distance = distance as usize;
            counts.resize(counts.len().max(distance + 1), 0);
            counts[distance] += 1;
        }
        counts
    }

    /// The first in the alphabet of the shortest solutions from the start; none if there is none.
    /// At each of its moves those of fewer pieces come first, then the smaller text.
    pub fn solution(&self) -> Option<Walked> {
        self.solution_along(&self.to_goal())
    }

    /// The same [solution](Self::solution), where the [distances](Self::to_goal) `to_goal` are known.
    pub fn solution_along(&self, to_goal: &[u32]) -> Option<Walked> {
        self.0.solution(0, to_goal)
    }

    /// The first move of the first shortest solution in the alphabet from the board on which the pieces, in
    /// order, cover these cells. `to_goal` are the [distances](Self::to_goal). None if the board is
    /// solved, cannot be, or is of another group.
    pub fn next(&self, cells: &[Cells], to_goal: &[u32]) -> Option<String> {
        self.0.next(cells, to_goal)
    }

    /// A shortest solution, told from its end: to the smallest of the nearest solved positions, and
    /// back from there by the smallest positions. The tables of *simple* and *compound* have it.
    pub fn earliest(&self) -> Option<Walked> {
        self.0.earliest()
    }

    /// The number of shortest solutions from the start, as sequences of boards; the greatest
    /// number there is if there are more. `to_goal` are the [distances](Self::to_goal).
    pub fn ways(&self, to_goal: &[u32]) -> u128 {
        self.0.ways(to_goal)
    }

    /// The shortest solution, first in the alphabet, of the smallest of the hardest starts; none if
    /// no board is solved.
    pub fn farthest(&self) -> Option<Walked> {
        let distances = self.to_goal();
        let most = *distances.iter().max()?;
        let mut hardest = (0..self.len()).filter(|&board| distances[board] == most);
        self.0.solution(self.0.smallest(&mut hardest)?, &distances)
    }

    /// How hard the puzzle is, from its [graph](Self::joined); none if it has no solution. The group is part of the
    /// memory of `effort`.
    ///
    /// # Errors
    /// If the figures take more memory.
    pub fn figures(&self, graph: Graph, effort: &Effort) -> Result<Option<Figures>, Full> {
        let begun = self.begin_figures(graph, effort)?;
        Ok(Figures::finish(begun, effort.seed).pop())
    }

    /// The same [figures](Self::figures), begun.
    ///
    /// # Errors
    /// As [`figures`](Self::figures).
    pub fn begin_figures(&self, graph: Graph, effort: &Effort) -> Result<Option<Begun>, Full> {
        let memory = effort.memory.saturating_sub(self.0.bytes());
        let is_goal = |board| self.is_goal(board as usize);
        Begun::new(graph, 0, is_goal, &Effort { memory, ..*effort })
    }

    /// Writes the graph, each edge once.
    ///
    /// # Errors
    /// If `output` fails, or if `progress` asks to stop.
    pub fn write_graph(
        &self,
        form: GraphForm,
        progress: &dyn Progress,
        output: &mut dyn Write,
    ) -> Result<GraphSize, SolveError> {
        self.0.write(form, progress, output)
    }
}

struct Searching<'a> {
    puzzle: &'a Puzzle,
    room: Room,
    progress: &'a dyn Progress,
    /// The graph to be made, if one is wanted, and how many bytes the group may take with it.
    joining: Option<(&'a mut Graph, usize)>,
}

impl Visit for Searching<'_> {
    type Output = Result<Group, SolveError>;

    fn visit<K: Packed>(self, positions: Positions<K>) -> Self::Output {
        let mut table = match self.room {
            // Distances take no more than half as much as the table.
            Room::Memory(bytes) => Table::with_memory(bytes / 3 * 2),
            Room::Boards(most) => Table::with_limit(most),
        };
        table.add_source(positions.start())?;
        match self.joining {
            None => while advance(&positions, &mut table, self.progress)? > 0 {},
            Some((graph, memory)) => {
                while advance_joined(&positions, &mut table, graph, memory, self.progress)? > 0 {}
            }
        }
        Ok(Group(Box::new(Packing { puzzle: self.puzzle.clone(), positions, table })))
    }
}

/// A group with its positions packed in some way.
struct Packing<K: Packed> {
    puzzle: Puzzle,
    positions: Positions<K>,
    table: Table<K>,
}

impl<K: Packed> Packing<K> {
    /// The numbers of the boards an action away, some perhaps more than once.
    fn each_neighbour(&self, board: usize, mut visit: impl FnMut(usize)) {
        self.positions.expand(self.table.state(board), 0, |neighbour, _| {
            visit(self.number(neighbour));
        });
    }

    fn number(&self, position: K) -> usize {
        self.table.find(position).expect("the whole group was searched")
    }
}

impl<K: Packed> Searched for Packing<K> {
    fn len(&self) -> usize {
        self.table.len()
    }

    fn bytes(&self) -> usize {
        self.table.bytes()
    }

    fn is_goal(&self, board: usize) -> bool {
        self.positions.is_goal(self.table.state(board))
    }

    fn cells(&self, board: usize) -> Vec<Cells> {
        self.positions.cells(self.table.state(board))
    }

    fn distances(&self, sources: &mut dyn Iterator<Item = usize>) -> Vec<u32> {
        let mut distances = vec![UNREACHED; self.len()];
        let mut queue: VecDeque<usize> = sources.collect();
        for &source in &queue {
            distances[source] = 0;
        }
        while let Some(board) = queue.pop_front() {
            let next = distances[board] + 1;
            self.each_neighbour(board, |neighbour| {
                if distances[neighbour] == UNREACHED {
                    distances[neighbour] = next;
                    queue.push_back(neighbour);
                }
            });
        }
        distances
    }

    fn smallest(&self, boards: &mut dyn Iterator<Item = usize>) -> Option<usize> {
        boards.min_by_key(|&board| self.table.state(board))
    }

    fn solution(&self, board: usize, distances: &[u32]) -> Option<Walked> {
        if distances[board] == UNREACHED {
            return None;
        }
        let walk = Walk::new(&self.puzzle, &self.positions, self.table.state(board));
        let nearer = |mut beside: BTreeSet<K>, left| {
            beside.retain(|&position| distances[self.number(position)] as usize == left);
            Ok::<_, Infallible>(beside)
        };
        let Ok(walked) = walk.shortest(distances[board] as usize, nearer);
        Some(walked)
    }

    fn find(&self, cells: &[Cells]) -> Option<usize> {
        self.table.find(self.positions.pack(cells.iter().copied())?)
    }

    fn next(&self, cells: &[Cells], distances: &[u32]) -> Option<String> {
        let places = self.positions.places(cells.iter().copied())?;
        let board = self.table.find(self.positions.packed(places))?;
        let nearer = distances[board].checked_sub(1).filter(|_| distances[board] != UNREACHED)?;
        let mut walk = Walk::from(&self.puzzle, &self.positions, places);
        Some(walk.go(|position| distances[self.number(position)] == nearer))
    }

    fn earliest(&self) -> Option<Walked> {
        let nearest = (0..self.len()).find(|&board| self.is_goal(board))?;
        let layer = self.table.layer(self.table.distance(nearest));
        let goal = self.smallest(&mut layer.filter(|&board| self.is_goal(board)))?;
        let mut path = vec![goal];
        for distance in (0..self.table.distance(goal)).rev() {
            let layer = self.table.layer(distance);
            let mut before = Vec::new();
            self.each_neighbour(path[path.len() - 1], |board| before.push(board));
            let before = &mut before.into_iter().filter(|board| layer.contains(board));
            path.push(
                self.smallest(before).expect("every board was reached from the layer before"),
            );
        }
        let path: Vec<K> = path.into_iter().rev().map(|board| self.table.state(board)).collect();
        Some(Walk::new(&self.puzzle, &self.positions, path[0]).follow(&path))
    }

    fn ways(&self, distances: &[u32]) -> u128 {
        if distances[0] == UNREACHED {
            return 0;
        }
        let mut ways = BTreeMap::from([(0, 1_u128)]);
        for left in (0..distances[0]).rev() {
            let mut sums = BTreeMap::new();
            for (board, count) in ways {
                let mut nearer = Vec::new();
                self.each_neighbour(board, |neighbour| {
                    if distances[neighbour] == left {
                        nearer.push(neighbour);
                    }
                });
                nearer.sort_unstable();
                nearer.dedup();
                for board in nearer {
                    let sum: &mut u128 = sums.entry(board).or_default();
                    *sum = sum.saturating_add(count);
                }
            }
            ways = sums;
        }
        ways.into_values().fold(0, u128::saturating_add)
    }

    fn write(
        &self,
        form: GraphForm,
        progress: &dyn Progress,
        output: &mut dyn Write,
    ) -> Result<GraphSize, SolveError> {
        graph::write(&self.puzzle, &self.positions, &self.table, form, progress, output)
    }
}
