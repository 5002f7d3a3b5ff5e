//! The packing generator: justsolved boards class by class, each made once.
//!
//! The goal piece is put at its end place and the other shapes are added one at a time (see
//! `growth.rs`). Taking a piece away leaves a justsolved board justsolved. Boards on which the goal
//! piece cannot move are therefore dropped at once, and everything the generator makes is wanted. That
//! holds in the super metrics too, where the goal piece may take along what it pushes: a piece in
//! front of all that closes the way only if the goal piece, pushing, cannot make it go.

use antipode_blocks::{Cells, Direction, each};

use crate::actions::push::{MOST_PIECES, pushed_into};
use crate::class::Class;
use crate::family::Family;
use crate::generate::growth::{Growth, Restriction};
use crate::generate::singles::SingleCounts;
use crate::generate::visitor::{Span, Visitor};
use crate::key::{Key, Layout, Planes};
use crate::shape::Shape;

/// The packing generator for one family of boards.
#[derive(Debug)]
pub struct Packing<'a> {
    growth: Growth<'a>,
    goals: Vec<Shape>,
}

impl<'a> Packing<'a> {
    /// A generator of the boards of `family`.
    pub fn new(family: &'a Family) -> Self {
        Packing { growth: Growth::new(family), goals: family.goal_shapes() }
    }

    /// The same generator, whose lists take at most so many bytes at a time, or 64 MiB if that is more.
    pub fn within(self, memory: usize) -> Self {
        Packing { growth: self.growth.within(memory), ..self }
    }

    /// The shapes of goal pieces, in order.
    pub fn goals(&self) -> &[Shape] {
        &self.goals
    }

    /// Visits the classes of `span` in order.
    ///
    /// # Errors
    /// If the visitor fails, or a class does not fit in memory.
    pub fn visit<V: Visitor>(&self, span: &Span, visitor: &mut V) -> Result<(), V::Error> {
        self.goals.iter().try_for_each(|&goal| self.visit_goal(goal, span, visitor))
    }

    /// Visits the classes of `span` whose goal piece has shape `goal`, in order.
    ///
    /// # Errors
    /// As [`visit`](Self::visit).
    pub fn visit_goal<V: Visitor>(
        &self,
        goal: Shape,
        span: &Span,
        visitor: &mut V,
    ) -> Result<(), V::Error> {
        let family = self.growth.family;
        let grid = &family.grid;
        let home = family.home(goal).unwrap_or(0);
        let exits = Direction::ALL.map(|way| grid.shifted(home, way) & !home);
        let ways = Direction::ALL.into_iter().filter(|&way| home & grid.edge(way) == 0);
        let open = ways.fold(0, |open, way| open | 1 << way as u8);
        let anchor = home & home.wrapping_neg();
        self.growth.visit(CanLeave { family, home, exits }, goal, anchor, open, span, visitor)
    }
}

/// Boards with the goal piece at its end place that can leave it.
struct CanLeave<'a> {
    family: &'a Family,
    /// The goal piece at its end place.
    home: Cells,
    /// The cells it needs to leave it, by direction.
    exits: [Cells; 4],
}

/// What the goal piece of a board may push.
struct Pushable {
    /// The cells of the other pieces, so many.
    others: [Cells; MOST_PIECES],
    count: usize,
    /// For each way that is open, the cells in front of all that is pushed when the goal piece goes there.
    fronts: [Option<Cells>; 4],
}

impl Restriction for CanLeave<'_> {
    /// Which ways are open to the goal piece: the bits of directions.
    type Mark = u8;
    /// What the goal piece may push, if it may.
    type Around = Option<Pushable>;
    const LISTED: &'static str = "the justsolved boards of a class";
    const FIRST_APART: bool = true;
    const LISTS_SINGLES: bool = true;

    /// What pieces that are pushed leave open is not told by free cells alone.
    fn counts_singles(&self) -> bool {
        !self.family.metric.is_super()
    }

    fn count_singles(&self, singles: &mut SingleCounts, free: Cells, places: Cells, open: u8) {
        let mut exits = [0; 4];
        let mut count = 0;
        for (way, exit) in self.exits.into_iter().enumerate() {
            if open >> way & 1 == 1 {
                exits[count] = exit;
                count += 1;
            }
        }
        singles.add(free, places, &exits[..count]);
    }

    fn kinds(&self, class: &Class, layout: &Layout) -> Vec<(Planes, Cells)> {
        if !self.family.metric.is_super() {
            return Vec::new();
        }
        let kinds = (2..).zip(class.kinds().skip(1));
        kinds.map(|(code, shape)| (layout.mask(code), shape.pattern())).collect()
    }

    #[inline]
    fn around<K: Key>(
        &self,
        key: K,
        open: u8,
        layout: &Layout,
        kinds: &[(Planes, Cells)],
    ) -> Option<Pushable> {
        self.family.metric.is_super().then(|| {
            let mut pushable = Pushable { others: [0; MOST_PIECES], count: 0, fronts: [None; 4] };
            let planes = layout.planes(key);
            for (mask, pattern) in kinds {
                for anchor in each(layout.anchors(&planes, mask)) {
                    pushable.others[pushable.count] = pattern << anchor;
                    pushable.count += 1;
                }
            }
            for way in Direction::ALL {
                if open >> way as u8 & 1 == 1 {
                    let others = pushable.others[..pushable.count].iter().copied();
                    let front = pushed_into(&self.family.grid, self.home, way, others);
                    pushable.fronts[way as usize] = front;
                }
            }
            pushable
        })
    }

    #[inline]
    fn mark(&self, pushable: &Option<Pushable>, open: u8, cells: Cells) -> Option<u8> {
        let open = match pushable {
            Some(pushable) => self.pushed_open(pushable, cells),
            None => (0..)
                .zip(self.exits)
                .fold(open, |open, (way, exit)| open & !(u8::from(cells & exit != 0) << way)),
        };
        (open != 0).then_some(open)
    }
}

impl CanLeave<'_> {
    /// Which ways stay open when a piece at `cells` is added to a board whose other pieces the goal piece
    /// may push out of its way.
    fn pushed_open(&self, pushable: &Pushable, cells: Cells) -> u8 {
        let grid = &self.family.grid;
        let others = pushable.others[..pushable.count].iter().copied().chain([cells]);
        let still = |&way: &Direction| {
            pushable.fronts[way as usize].is_some_and(|front| {
                // What is not in front of all that is pushed changes nothing.
                cells & front == 0 || pushed_into(grid, self.home, way, others.clone()).is_some()
            })
        };
        Direction::ALL.into_iter().filter(still).fold(0, |open, way| open | 1 << way as u8)
    }
}
