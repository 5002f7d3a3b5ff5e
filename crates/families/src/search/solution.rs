//! One puzzle's shortest solution, the smallest in the order of the notation.
//!
//! A breadth-first search from the start finds the distance; walking back from the goals it
//! found marks the boards that lie on shortest solutions; walking forward again over marked
//! boards, always by the smallest move, gives the smallest solution. A move of fewer pieces is
//! smaller, then the one that comes first as text. The walk names pieces, the search does not:
//! pieces of equal shape keep their letters only here.

use std::collections::BTreeSet;

use antipode_frontier::{Full, Layers};

use crate::actions::boards::{Actions, Boards, Movers};
use crate::actions::moves::Moves;
use crate::actions::push::Pushes;
use crate::actions::slides::Slides;
use crate::actions::steps::Steps;
use crate::actions::supers::{Body, Supers};
use crate::class::Class;
use crate::key::{Key, Layout};
use crate::shape::Shape;
use antipode_blocks::Board;
use antipode_blocks::{Cells, Direction, Grid};
use antipode_blocks::{Metric, Reach};

/// A shortest solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// The actions in notation, in order. Their number is the puzzle's difficulty.
    pub moves: Vec<String>,
    /// The last board, its pieces named as in the start.
    pub goal: Board,
}

/// The smallest shortest solution in `metric` that brings the goal piece of `start` to the cells
/// `home`, which have its shape, or none if there is no solution. Fails if more than `limit`
/// boards would have to be stored.
pub fn solve(
    start: &Board,
    home: Cells,
    metric: Metric,
    limit: usize,
) -> Result<Option<Solution>, Full> {
    let class = Class::of(start);
    let home = home.trailing_zeros();
    if class.kinds().len() <= Layout::new::<u64>(&start.grid).kinds() {
        solve_keys::<u64>(start, home, metric, limit)
    } else {
        solve_keys::<u128>(start, home, metric, limit)
    }
}

fn solve_keys<K: Key>(
    start: &Board,
    home: u32,
    metric: Metric,
    limit: usize,
) -> Result<Option<Solution>, Full> {
    let walk = Walk::<K>::new(start, metric);
    let boards = Boards::new(&start.grid, &Class::of(start));
    match metric {
        Metric::Step => solve_by(&Steps(boards), walk, home, limit),
        Metric::Slide => solve_by(&Slides(boards), walk, home, limit),
        Metric::Move => solve_by(&Moves(boards), walk, home, limit),
        Metric::SuperStep | Metric::SuperSlide | Metric::SuperMove => {
            solve_by(&Supers::new(boards, metric.reach()), walk, home, limit)
        }
    }
}

fn solve_by<A: Actions>(
    space: &A,
    mut walk: Walk<A::State>,
    home: u32,
    limit: usize,
) -> Result<Option<Solution>, Full> {
    let mut layers = Layers::<A::State, A::Used, ()>::with_limit(limit);
    layers.add_source(walk.key())?;
    let solved = |key| space.boards().goal_anchor(key) == home;
    if layers.advance_to(space, solved)?.is_none() {
        return Ok(None);
    }
    let last = layers.layer(layers.depth() - 1).map(|index| layers.state(index));
    let goals = last.filter(|&key| solved(key)).collect();
    let moves = walk.follow(&on_shortest_paths(space, &layers, goals));
    Ok(Some(Solution { moves, goal: walk.board() }))
}

/// The boards of each layer from which some state of `last`, in the last layer, is reached by
/// stepping one layer further each time.
fn on_shortest_paths<A: Actions>(
    space: &A,
    layers: &Layers<A::State, A::Used, ()>,
    last: BTreeSet<A::State>,
) -> Vec<BTreeSet<A::State>> {
    let mut marked = vec![last];
    for distance in (0..layers.depth() - 1).rev() {
        let layer = layers.layer(distance);
        let mut before = BTreeSet::new();
        for &key in &marked[marked.len() - 1] {
            // No operator may be skipped here: the layered search did not keep every edge.
            space.expand(key, A::Used::default(), |neighbour, _| {
                if layers.find(neighbour).is_some_and(|index| layer.contains(&index)) {
                    before.insert(neighbour);
                }
            });
        }
        marked.push(before);
    }
    marked.reverse();
    marked
}

/// A board with named pieces on its way to the goal.
struct Walk<K> {
    grid: Grid,
    metric: Metric,
    pieces: Vec<(char, Body<K>)>,
}

/// The unit steps in the order of their letters.
const STEPS: [Direction; 4] = [Direction::Down, Direction::Left, Direction::Right, Direction::Up];

impl<K: Key> Walk<K> {
    fn new(start: &Board, metric: Metric) -> Self {
        let grid = start.grid;
        let layout = Layout::new::<K>(&grid);
        let kinds = Class::of(start).kinds();
        let mut pieces: Vec<_> = start
            .pieces
            .iter()
            .map(|&(letter, cells)| {
                let shape = Shape::of(&grid, cells);
                let code = match letter {
                    'A' => 1,
                    _ => 2 + kinds[1..].iter().position(|&kind| kind == shape).unwrap_or(0),
                };
                (letter, Body { cells, part: layout.unit::<K>(code) << cells.trailing_zeros() })
            })
            .collect();
        // So that the letters of a set of pieces come out in order.
        pieces.sort_unstable_by_key(|piece| piece.0);
        Walk { grid, metric, pieces }
    }

    fn key(&self) -> K {
        self.body(!0).part
    }

    /// The pieces of a set as one body.
    fn body(&self, set: u32) -> Body<K> {
        let members = self.members(set).map(|index| self.pieces[index].1);
        members.fold(Body::EMPTY, Body::joined)
    }

    fn members(&self, set: u32) -> impl Iterator<Item = usize> {
        (0..self.pieces.len()).filter(move |&index| set >> index & 1 == 1)
    }

    fn board(&self) -> Board {
        let pieces = self.pieces.iter().map(|&(letter, body)| (letter, body.cells));
        Board { grid: self.grid, pieces: pieces.collect() }
    }

    /// Walks through the layers by the smallest actions, and returns them.
    fn follow(&mut self, layers: &[BTreeSet<K>]) -> Vec<String> {
        let mut moves = Vec::new();
        for layer in &layers[1..] {
            let key = self.key();
            let mut best: Option<((u32, String), u32, Vec<Direction>)> = None;
            for set in self.movable() {
                let letters: Vec<_> =
                    self.members(set).map(|index| self.pieces[index].0.to_string()).collect();
                let rest = key ^ self.body(set).part;
                for (place, path) in self.places(set) {
                    let steps: String = path.iter().map(|way| way.letter()).collect();
                    let name = (set.count_ones(), letters.join("+") + &steps);
                    let smaller = best.as_ref().is_none_or(|best| name < best.0);
                    if smaller && layer.contains(&(rest | place.part)) {
                        best = Some((name, set, path));
                    }
                }
            }
            let ((_, name), set, path) = best.expect("every marked board leads to the next layer");
            for index in self.members(set).collect::<Vec<_>>() {
                let body = &mut self.pieces[index].1;
                *body = path.iter().fold(*body, |body, &way| body.shifted(&self.grid, way));
            }
            moves.push(name);
        }
        moves
    }

    /// The sets of pieces that may move as one.
    fn movable(&self) -> BTreeSet<u32> {
        if !self.metric.is_super() {
            return (0..self.pieces.len()).map(|index| 1 << index).collect();
        }
        let cells: Vec<Cells> = self.pieces.iter().map(|piece| piece.1.cells).collect();
        let pushes = Pushes::new(&self.grid, &cells);
        let mut sets = BTreeSet::new();
        for way in STEPS {
            pushes.each_set(way, Movers::All, |set| {
                sets.insert(set);
            });
        }
        sets
    }

    /// The places that a set of pieces can go to in one action, each with the smallest of its
    /// shortest paths.
    fn places(&self, set: u32) -> Vec<(Body<K>, Vec<Direction>)> {
        let body = self.body(set);
        let others = self.body(!set).cells;
        let mut places = vec![(body, Vec::new())];
        let mut next = 0;
        // Rings of equal distance, extended in the order of the step letters: among the
        // shortest paths to a place the one found first is the smallest.
        while next < places.len() {
            let (body, path) = places[next].clone();
            next += 1;
            for way in STEPS {
                let far_enough = match self.metric.reach() {
                    Reach::Unit => !path.is_empty(),
                    Reach::Line => path.last().is_some_and(|&last| last != way),
                    Reach::Path => false,
                };
                if far_enough {
                    continue;
                }
                if let Some(there) = body.stepped(&self.grid, way, others)
                    && places.iter().all(|place| place.0.cells != there.cells)
                {
                    let path = path.iter().copied().chain([way]).collect();
                    places.push((there, path));
                }
            }
        }
        places.split_off(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::family::Family;
    use antipode_blocks::Puzzle;
    use antipode_blocks::Rule;
    use antipode_blocks::replay::replay;

    fn solved(start: &str) -> Option<(usize, String, String)> {
        solved_in(start, Metric::Move)
    }

    fn solved_in(start: &str, metric: Metric) -> Option<(usize, String, String)> {
        let board = Board::parse_start(start).unwrap();
        let home = Family::whole(board.grid, Rule::Strict).home(Class::of(&board).goal)?;
        let solution = solve(&board, home, metric, 1_000_000).unwrap()?;
        let puzzle = Puzzle::homing(&board, Some(home)).unwrap();
        let boards = replay(&puzzle, metric, start, &solution.moves).unwrap();
        assert_eq!(boards.last(), Some(&solution.goal.to_string()));
        Some((solution.moves.len(), solution.moves.join(" "), solution.goal.to_string()))
    }

    #[test]
    fn the_smallest_solution_is_found() {
        assert_eq!(solved("A./..").unwrap().1, "Adr");
        assert_eq!(solved("AB/.C/..").unwrap().1, "Addr");
        assert_eq!(solved("A.B/.#./...").unwrap().1, "Addrr");
        assert_eq!(solved("ABC/DEF/GH.").unwrap().1, "Fd Cd Br Ar Du El Ad Bl Cu Ar Hu Fl Ad");
    }

    #[test]
    fn every_metric_has_its_smallest_solution() {
        let solution = |start, metric| solved_in(start, metric).unwrap().1;
        for (metric, expected) in [
            (Metric::Step, "Ad Ad Ar Ar"),
            (Metric::Slide, "Add Arr"),
            (Metric::Move, "Addrr"),
            (Metric::SuperMove, "Addrr"),
        ] {
            assert_eq!(solution("A.B/.../...", metric), expected);
        }
        assert_eq!(solution("AB./C..", Metric::SuperStep), "A+Br Ad Ar");
        assert_eq!(solution("AB./C..", Metric::SuperMove), "Bd Arrd");
    }

    #[test]
    fn an_unsolvable_puzzle_has_no_solution() {
        assert_eq!(solved("AB/CC/.D"), None);
        assert_eq!(solved("AA/A./.."), None, "the corner cannot be covered");
    }
}
