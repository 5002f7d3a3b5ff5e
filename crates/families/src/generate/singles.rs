//! Counting the boards that single cells make of others, without making them.
//!
//! Single cells are the last of all shapes, and most boards have some. In how many ways so many of
//! them can be put on free cells is a binomial coefficient. Where one of some ways has to stay open,
//! that is summed over the sets of ways by inclusion and exclusion.

use antipode_blocks::{Cells, Grid};

use crate::class::Class;
use crate::family::Family;
use crate::generate::crowded::Room;
use crate::generate::visitor::{Span, Visitor};
use crate::shape::Shape;

const MOST: usize = Grid::MOST_CELLS as usize;

/// How many boards there are with so many more single cells.
#[derive(Debug, Clone)]
pub(crate) struct Singles {
    /// For each number of cells to choose from, how many boards have them; some are taken away again.
    choices: [i64; MOST + 1],
}

impl Singles {
    /// Of no boards.
    pub(crate) fn new() -> Self {
        Singles { choices: [0; MOST + 1] }
    }

    /// Adds a board with these free cells.
    #[inline]
    pub(crate) fn add(&mut self, free: Cells) {
        self.choices[free.count_ones() as usize] += 1;
    }

    /// Adds a board with these free cells, of which those of at least one of `exits` have to stay free.
    pub(crate) fn add_open(&mut self, free: Cells, exits: &[Cells]) {
        for set in 1_u32..1 << exits.len() {
            let exits = exits.iter().enumerate().filter(|(way, _)| set >> way & 1 == 1);
            let kept = exits.fold(0, |kept, (_, exit)| kept | exit);
            let sign = if set.count_ones() % 2 == 1 { 1 } else { -1 };
            self.choices[(free & !kept).count_ones() as usize] += sign;
        }
    }

    /// Tells `visitor` of the classes of `span` that extend `class` by single cells, as if their boards,
    /// entries `P` of lists that `room` is for, were made.
    pub(crate) fn visit<P, V: Visitor>(
        &self,
        family: &Family,
        class: &mut Class,
        single: Shape,
        span: &Span,
        room: &Room,
        visitor: &mut V,
    ) -> Result<(), V::Error> {
        let before = class.others.len();
        for number in 1.. {
            let boards = self.boards(number);
            if boards == 0 || family.room_beside(class) == 0 || !family.may_add(class, single) {
                break;
            }
            room.fits::<P>(boards)?;
            class.others.push(single);
            visitor.seen(boards);
            if span.contains(class) && family.contains(class) {
                visitor.counted(class, boards)?;
            }
        }
        class.others.truncate(before);
        Ok(())
    }

    /// How many boards there are with `number` more single cells.
    fn boards(&self, number: u32) -> u64 {
        let number = number as usize;
        let enough = self.choices.iter().zip(&BINOMIALS).skip(number);
        // Lists of boards fit in memory, so nothing overflows.
        enough.map(|(&boards, ways)| boards * i64::from(ways[number])).sum::<i64>() as u64
    }
}

/// Whether all ways to add single cells to boards of `class` are wanted, so that none is left out for its
/// many holes.
pub(crate) fn all_wanted(family: &Family, class: &Class) -> bool {
    let free = family.grid.size() - class.area();
    let pieces = class.pieces() as u32;
    let next = |number: u32| family.pieces.after(number).is_none_or(|next| next == number + 1);
    free <= family.holes.end() + 1 && (pieces..pieces + free).all(next)
}

/// In how many ways some of so many cells can be chosen, by both numbers.
static BINOMIALS: [[u32; MOST + 1]; MOST + 1] = {
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
    use super::*;

    #[test]
    fn ways_to_put_single_cells_are_counted_as_if_they_were_listed() {
        let free: Cells = 0b1011_0111;
        let exits = [0b0000_0011, 0b0001_0001, 0b1000_0000];
        for exits in [&exits[..0], &exits[..1], &exits] {
            let mut singles = Singles::new();
            match exits {
                [] => singles.add(free),
                _ => singles.add_open(free, exits),
            }
            for number in 0..=8 {
                let open = |&set: &Cells| {
                    set & !free == 0
                        && set.count_ones() == number
                        && (exits.is_empty() || exits.iter().any(|exit| exit & set == 0))
                };
                assert_eq!(singles.boards(number), (0..256).filter(open).count() as u64);
            }
        }
    }
}
