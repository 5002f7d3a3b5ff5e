//! Which boards are joined at all, lump by lump.
//!
//! Larger pieces part the free cells of a position into chambers. As single cells are all alike, any of
//! them in a chamber can be anywhere in it, as long as it has a hole: so all boards with as many
//! holes in each chamber are joined by moves of single cells. They are a *lump*. Lumps are joined where a
//! piece takes a step: with the cells that it enters holes, and any numbers of holes in the chambers of
//! what is free before and after. So components are found among lumps, of which there are far fewer than
//! boards, and of all numbers of single cells at once.

use antipode_blocks::{Cells, Direction, Grid};

use crate::generate::singles::BINOMIALS;
use crate::holes::positions::{Positions, Step, among, numbered};

/// A connected part of the free cells of a position.
#[derive(Debug, Clone, Copy)]
struct Chamber {
    cells: u32,
    /// What one hole more in it adds to the number of a lump in its position.
    unit: u32,
}

/// The lumps of some positions, and which are joined.
#[derive(Debug, Default)]
pub(crate) struct Lumps {
    /// The chambers of all positions, and where those of each begin.
    chambers: Vec<Chamber>,
    begins: Vec<u32>,
    /// The first lump of each position.
    firsts: Vec<u32>,
    /// For each lump the first of those that it is joined with,
    joined: Vec<u32>,
    /// and for these how many boards there are in all.
    boards: Vec<u64>,
}

/// A lump of a position.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lump {
    /// The number of its component: its first lump.
    pub(crate) component: u32,
    /// How many holes its boards have.
    pub(crate) holes: usize,
    /// How many boards it has, of those that were asked for.
    pub(crate) boards: u64,
}

/// The holes and the boards of the lumps of one position.
#[derive(Debug, Default)]
pub(crate) struct LumpSizes {
    lumps: Vec<(usize, u64)>,
    /// Those with some of the boards only.
    some: Vec<(usize, u64)>,
}

/// The chambers of one position by the numbers of the free cells.
#[derive(Debug, Default)]
pub(crate) struct Numbered {
    first: u32,
    chambers: Vec<Chamber>,
}

impl Lumps {
    /// How many lumps a position with these free cells has.
    pub(crate) fn of(grid: &Grid, free: Cells) -> u64 {
        grid.parts(free).map(|cells| u64::from(cells.count_ones()) + 1).product()
    }

    /// Joins the lumps of some positions.
    pub(crate) fn new(grid: &Grid, positions: &Positions) -> Self {
        let mut lumps = Lumps {
            chambers: Vec::with_capacity(positions.len()),
            begins: Vec::with_capacity(positions.len() + 1),
            firsts: Vec::with_capacity(positions.len()),
            ..Lumps::default()
        };
        lumps.begins.push(0);
        // Far fewer are reckoned with, by a sample.
        let many = "fewer than 2^32 lumps";
        let mut all = 0_u32;
        for position in 0..positions.len() as u32 {
            let mut unit = 1_u32;
            for cells in grid.parts(positions.free(position)) {
                let cells = cells as u32;
                lumps.chambers.push(Chamber { cells, unit });
                unit = unit.checked_mul(cells.count_ones() + 1).expect(many);
            }
            lumps.begins.push(lumps.chambers.len() as u32);
            lumps.firsts.push(all);
            all = all.checked_add(unit).expect(many);
        }
        lumps.joined.extend(0..all);
        lumps.join(grid, positions);
        lumps.count();
        lumps
    }

    /// The number of lumps.
    pub(crate) fn len(&self) -> usize {
        self.joined.len()
    }

    /// The chambers of a position.
    fn chambers(&self, position: u32) -> &[Chamber] {
        let position = position as usize;
        &self.chambers[self.begins[position] as usize..self.begins[position + 1] as usize]
    }

    fn join(&mut self, grid: &Grid, positions: &Positions) {
        let mut joints = Vec::new();
        for position in 0..positions.len() as u32 {
            let free = positions.free(position);
            for step in positions.steps(position).iter().filter(|step| is_forth(step)) {
                let enters = numbered(step.shift.enters, free);
                let leaves = numbered(step.shift.leaves, positions.free(step.to));
                let (before, after) = (self.chambers(position), self.chambers(step.to));
                // What is free both before and after: of parts of the same chambers only the sum counts.
                let mut sums = [(0, 0, 0); Grid::MOST_CELLS as usize];
                let mut count = 0;
                for chamber in before {
                    for part in grid.parts(Cells::from(chamber.cells) & !enters) {
                        let unit = unit_at(after, part.trailing_zeros());
                        let size = part.count_ones();
                        match sums[..count]
                            .iter_mut()
                            .find(|it| (it.0, it.1) == (chamber.unit, unit))
                        {
                            Some(sum) => sum.2 += size,
                            None => {
                                sums[count] = (chamber.unit, unit, size);
                                count += 1;
                            }
                        }
                    }
                }
                joints.clear();
                joints.push((
                    self.firsts[position as usize] + units(before, enters as u32),
                    self.firsts[step.to as usize] + units(after, leaves as u32),
                ));
                for &(unit_before, unit_after, size) in &sums[..count] {
                    for joint in 0..joints.len() {
                        let (one, other) = joints[joint];
                        let more =
                            (1..=size).map(|it| (one + it * unit_before, other + it * unit_after));
                        joints.extend(more);
                    }
                }
                for &(one, other) in &joints {
                    self.unite(one, other);
                }
            }
        }
        for lump in 0..self.joined.len() as u32 {
            self.joined[lump as usize] = self.first_of(lump);
        }
    }

    fn unite(&mut self, one: u32, other: u32) {
        let (one, other) = (self.first_of(one), self.first_of(other));
        self.joined[one.max(other) as usize] = one.min(other);
    }

    /// The first of the lumps that one is known to be joined with.
    fn first_of(&mut self, mut lump: u32) -> u32 {
        loop {
            let next = self.joined[lump as usize];
            if next == lump {
                return lump;
            }
            let after = self.joined[next as usize];
            self.joined[lump as usize] = after;
            lump = after;
        }
    }

    fn count(&mut self) {
        self.boards = vec![0; self.joined.len()];
        let mut sizes = LumpSizes::default();
        for position in 0..self.firsts.len() as u32 {
            find(&mut sizes.lumps, self.chambers(position), 0);
            let first = self.firsts[position as usize] as usize;
            for (joined, (_, boards)) in self.joined[first..].iter().zip(&sizes.lumps) {
                self.boards[*joined as usize] += boards;
            }
        }
    }

    /// How many boards a component has.
    pub(crate) fn boards(&self, component: u32) -> u64 {
        self.boards[component as usize]
    }

    /// The lumps of a position, with all their boards.
    pub(crate) fn all<'a>(
        &'a self,
        position: u32,
        sizes: &'a mut LumpSizes,
    ) -> impl Iterator<Item = Lump> + 'a {
        find(&mut sizes.lumps, self.chambers(position), 0);
        self.sized(position, sizes)
    }

    /// The lumps of a position, with the boards that have holes in all cells of some of the sets `exits`.
    pub(crate) fn leaving<'a>(
        &'a self,
        position: u32,
        exits: &[u32],
        sizes: &'a mut LumpSizes,
    ) -> impl Iterator<Item = Lump> + 'a {
        let LumpSizes { lumps, some } = sizes;
        find(lumps, self.chambers(position), 0);
        lumps.iter_mut().for_each(|it| it.1 = 0);
        // Inclusion and exclusion.
        for chosen in 1_u32..1 << exits.len() {
            let exits = exits.iter().enumerate().filter(|(exit, _)| chosen >> exit & 1 == 1);
            find(some, self.chambers(position), exits.fold(0, |cells, (_, exit)| cells | exit));
            for (all, some) in lumps.iter_mut().zip(&*some) {
                let boards =
                    if chosen.count_ones() % 2 == 1 { some.1 } else { some.1.wrapping_neg() };
                all.1 = all.1.wrapping_add(boards);
            }
        }
        self.sized(position, sizes)
    }

    fn sized<'a>(&'a self, position: u32, sizes: &'a LumpSizes) -> impl Iterator<Item = Lump> + 'a {
        let joined = &self.joined[self.firsts[position as usize] as usize..];
        let lump = |(&component, &(holes, boards)): (&u32, &(usize, u64))| Lump {
            component,
            holes,
            boards,
        };
        joined.iter().zip(&sizes.lumps).map(lump)
    }

    /// Finds the chambers of a position, whose free cells are given, by the numbers of these.
    pub(crate) fn number(&self, position: u32, free: Cells, numbered: &mut Numbered) {
        let by_numbers =
            |chamber: &Chamber| Chamber { cells: among(chamber.cells.into(), free), ..*chamber };
        numbered.first = self.firsts[position as usize];
        numbered.chambers.clear();
        numbered.chambers.extend(self.chambers(position).iter().map(by_numbers));
    }

    /// The component of a board of a numbered position, by its holes.
    #[inline]
    pub(crate) fn component(&self, numbered: &Numbered, holes: u32) -> u32 {
        self.joined[(numbered.first + units(&numbered.chambers, holes)) as usize]
    }
}

/// Finds the holes and the boards of the lumps of a position with these chambers. Only boards with holes in all of
/// some cells are counted.
fn find(lumps: &mut Vec<(usize, u64)>, chambers: &[Chamber], cells: u32) {
    lumps.clear();
    lumps.push((0, 1));
    for chamber in chambers {
        let fixed = (chamber.cells & cells).count_ones();
        let ways = &BINOMIALS[(chamber.cells.count_ones() - fixed) as usize];
        let ways =
            |holes: u32| holes.checked_sub(fixed).map_or(0, |it| u64::from(ways[it as usize]));
        let others = lumps.len();
        for holes in 1..=chamber.cells.count_ones() {
            let ways = ways(holes);
            for other in 0..others {
                let (more, boards) = lumps[other];
                lumps.push((more + holes as usize, boards * ways));
            }
        }
        if fixed > 0 {
            lumps[..others].iter_mut().for_each(|it| it.1 = 0);
        }
    }
}

/// Whether a step leads right or down: the others lead back.
fn is_forth(step: &Step) -> bool {
    matches!(step.way, Direction::Right | Direction::Down)
}

/// What the holes in some cells add to the number of a lump of a position with those chambers.
#[inline]
fn units(chambers: &[Chamber], cells: u32) -> u32 {
    chambers.iter().map(|it| it.unit * (cells & it.cells).count_ones()).sum()
}

/// What one hole more in a cell adds to it.
#[inline]
fn unit_at(chambers: &[Chamber], cell: u32) -> u32 {
    chambers.iter().find(|it| it.cells >> cell & 1 == 1).map_or(0, |it| it.unit)
}
