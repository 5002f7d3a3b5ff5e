//! One puzzle's shortest solution, the smallest in the order of the notation.
//!
//! A breadth-first search from the start finds the distance; walking back from the goals it
//! found marks the boards that lie on shortest solutions; walking forward again over marked
//! boards, always by the smallest move, gives the smallest solution. The walk names pieces, the
//! search does not: pieces of equal shape keep their letters only here.

use std::collections::BTreeSet;

use antipode_frontier::{Full, Layers, Space};

use crate::board::Board;
use crate::class::Kind;
use crate::family::Rule;
use crate::grid::{Cells, Grid, each};
use crate::key::{Key, Layout};
use crate::moves::Moves;

/// A shortest solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// The moves in notation, in order. Their number is the puzzle's difficulty.
    pub moves: Vec<String>,
    /// The last board, its pieces named as in the start.
    pub goal: Board,
}

/// The smallest shortest solution that brings the goal piece of `start` home under `rule`, or
/// none if there is no solution. Fails if more than `limit` boards would have to be stored.
pub fn solve(start: &Board, rule: Rule, limit: usize) -> Result<Option<Solution>, Full> {
    let class = start.class();
    let home = class.goal.at_lower_right(&start.grid);
    if rule == Rule::Strict && home >> (start.grid.size() - 1) & 1 == 0 {
        return Ok(None);
    }
    let home = home.trailing_zeros();
    if class.kinds().len() <= Layout::new::<u64>(&start.grid).kinds() {
        solve_keys::<u64>(start, home, limit)
    } else {
        solve_keys::<u128>(start, home, limit)
    }
}

fn solve_keys<K: Key>(start: &Board, home: u32, limit: usize) -> Result<Option<Solution>, Full> {
    let class = start.class();
    let space = Moves::<K>::new(&start.grid, &class);
    let mut walk = Walk::new(start);
    let mut layers = Layers::<K, u32, ()>::with_limit(limit);
    layers.add_source(walk.key())?;
    let solved = |key| space.goal_anchor(key) == home;
    if layers.advance_to(&space, solved)?.is_none() {
        return Ok(None);
    }
    let last = layers.layer(layers.depth() - 1).map(|index| layers.state(index));
    let goals = last.filter(|&key| solved(key)).collect();
    let moves = walk.follow(&on_shortest_paths(&space, &layers, goals));
    Ok(Some(Solution { moves, goal: walk.board() }))
}

/// The boards of each layer from which some state of `last`, in the last layer, is reached by
/// stepping one layer further each time.
fn on_shortest_paths<K: Key>(
    space: &Moves<K>,
    layers: &Layers<K, u32, ()>,
    last: BTreeSet<K>,
) -> Vec<BTreeSet<K>> {
    let mut marked = vec![last];
    for distance in (0..layers.depth() - 1).rev() {
        let layer = layers.layer(distance);
        let mut before = BTreeSet::new();
        for &key in &marked[marked.len() - 1] {
            // No operator may be skipped here: the layered search did not keep every edge.
            space.expand(key, 0, |neighbour, _| {
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
    pieces: Vec<Named<K>>,
}

struct Named<K> {
    letter: char,
    kind: Kind,
    unit: K,
    anchor: u32,
}

impl<K: Key> Walk<K> {
    fn new(start: &Board) -> Self {
        let grid = start.grid;
        let layout = Layout::new::<K>(&grid);
        let kinds = start.class().kinds();
        let pieces = start.pieces.iter().map(|&(letter, cells)| {
            let shape = crate::shape::Shape::of(&grid, cells);
            let code = match letter {
                'A' => 1,
                _ => 2 + kinds[1..].iter().position(|&kind| kind == shape).unwrap_or(0),
            };
            Named {
                letter,
                kind: Kind::new(&grid, shape),
                unit: layout.unit(code),
                anchor: cells.trailing_zeros(),
            }
        });
        Walk { grid, pieces: pieces.collect() }
    }

    fn key(&self) -> K {
        self.pieces.iter().fold(K::ZERO, |key, piece| key | piece.unit << piece.anchor)
    }

    fn board(&self) -> Board {
        let cells = |piece: &Named<K>| (piece.letter, piece.kind.pattern << piece.anchor);
        Board { grid: self.grid, pieces: self.pieces.iter().map(cells).collect() }
    }

    /// Walks through the layers by the smallest moves, and returns them.
    fn follow(&mut self, layers: &[BTreeSet<K>]) -> Vec<String> {
        let mut moves = Vec::new();
        for layer in &layers[1..] {
            let key = self.key();
            let mut best: Option<(String, usize, u32)> = None;
            for (index, piece) in self.pieces.iter().enumerate() {
                let lifted = key ^ piece.unit << piece.anchor;
                for (anchor, steps) in self.places(index) {
                    let name = format!("{}{steps}", piece.letter);
                    let smaller = best.as_ref().is_none_or(|best| name < best.0);
                    if smaller && layer.contains(&(lifted | piece.unit << anchor)) {
                        best = Some((name, index, anchor));
                    }
                }
            }
            let (name, index, anchor) = best.expect("every marked board leads to the next layer");
            self.pieces[index].anchor = anchor;
            moves.push(name);
        }
        moves
    }

    /// The places a piece can go to, each with the smallest of its shortest paths.
    fn places(&self, index: usize) -> Vec<(u32, String)> {
        let grid = &self.grid;
        let Named { kind, anchor, .. } = self.pieces[index];
        let others = self.pieces.iter().enumerate().filter(|other| other.0 != index);
        let occupied = others.fold(0, |set, (_, piece)| set | piece.kind.pattern << piece.anchor);
        let legal = kind.legal(grid.cells() & !occupied);
        // Rings of equal distance, extended in the order of the step letters: among the
        // shortest paths to a place the one found first is the smallest.
        let mut places = vec![(anchor, String::new())];
        let mut seen: Cells = 1 << anchor;
        let mut next = 0;
        while next < places.len() {
            let (from, path) = places[next].clone();
            next += 1;
            let from = 1 << from;
            let steps = [
                ('d', grid.down(from)),
                ('l', grid.left(from)),
                ('r', grid.right(from)),
                ('u', grid.up(from)),
            ];
            for (letter, place) in steps {
                for place in each(place & legal & !seen) {
                    seen |= 1 << place;
                    places.push((place, format!("{path}{letter}")));
                }
            }
        }
        places.split_off(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::{is_home, replay};

    fn solved(start: &str) -> Option<(usize, String, String)> {
        let board = Board::parse_start(start).unwrap();
        let solution = solve(&board, Rule::Strict, 1_000_000).unwrap()?;
        let text = solution.moves.join(" ");
        let boards = replay(start, &text).unwrap();
        assert_eq!(boards.last(), Some(&solution.goal.to_string()));
        assert!(is_home(&solution.goal.to_string(), true));
        Some((solution.moves.len(), text, solution.goal.to_string()))
    }

    #[test]
    fn the_smallest_solution_is_found() {
        assert_eq!(solved("A./..").unwrap().1, "Adr");
        assert_eq!(solved("AB/.C/..").unwrap().1, "Addr");
        assert_eq!(solved("ABC/DEF/GH.").unwrap().1, "Fd Cd Br Ar Du El Ad Bl Cu Ar Hu Fl Ad");
    }

    #[test]
    fn an_unsolvable_puzzle_has_no_solution() {
        assert_eq!(solved("AB/CC/.D"), None);
        assert_eq!(solved("AA/A./.."), None, "the corner cannot be covered");
    }
}
