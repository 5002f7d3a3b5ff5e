//! The packing generator: justsolved boards class by class, each made once.
//!
//! The goal piece is put at its end place and the other shapes are added one at a time, in
//! their order. The packings of a multiset of shapes are made from those of the multiset
//! without its last piece, pieces of equal shape at rising anchors, so no board is made twice
//! and no table of boards is needed; memory is one path of lists.
//!
//! Taking a piece away leaves a justsolved board justsolved. Boards on which the goal piece
//! cannot move are therefore dropped at once, and everything the generator makes is wanted. That
//! holds in the super metrics too, where the goal piece may take along what it pushes: a piece in
//! front of all that closes the way only if the goal piece, pushing, cannot make it go.

use crate::actions::push::{MOST_PIECES, pushed_into};
use crate::class::{Class, Kind};
use crate::family::{Family, Shapes};
use crate::generate::crowded::{Crowded, LEAST, Room};
use crate::generate::filling::{most_holes, reachable};
use crate::generate::singles::{Singles, all_wanted};
use crate::generate::visitor::{Span, Visitor};
use crate::key::{Key, Layout};
use crate::searched::Searched;
use crate::shape::{Shape, connected};
use antipode_blocks::{Cells, Direction, Grid, each};

/// A board on its way to larger classes.
#[derive(Debug, Clone, Copy)]
struct Packed<K> {
    key: K,
    occupied: u32,
    /// The anchor of the piece added last.
    last: u8,
    /// Which ways are open to the goal piece: the bits of directions.
    open: u8,
}

/// Shapes up to this size are tried one after the other, all anchors at once; larger ones are
/// too many for that and are found by listing the connected parts of the free cells.
const TRIED_SIZE: u32 = 4;

/// The packing generator for one family of boards.
#[derive(Debug)]
pub struct Packing<'a> {
    family: &'a Family,
    /// The shapes that are tried: all small ones, or those that the family lists.
    tried: Vec<(Shape, Kind)>,
    goals: Vec<Shape>,
    /// The bytes that its lists may take.
    memory: usize,
}

/// What the goal piece of a board may push.
struct Pushable {
    /// The cells of the other pieces, so many.
    others: [Cells; MOST_PIECES],
    count: usize,
    /// For each way that is open, the cells in front of all that is pushed when the goal piece goes there.
    fronts: [Option<Cells>; 4],
}

struct Walk<'a, V> {
    packing: &'a Packing<'a>,
    /// The goal piece at its end place.
    home: Cells,
    /// The cells it needs to leave it, by direction.
    exits: [Cells; 4],
    class: Class,
    /// How many kinds the class has, the goal piece's included.
    kinds: usize,
    span: &'a Span,
    room: Room,
    visitor: &'a mut V,
}

impl<'a> Packing<'a> {
    /// A generator of the boards of `family`.
    pub fn new(family: &'a Family) -> Self {
        let grid = &family.grid;
        let tried = match &family.shapes {
            Shapes::All => Shape::all(grid, TRIED_SIZE.min(grid.size() - 1)),
            Shapes::Only(shapes) | Shapes::Exactly(shapes) => {
                let mut shapes = shapes.clone();
                shapes.dedup();
                shapes
            }
        };
        let tried = tried.into_iter().map(|shape| (shape, Kind::new(grid, shape))).collect();
        Packing { family, tried, goals: family.goal_shapes(), memory: usize::MAX }
    }

    /// The same generator, whose lists take at most so many bytes at a time, or 64 MiB if that is more.
    pub fn within(self, memory: usize) -> Self {
        Packing { memory: memory.max(LEAST), ..self }
    }

    /// The shapes of goal pieces, in order.
    pub fn goals(&self) -> &[Shape] {
        &self.goals
    }

    /// Visits the classes of `span` in order.
    pub fn visit<V: Visitor>(&self, span: &Span, visitor: &mut V) -> Result<(), V::Error> {
        self.goals.iter().try_for_each(|&goal| self.visit_goal(goal, span, visitor))
    }

    /// Visits the classes of `span` whose goal piece has shape `goal`, in order.
    pub fn visit_goal<V: Visitor>(
        &self,
        goal: Shape,
        span: &Span,
        visitor: &mut V,
    ) -> Result<(), V::Error> {
        let grid = &self.family.grid;
        let class = Class { goal, others: Vec::new() };
        let layout = Layout::new::<u64>(grid);
        let home = self.family.home(goal).unwrap_or(0);
        let exits = Direction::ALL.map(|way| grid.shifted(home, way) & !home);
        let ways = Direction::ALL.into_iter().filter(|&way| home & grid.edge(way) == 0);
        let open = ways.fold(0, |open, way| open | 1 << way as u8);
        let anchor = home.trailing_zeros();
        let root =
            Packed { key: layout.unit::<u64>(1) << anchor, occupied: home as u32, last: 0, open };
        if !span.touches(&class) {
            return Ok(());
        }
        let room = Room::new("the justsolved boards of a class", self.memory);
        let mut walk = Walk { packing: self, home, exits, class, kinds: 1, span, room, visitor };
        walk.node(&[root], &layout)
    }
}

impl<V: Visitor> Walk<'_, V> {
    /// Visits the class at hand, whose boards are `list`, and all classes that extend it.
    fn node<K: Searched>(&mut self, list: &[Packed<K>], layout: &Layout) -> Result<(), V::Error> {
        self.room.take(list);
        let visited = self.extended(list, layout);
        self.room.give(list);
        visited
    }

    fn extended<K: Searched>(
        &mut self,
        list: &[Packed<K>],
        layout: &Layout,
    ) -> Result<(), V::Error> {
        let family = self.packing.family;
        self.visitor.seen(list.len() as u64);
        if self.span.contains(&self.class) && family.contains(&self.class) {
            self.visitor.holds(self.room.used());
            self.visitor.class(&self.class, list.iter().map(|packed| packed.key))?;
        }
        let last = self.class.others.last().copied();
        let room = family.room_beside(&self.class);
        let room = last.map_or(room, |last| room.min(last.size()));
        if room == 0 {
            return Ok(());
        }
        if matches!(family.shapes, Shapes::All) && room > TRIED_SIZE {
            self.large_children(list, layout, room)?;
        }
        for index in 0..self.packing.tried.len() {
            let (shape, kind) = self.packing.tried[index];
            if shape.size() > room || last.is_some_and(|last| shape < last) {
                continue;
            }
            if !family.may_add(&self.class, shape) || !self.wants(shape) {
                continue;
            }
            let again = self.class.others.last() == Some(&shape);
            // What pieces that are pushed leave open is not told by free cells alone.
            let told = !family.metric.is_super() && all_wanted(family, &self.class);
            if shape.size() == 1 && told && self.visitor.counts() {
                self.count_singles(list, shape, again)?;
                continue;
            }
            let code = self.kinds + usize::from(!again);
            let is_last = self.packing.tried.last().is_some_and(|last| last.0 == shape);
            let holes = is_last.then(|| most_holes(family, &self.class, shape));
            let same = last == Some(shape);
            if code <= layout.kinds() {
                let unit = layout.unit::<K>(code);
                let children = self.children(list, layout, kind, same, holes, unit)?;
                self.descend(shape, again, &children, layout)?;
            } else {
                let (wide, list) = widen(&family.grid, list, layout);
                let unit = wide.unit(code);
                let children = self.children(&list, &wide, kind, same, holes, unit)?;
                self.descend(shape, again, &children, &wide)?;
            }
        }
        Ok(())
    }

    /// Counts the boards of all classes that extend the one at hand, whose boards are `list`, by single
    /// cells; `again` if the piece added last is one.
    fn count_singles<K: Searched>(
        &mut self,
        list: &[Packed<K>],
        single: Shape,
        again: bool,
    ) -> Result<(), V::Error> {
        let family = self.packing.family;
        let mut singles = Singles::new();
        for packed in list {
            let free = family.grid.cells() & !Cells::from(packed.occupied);
            let free = if again { free & !1 << packed.last } else { free };
            let mut exits = [0; 4];
            let mut open = 0;
            for (way, exit) in self.exits.into_iter().enumerate() {
                if packed.open >> way & 1 == 1 {
                    exits[open] = exit;
                    open += 1;
                }
            }
            singles.add_open(free, &exits[..open]);
        }
        let Walk { class, span, room, visitor, .. } = self;
        singles.visit::<Packed<K>, V>(family, class, single, span, room, *visitor)
    }

    /// Whether the span reaches into the classes that extend the one at hand by `shape`.
    fn wants(&mut self, shape: Shape) -> bool {
        self.class.others.push(shape);
        let wanted = self.span.touches(&self.class);
        self.class.others.pop();
        wanted
    }

    fn descend<K: Searched>(
        &mut self,
        shape: Shape,
        again: bool,
        list: &[Packed<K>],
        layout: &Layout,
    ) -> Result<(), V::Error> {
        if list.is_empty() {
            return Ok(());
        }
        self.class.others.push(shape);
        self.kinds += usize::from(!again);
        let result = self.node(list, layout);
        self.kinds -= usize::from(!again);
        self.class.others.pop();
        result
    }

    /// The kinds of pieces that the goal piece may push, if it may: their masks and patterns.
    fn pushed_kinds<K: Key>(&self, layout: &Layout) -> Option<Vec<(K, Cells)>> {
        self.packing.family.metric.is_super().then(|| {
            let kinds = (2..).zip(self.class.kinds().skip(1));
            kinds.map(|(code, shape)| (layout.mask(code), shape.pattern())).collect()
        })
    }

    /// What the goal piece of a board may push, whose other pieces are of `kinds`.
    fn pushable<K: Key>(
        &self,
        packed: &Packed<K>,
        layout: &Layout,
        kinds: &[(K, Cells)],
    ) -> Pushable {
        let mut pushable = Pushable { others: [0; MOST_PIECES], count: 0, fronts: [None; 4] };
        for &(mask, pattern) in kinds {
            for anchor in each(layout.anchors(packed.key, mask)) {
                pushable.others[pushable.count] = pattern << anchor;
                pushable.count += 1;
            }
        }
        for way in Direction::ALL {
            if packed.open >> way as u8 & 1 == 1 {
                let others = pushable.others[..pushable.count].iter().copied();
                let grid = &self.packing.family.grid;
                pushable.fronts[way as usize] = pushed_into(grid, self.home, way, others);
            }
        }
        pushable
    }

    /// Which ways stay open when a piece at `cells` is added to a board whose other pieces the goal piece
    /// may push out of its way.
    fn pushed_open(&self, pushable: &Pushable, cells: Cells) -> u8 {
        let grid = &self.packing.family.grid;
        let others = pushable.others[..pushable.count].iter().copied().chain([cells]);
        let still = |&way: &Direction| {
            pushable.fronts[way as usize].is_some_and(|front| {
                // What is not in front of all that is pushed changes nothing.
                cells & front == 0 || pushed_into(grid, self.home, way, others.clone()).is_some()
            })
        };
        Direction::ALL.into_iter().filter(still).fold(0, |open, way| open | 1 << way as u8)
    }

    /// The boards of `list` with one more piece of a kind, in all ways that keep them justsolved;
    /// `again` if the piece added last is of the same shape. `most_holes` are those that may be left
    /// where no other shape follows.
    fn children<K: Key>(
        &self,
        list: &[Packed<K>],
        layout: &Layout,
        kind: Kind,
        again: bool,
        most_holes: Option<u32>,
        unit: K,
    ) -> Result<Vec<Packed<K>>, Crowded> {
        let mut children = Vec::new();
        let kinds = self.pushed_kinds(layout);
        for packed in list {
            let pushable = kinds.as_deref().map(|kinds| self.pushable(packed, layout, kinds));
            let free = self.packing.family.grid.cells() & !Cells::from(packed.occupied);
            // The anchors that leave each way open.
            let legal = Direction::ALL.map(|way| match packed.open >> way as u8 & 1 {
                1 => kind.legal(free & !self.exits[way as usize]),
                _ => 0,
            });
            let all = pushable.is_some();
            let mut anchors =
                if all { kind.legal(free) } else { legal.iter().fold(0, |all, some| all | some) };
            if again {
                anchors &= !1 << packed.last;
            }
            if let Some(most) = most_holes {
                anchors &= reachable(free, most);
            }
            self.room.reserve(&mut children, anchors.count_ones() as usize)?;
            while anchors != 0 {
                let anchor = anchors.trailing_zeros();
                anchors &= anchors - 1;
                let cells = kind.pattern << anchor;
                let open = match &pushable {
                    Some(pushable) => self.pushed_open(pushable, cells),
                    None => (0..)
                        .zip(legal)
                        .fold(0, |open, (way, legal)| open | ((legal >> anchor & 1) as u8) << way),
                };
                if open == 0 {
                    continue;
                }
                children.push(Packed {
                    key: packed.key ^ unit << anchor,
                    occupied: packed.occupied | cells as u32,
                    last: anchor as u8,
                    open,
                });
            }
        }
        Ok(children)
    }

    /// Visits the extensions by a shape of more than [`TRIED_SIZE`] and at most `room` cells.
    fn large_children<K: Searched>(
        &mut self,
        list: &[Packed<K>],
        layout: &Layout,
        room: u32,
    ) -> Result<(), V::Error> {
        let family = self.packing.family;
        let grid = &family.grid;
        let last = self.class.others.last().copied();
        let again = self.class.others.last().copied();
        if self.kinds + 1 > layout.kinds() {
            // One kind more might not fit. This is rare enough not to look more closely.
            let (wide, list) = widen(grid, list, layout);
            return self.large_children(&list, &wide, room);
        }
        let unit: [K; 2] = [layout.unit(self.kinds), layout.unit(self.kinds + 1)];
        let mut found = Vec::new();
        let kinds = self.pushed_kinds(layout);
        for packed in list {
            self.room.reserve(&mut found, 1)?;
            let pushable = kinds.as_deref().map(|kinds| self.pushable(packed, layout, kinds));
            let free = grid.cells() & !Cells::from(packed.occupied);
            for anchor in each(free) {
                connected(grid, free, anchor, room, &mut |cells| {
                    let open = match &pushable {
                        Some(pushable) => self.pushed_open(pushable, cells),
                        None => (0..).zip(self.exits).fold(packed.open, |open, (way, exit)| {
                            open & !(u8::from(cells & exit != 0) << way)
                        }),
                    };
                    if open != 0 && cells.count_ones() > TRIED_SIZE {
                        let shape = Shape::of(grid, cells);
                        let wanted = match last {
                            Some(last) if last == shape => anchor > u32::from(packed.last),
                            Some(last) => shape > last,
                            None => true,
                        };
                        if wanted {
                            let again = again == Some(shape);
                            let child = Packed {
                                key: packed.key ^ unit[usize::from(!again)] << anchor,
                                occupied: packed.occupied | cells as u32,
                                last: anchor as u8,
                                open,
                            };
                            found.push((shape, child));
                        }
                    }
                    open != 0
                });
            }
        }
        // A stable sort keeps the boards of a class in the order in which they were found.
        found.sort_by_key(|&(shape, _)| shape);
        for same in found.chunk_by(|a, b| a.0 == b.0) {
            let shape = same[0].0;
            if family.may_add(&self.class, shape) && self.wants(shape) {
                let children: Vec<_> = same.iter().map(|&(_, child)| child).collect();
                self.descend(shape, again == Some(shape), &children, layout)?;
            }
        }
        Ok(())
    }
}

/// The same boards in keys of the widest kind.
fn widen<K: Key>(grid: &Grid, list: &[Packed<K>], layout: &Layout) -> (Layout, Vec<Packed<u128>>) {
    let wide = Layout::new::<u128>(grid);
    // The planes lie at the same places in both, so the number stays the same.
    debug_assert!(layout.kinds() < wide.kinds());
    let list = list
        .iter()
        .map(|packed| Packed {
            key: packed.key.wide(),
            occupied: packed.occupied,
            last: packed.last,
            open: packed.open,
        })
        .collect();
    (wide, list)
}
