//! A breadth-first search of all sets of holes of all positions.
//!
//! A row says which sets of holes were reached in a position, those of all numbers of holes at once. The frontier is
//! a list of positions with the sets that are new in them. A move of a single cell stirs the sets of a
//! position, and steps of a larger piece take sets to other positions. What goes on along the path of a
//! piece need not be what was reached in a layer before: from there it went, or goes now, as far.

use antipode_blocks::{Direction, Grid, Reach};

use crate::holes::positions::{Positions, Step};
use crate::holes::sets::{Bits, Kernel, with_bits, words};
use crate::holes::stir::{Floor, Stirred, UNLISTED, goes_on};

/// The tables of a search, which are kept from one to the next.
#[derive(Debug, Default)]
pub(crate) struct Wave {
    /// The words of a row.
    words: usize,
    /// For each position the sets that were reached in this layer or before, and those that are new in the next: two
    /// rows beside each other, as who looks at the one mostly looks at the other.
    rows: Vec<u64>,
    /// The positions with sets that are new in this layer, and the rows of these.
    frontier: Vec<u32>,
    fresh: Vec<u64>,
    /// The positions with sets that are new in the next layer.
    coming: Vec<u32>,
    /// The number of the floor of each position, [`UNKNOWN`] if it was not looked at yet.
    floors: Vec<u32>,
    stirred: Stirred,
    room: Room,
}

const UNKNOWN: u32 = UNLISTED - 1;

/// Rows for what is on its way.
#[derive(Debug, Default)]
struct Room {
    /// What comes of one position, and part of that while it is shifted.
    come: Vec<u64>,
    part: Vec<u64>,
    /// For each anchor the sets with which the piece that is on its way has been there.
    carried: Vec<u64>,
    /// Where it goes on from: the position, its anchor and the way that it came,
    paths: Vec<(u32, u8, Direction)>,
    /// the sets with which it does, and those that were taken out last.
    rows: Vec<u64>,
    row: Vec<u64>,
}

const MOST: usize = Grid::MOST_CELLS as usize;

impl Wave {
    /// About how many bytes a search takes for each position of so many free cells.
    pub(crate) fn bytes(free: u32) -> usize {
        3 * size_of::<u64>() * words(free)
    }

    /// Prepares to search some positions.
    pub(crate) fn enter(&mut self, positions: &Positions) {
        self.floors.clear();
        self.floors.resize(positions.len(), UNKNOWN);
    }

    /// Begins a search of the positions that were entered, without any sources.
    pub(crate) fn begin(&mut self, positions: &Positions) {
        let words = words(positions.size());
        self.words = words;
        self.rows.clear();
        self.rows.resize(2 * positions.len() * words, 0);
        self.frontier.clear();
        self.fresh.clear();
        self.coming.clear();
        let Room { come, part, carried, paths, rows, row } = &mut self.room;
        for (list, length) in [(come, words), (part, words), (row, words), (carried, MOST * words)]
        {
            list.clear();
            list.resize(length, 0);
        }
        paths.clear();
        rows.clear();
    }

    /// Adds sources in a position that has none yet.
    pub(crate) fn add(&mut self, position: u32, sets: &[u64]) {
        self.rows[2 * position as usize * self.words..][..self.words].copy_from_slice(sets);
        self.frontier.push(position);
        self.fresh.extend_from_slice(sets);
    }

    /// Whether the last layer had no new sets.
    pub(crate) fn is_done(&self) -> bool {
        self.frontier.is_empty()
    }

    /// Searches the next layer. Hands each position with new sets to `visit`, with the row of those.
    pub(crate) fn advance(
        &mut self,
        grid: &Grid,
        positions: &Positions,
        reach: Reach,
        mut visit: impl FnMut(u32, &[u64]),
    ) {
        self.search(grid, positions, reach);
        for &position in &self.frontier {
            let rows = &mut self.rows[2 * position as usize * self.words..][..2 * self.words];
            let (seen, new) = rows.split_at_mut(self.words);
            seen.iter_mut().zip(&*new).for_each(|(seen, new)| *seen |= new);
            visit(position, new);
            self.fresh.extend_from_slice(new);
            new.fill(0);
        }
    }

    /// Finds the new sets of the next layer, whose positions are the frontier then. It stands apart as it depends on
    /// no visitor, so that it is compiled once.
    fn search(&mut self, grid: &Grid, positions: &Positions, reach: Reach) {
        with_bits(Advance { wave: self, grid, positions, reach });
        self.frontier.clear();
        self.fresh.clear();
        std::mem::swap(&mut self.frontier, &mut self.coming);
        // What lies together is looked at together.
        self.frontier.sort_unstable();
    }
}

/// The search of a layer.
struct Advance<'a> {
    wave: &'a mut Wave,
    grid: &'a Grid,
    positions: &'a Positions,
    reach: Reach,
}

impl Kernel for Advance<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, bits: impl Bits) {
        // Where rows are short it saves a lot to know how short.
        match self.wave.words {
            1 => self.rows::<1>(bits),
            2 => self.rows::<2>(bits),
            4 => self.rows::<4>(bits),
            _ => self.rows::<0>(bits),
        }
    }
}

impl Advance<'_> {
    /// The same for rows of `N` words, or of any number of them if that is 0.
    #[inline(always)]
    fn rows<const N: usize>(self, bits: impl Bits) {
        let Advance { wave, grid, positions, reach } = self;
        let Wave { words, rows, frontier, fresh, coming, floors, stirred, room } = wave;
        let words = if N == 0 { *words } else { N };
        let (floors, places) = (floors.as_mut_slice(), 0);
        let mut ahead = Ahead::<N> {
            grid,
            positions,
            reach,
            words,
            rows,
            coming,
            floors,
            stirred,
            room,
            places,
        };
        let mut row = std::mem::take(&mut ahead.room.row);
        for (&position, fresh) in frontier.iter().zip(fresh.chunks_exact(words)) {
            ahead.stir(position, fresh);
            for steps in positions.steps(position).chunk_by(|one, next| one.from == next.from) {
                ahead.places = 0;
                for step in steps {
                    ahead.take(bits, step, fresh);
                }
                while let Some((from, piece, came)) = ahead.room.paths.pop() {
                    let rest = ahead.room.rows.len() - words;
                    let row = &mut row[..words];
                    row.copy_from_slice(&ahead.room.rows[rest..]);
                    ahead.room.rows.truncate(rest);
                    for step in positions.steps(from) {
                        if step.from == piece && goes_on(reach, came, step.way) {
                            ahead.take(bits, step, row);
                        }
                    }
                }
            }
        }
        ahead.room.row = row;
    }
}

/// The tables of the layer that is searched.
struct Ahead<'a, const N: usize> {
    grid: &'a Grid,
    positions: &'a Positions,
    reach: Reach,
    words: usize,
    rows: &'a mut [u64],
    coming: &'a mut Vec<u32>,
    floors: &'a mut [u32],
    stirred: &'a mut Stirred,
    room: &'a mut Room,
    /// The anchors at which the piece that is on its way has been.
    places: u32,
}

impl<const N: usize> Ahead<'_, N> {
    /// How many words a row has.
    #[inline(always)]
    fn words(&self) -> usize {
        if N == 0 { self.words } else { N }
    }

    /// Has one of the single cells move in a position.
    #[inline(always)]
    fn stir(&mut self, position: u32, sets: &[u64]) {
        let words = self.words();
        let come = &mut self.room.come[..words];
        let number = &mut self.floors[position as usize];
        if *number == UNKNOWN {
            let floor = Floor::new(self.grid, self.positions.free(position));
            *number = self.stirred.number(self.reach, &floor);
        }
        match *number {
            UNLISTED => {
                let floor = Floor::new(self.grid, self.positions.free(position));
                floor.stir(self.reach, sets, come);
            }
            // The sets of a listed floor are in one word.
            number => come[0] = self.stirred.stir(number, self.positions.size(), sets[0]),
        }
        if self.keep_new(position) {
            self.add(position);
        }
    }

    /// Has a piece take a step with all sets that let it.
    #[inline(always)]
    fn take(&mut self, bits: impl Bits, step: &Step, sets: &[u64]) {
        let words = self.words();
        let Room { come, part, .. } = self.room;
        if !step.shift.apply(bits, sets, &mut come[..words], part) || !self.keep_new(step.to) {
            return;
        }
        if self.reach != Reach::Unit {
            let Room { come, carried, paths, rows, .. } = self.room;
            let come = &mut come[..words];
            let known = &mut carried[usize::from(step.lands) * words..][..words];
            if self.places >> step.lands & 1 == 0 {
                self.places |= 1 << step.lands;
                known.copy_from_slice(come);
            } else if !add_new(known, come) {
                return;
            }
            paths.push((step.to, step.lands, step.way));
            rows.extend_from_slice(come);
        }
        self.add(step.to);
    }

    /// Leaves of what comes only the sets that have not been seen in a position. Returns whether there are any.
    #[inline(always)]
    fn keep_new(&mut self, position: u32) -> bool {
        let words = self.words();
        let seen = &self.rows[2 * position as usize * words..][..words];
        let mut any = 0;
        for (word, seen) in self.room.come[..words].iter_mut().zip(seen) {
            *word &= !seen;
            any |= *word;
        }
        any != 0
    }

    /// Puts what comes into the next layer.
    #[inline(always)]
    fn add(&mut self, position: u32) {
        let words = self.words();
        let next = &mut self.rows[(2 * position as usize + 1) * words..][..words];
        let mut before = 0;
        for (next, word) in next.iter_mut().zip(&self.room.come[..words]) {
            before |= *next;
            *next |= word;
        }
        if before == 0 {
            self.coming.push(position);
        }
    }
}

/// Adds sets to a row, and leaves only those that were not in it. Returns whether there are any.
#[inline(always)]
fn add_new(row: &mut [u64], sets: &mut [u64]) -> bool {
    let mut any = 0;
    for (word, set) in row.iter_mut().zip(sets) {
        *set &= !*word;
        *word |= *set;
        any |= *set;
    }
    any != 0
}
