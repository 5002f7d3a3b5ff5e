//! Counting the boards that single cells make of others, without making them.
//!
//! Single cells are the last of all shapes, and most boards have some. In how many ways so many of
//! them can be put on free cells is a binomial coefficient. Where one of some ways has to stay open,
//! that is summed over the sets of ways by inclusion and exclusion.
//!
//! Boards with too many holes are left out on the way (see `filling.rs`): the last of so many single
//! cells has to be among the lowest of the free cells, of which there are one more for each further
//! single cell at most. So those before are, too, and all are chosen from these.

use antipode_blocks::{Cells, Grid};

use crate::class::Class;
use crate::family::Family;
use crate::generate::filling::below;

const MOST: usize = Grid::MOST_CELLS as usize;

/// How many boards there are with so many more single cells.
#[derive(Debug, Clone)]
pub(crate) struct SingleCounts {
    /// For each number of single cells from one on, how many of the highest free cells all of them stay
    /// below.
    above: Vec<u32>,
    /// For each number of those that occurs, and for each number of cells to choose from, how many boards
    /// have them; some are taken away again.
    choices: Vec<(u32, [i64; MOST + 1])>,
}

impl SingleCounts {
    /// To be put on boards of `class`, none of which were added.
    pub(crate) fn new(family: &Family, class: &Class) -> Self {
        let free = family.grid.size() - class.area();
        let pieces = class.pieces() as u32;
        let above = |number: u32| {
            let missing = family.pieces.after(pieces + number - 1)? - (pieces + number);
            Some(missing.max(free.saturating_sub(family.holes.end() + number)))
        };
        let above: Vec<u32> = (1..=free).map_while(above).collect();
        let mut choices: Vec<_> = above.iter().map(|&above| (above, [0; MOST + 1])).collect();
        choices.sort_unstable_by_key(|&(above, _)| above);
        choices.dedup_by_key(|&mut (above, _)| above);
        SingleCounts { above, choices }
    }

    /// Adds a board with these free cells, of which single cells may be put on `places`. The cells of at least
    /// one of `exits` have to stay free, if there are any.
    pub(crate) fn add(&mut self, free: Cells, places: Cells, exits: &[Cells]) {
        let (mut low, mut cut) = (free, 0);
        for (above, choices) in &mut self.choices {
            low = below(low, *above - cut);
            cut = *above;
            let places = low & places;
            if exits.is_empty() {
                choices[places.count_ones() as usize] += 1;
            }
            for set in 1_u32..1 << exits.len() {
                let exits = exits.iter().enumerate().filter(|(way, _)| set >> way & 1 == 1);
                let kept = exits.fold(0, |kept, (_, exit)| kept | exit);
                let sign = if set.count_ones() % 2 == 1 { 1 } else { -1 };
                choices[(places & !kept).count_ones() as usize] += sign;
            }
        }
    }

    /// How many boards there are with one more single cell, with two more, and so on, and below how many of
    /// the highest free cells these stay.
    pub(crate) fn boards(&self) -> impl Iterator<Item = (u64, u32)> {
        (1..).zip(&self.above).map(|(number, &above)| {
            let choices = self.choices.iter().find(|it| it.0 == above);
            let enough =
                choices.into_iter().flat_map(|it| it.1.iter().zip(&BINOMIALS)).skip(number);
            // What they are put on is listed in memory, so nothing overflows.
            let boards =
                enough.map(|(&boards, ways)| boards * i64::from(ways[number])).sum::<i64>();
            (boards as u64, above)
        })
    }
}

/// In how many ways some of so many cells can be chosen, by both numbers.
pub(crate) static BINOMIALS: [[u32; MOST + 1]; MOST + 1] = {
    let mut ways = [[0; MOST + 1]; MOST + 1];
    let mut all = 0;
    while all <= MOST {
        ways[all][0] = 1;
        let mut number = 1;
        while number <= all {
            ways[all][number] = ways[all - 1][number - 1] + ways[all - 1][number];
            number += 1;
        }
        all += 1;
    }
    ways
};

#[cfg(test)]
mod tests {
    use antipode_blocks::{Rule, each};

    use super::*;
    use crate::generate::filling::{most_holes, reachable};
    use crate::numbers::Numbers;
    use crate::shape::Shape;

    /// The boards with more and more single cells on a board that has those `free`, made one by one.
    fn made(family: &Family, class: &Class, free: Cells, exits: &[Cells]) -> Vec<u64> {
        let (mut class, single) = (class.clone(), Shape::parse(&family.grid, "X").unwrap());
        let mut boards = vec![(free, free)];
        let mut counts = Vec::new();
        while family.room_beside(&class) > 0 {
            let most = most_holes(family, &class, single);
            let more = |&(free, places): &(Cells, Cells)| {
                let place = move |cell: u32| (free & !(1 << cell), places & !1 << cell);
                each(places & reachable(free, most)).map(place)
            };
            let is_open = |board: &(Cells, Cells)| {
                exits.is_empty() || exits.iter().any(|exit| exit & !board.0 == 0)
            };
            boards = boards.iter().flat_map(more).filter(is_open).collect();
            counts.push(boards.len() as u64);
            class.others.push(single);
        }
        counts
    }

    #[test]
    fn ways_to_put_single_cells_are_counted_as_if_they_were_listed() {
        let grid = Grid::new(3, 3).unwrap();
        let family = Family::whole(grid, Rule::Strict);
        let class = Class { goal: Shape::parse(&grid, "XX").unwrap(), others: Vec::new() };
        let free: Cells = 0b1_1011_0111;
        let exits = [0b0000_0011, 0b0001_0001, 0b1000_0000];
        let some = [[1..=8, 1..=8], [2..=3, 5..=6], [4..=4, 8..=8], [3..=3, 3..=3]];
        for ranges in some {
            for holes in [1..=8, 1..=3, 2..=2] {
                let pieces = Numbers::new(ranges.to_vec());
                let family = Family { pieces, holes, ..family.clone() };
                for exits in [&exits[..0], &exits[..1], &exits] {
                    let mut singles = SingleCounts::new(&family, &class);
                    singles.add(free, free, exits);
                    let made = made(&family, &class, free, exits);
                    let counted: Vec<u64> =
                        singles.boards().map(|it| it.0).take(made.len()).collect();
                    assert_eq!(counted, made, "{family:?}");
                }
            }
        }
    }
}
