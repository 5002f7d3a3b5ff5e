//! The boards of a class joined by actions of rigid bodies, of which not all are listed.
//!
//! Along a row or a column a body moves as its pieces would one after the other, the foremost first, each
//! as far as all: whatever is in the way of one stands still, or has moved on before. And whatever pieces
//! move like this, each once, in their order (see `order.rs`), are a body that can move so. So the moves
//! of single pieces by one distance along one axis are the legs of a relay, and of pieces that interlock
//! those of any of them together: a handful for a board that has thousands of bodies.
//!
//! Bodies that can turn a corner are listed, as cliques.

use antipode_blocks::{Direction, Grid, Reach};
use antipode_frontier::joined::{Clique, Joins, Leg, Member};

use crate::actions::order::{Axis, Order};
use crate::actions::push::Pushes;
use crate::actions::supers::{Body, LooseBody, Pieces, Supers};
use crate::key::Key;

/// The ways along a row and along a column from a corner.
const CORNERS: [[Direction; 2]; 4] = [
    [Direction::Left, Direction::Down],
    [Direction::Right, Direction::Down],
    [Direction::Left, Direction::Up],
    [Direction::Right, Direction::Up],
];

impl<K: Key> LooseBody<K> {
    /// The first ways along a row and along a column in which it can step from where `body` is, if it can
    /// turn a corner there.
    fn corner(&self, grid: &Grid, body: Body<K>) -> Option<[Direction; 2]> {
        let row = self.first_step(grid, body, &[Direction::Left, Direction::Right])?;
        let column = self.first_step(grid, body, &[Direction::Down, Direction::Up])?;
        Some([row, column])
    }
}

impl<K: Key> Pieces<K> {
    /// Whether there may be a body that can step both ways from a corner: of its cells the last one way
    /// and, of those, the last the other has a hole on either side.
    fn may_turn(&self, grid: &Grid, corner: [Direction; 2]) -> bool {
        let holes = grid.cells() & !self.occupied;
        let [one, other] = corner.map(|way| grid.shifted(holes, way.opposite()));
        self.occupied & one & other != 0
    }

    /// Whether some piece can step along an axis by itself.
    fn can_step(&self, grid: &Grid, axis: &Axis) -> bool {
        let holes = grid.cells() & !self.occupied;
        axis.ways.iter().any(|&way| {
            let near = grid.shifted(holes, way.opposite());
            let mut near = self.bodies[..self.count].iter().filter(|piece| piece.cells & near != 0);
            near.any(|piece| piece.stepped(grid, way, self.occupied & !piece.cells).is_some())
        })
    }
}

impl<K: Key> Joins for Supers<K> {
    type State = K;
    type Used = ();

    /// A clique are the places of a body that can turn a corner. It is found from the first of those where
    /// it can.
    #[inline]
    fn cliques(
        &self,
        key: K,
        (): (),
        room: &mut Vec<Member<K, ()>>,
        mut emit: impl FnMut(Clique<'_, K, ()>),
    ) {
        if self.reach != Reach::Path {
            return;
        }
        let grid = &self.boards.grid;
        let pieces = Pieces::new(&self.boards, key);
        let mut pushes = None;
        for corner in CORNERS.into_iter().filter(|&corner| pieces.may_turn(grid, corner)) {
            let pushes = pushes.get_or_insert_with(|| Pushes::new(grid, pieces.cells()));
            pushes.each_turning(corner, |set| {
                let loose = pieces.loose(set, key);
                if loose.corner(grid, loose.body) != Some(corner) {
                    return;
                }
                room.clear();
                let from = loose.body.cells.trailing_zeros();
                let (mut least, mut is_first) = (from, true);
                loose.flood(grid, &Direction::ALL, |body| {
                    let place = body.cells.trailing_zeros();
                    is_first &= place > from || loose.corner(grid, body).is_none();
                    least = least.min(place);
                    room.push(Member { state: loose.rest | body.part, shift: place, used: () });
                });
                if is_first {
                    room.iter_mut().for_each(|member| member.shift -= least);
                    let shift = from - least;
                    let moved = (loose.anchors >> shift) as u32;
                    emit(Clique { moved, shift, others: room, once: true });
                }
            });
        }
    }

    /// A relay are the moves by some distance along the rows, or along the columns.
    #[inline]
    fn legs(&self, key: K, mut emit: impl FnMut(Leg<K>)) {
        let pieces = Pieces::new(&self.boards, key);
        let mut relay = 0;
        for (axis, interlock) in self.axes.iter().zip(self.interlock) {
            if interlock || pieces.can_step(&self.boards.grid, axis) {
                self.legs_along(axis, relay, &pieces, key, &mut emit);
            }
            relay += axis.most;
        }
    }
}

impl<K: Key> Supers<K> {
    /// Hands the moves of single pieces, and of pieces that interlock, along an axis to `emit`. Those by
    /// one unit are of the relay of the number `relay`, those by two of the next.
    fn legs_along(
        &self,
        axis: &Axis,
        relay: u32,
        pieces: &Pieces<K>,
        key: K,
        mut emit: impl FnMut(Leg<K>),
    ) {
        let grid = &self.boards.grid;
        let near = grid.beside(grid.cells() & !pieces.occupied);
        let order = Order::new(axis, pieces.cells());
        for piece in 0..pieces.count {
            let locked = order.locked(piece);
            let alone = locked == 1 << piece;
            if locked.trailing_zeros() != piece as u32 || alone && pieces.cells()[piece] & near == 0
            {
                continue;
            }
            let rank = order.rank(grid, axis, pieces.cells(), piece);
            let mut set = locked;
            while set != 0 {
                let loose = pieces.loose(set, key);
                for way in axis.ways {
                    let up = way == axis.ways[1];
                    let mut body = loose.body;
                    let mut distance = 0;
                    while let Some(next) = body.stepped(grid, way, loose.others) {
                        distance += 1;
                        body = next;
                        let shift = distance * axis.unit;
                        // The lower end is the one less far on.
                        let (anchors, back) = match up {
                            true => (loose.anchors, 0),
                            false => (loose.anchors >> shift, distance * set.count_ones()),
                        };
                        emit(Leg {
                            relay: relay + distance - 1,
                            rank: rank - back,
                            moved: anchors as u32,
                            shift,
                            other: loose.rest | body.part,
                            up,
                        });
                        if self.reach == Reach::Unit {
                            break;
                        }
                    }
                }
                set = (set - 1) & locked;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use antipode_blocks::Cells;
    use antipode_frontier::Space;
    use antipode_frontier::joined::Joined;

    use super::*;
    use crate::actions::boards::{Actions, Boards};
    use crate::class::Kind;
    use crate::shape::Shape;

    /// All boards of some shapes, so many of each.
    fn all_boards(grid: &Grid, shapes: &[(Shape, usize)]) -> Vec<u64> {
        let space =
            Boards::<u64>::of_kinds(grid, &shapes.iter().map(|it| it.0).collect::<Vec<_>>());
        let mut boards = vec![(0, 0, 0)];
        for (kind, &(shape, count)) in shapes.iter().enumerate() {
            boards.iter_mut().for_each(|board| board.2 = 0);
            for _ in 0..count {
                let fits = antipode_blocks::each(Kind::new(grid, shape).fits);
                let fits: Vec<u32> = fits.collect();
                let put = |&(key, occupied, from): &(u64, Cells, u32)| {
                    let space = &space;
                    let free = fits
                        .iter()
                        .copied()
                        .filter(move |&at| at >= from && space.cells(kind, at) & occupied == 0);
                    free.map(move |at| {
                        (key | space.part(kind, at), occupied | space.cells(kind, at), at + 1)
                    })
                    .collect::<Vec<_>>()
                };
                boards = boards.iter().flat_map(put).collect();
            }
        }
        boards.into_iter().map(|board| board.0).collect()
    }

    #[test]
    fn boards_are_joined_as_if_all_bodies_were_listed() {
        let shape = |grid: &Grid, rows: &[&str]| {
            let cells = rows.iter().enumerate().flat_map(|(y, row)| {
                row.char_indices().filter(|it| it.1 == 'x').map(move |(x, _)| (x as u32, y as u32))
            });
            let cells = cells.fold(0, |set, (x, y)| set | 1 << grid.cell(x, y).unwrap());
            Shape::of(grid, cells)
        };
        type Shapes<'a> = &'a [(&'a [&'a str], usize)];
        let classes: [((u32, u32), Shapes<'_>); 6] = [
            ((3, 3), &[(&["x"], 4)]),
            ((4, 3), &[(&["x"], 3), (&["xx"], 2)]),
            ((2, 5), &[(&["x"], 5), (&["x", "x"], 1)]),
            ((4, 4), &[(&["xxx", "x.x", "xxx"], 1), (&["x"], 4)]),
            ((4, 4), &[(&["xx", "x.", "xx"], 1), (&["xx", ".x", "xx"], 1), (&["x"], 2)]),
            ((4, 4), &[(&["xxx", "x.x"], 1), (&["x"], 2), (&["xx", ".x"], 1)]),
        ];
        for ((width, height), shapes) in classes {
            let grid = Grid::new(width, height).unwrap();
            let shapes: Vec<_> = shapes.iter().map(|it| (shape(&grid, it.0), it.1)).collect();
            let boards = all_boards(&grid, &shapes);
            let kinds: Vec<Shape> = shapes.iter().map(|it| it.0).collect();
            for reach in [Reach::Unit, Reach::Line, Reach::Path] {
                let space = Supers::new(Boards::<u64>::of_kinds(&grid, &kinds), reach);
                let mut graph = Joined::default();
                for &board in &boards {
                    graph.explore(&space, board).unwrap();
                }
                graph.index().unwrap();
                let mut joined = BTreeSet::new();
                for (number, component) in graph.components().iter().enumerate() {
                    graph.each_edge(number, |one, other| {
                        let [one, other] =
                            [one, other].map(|it| graph.state(component.vertices.start + it));
                        joined.insert((one.min(other), one.max(other)));
                    });
                    let mut anchors = vec![u32::MAX; component.vertices.len()];
                    space.keep_movable(&graph, number, &mut anchors, &mut Vec::new());
                    assert!(anchors.iter().all(|&movable| movable != 0));
                }
                let mut plainly = BTreeSet::new();
                for &board in &boards {
                    let mut shut_in = true;
                    space.expand(board, (), |other, ()| {
                        shut_in = false;
                        plainly.insert((board.min(other), board.max(other)));
                    });
                    assert_eq!(graph.find(board).is_none(), shut_in);
                }
                assert!(joined == plainly, "{width}x{height}, {reach:?}");
            }
        }
    }
}
