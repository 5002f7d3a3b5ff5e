//! Orderly generation: the classes without a goal piece, one of each set of images, with all boards.
//!
//! Boards are made as the packing generator makes them, shape by shape in their order, but from all
//! places of the first shape and whether or not anything can move. Of the classes that are images
//! of each other under the symmetries of the outline only the first is made. A class is a rising
//! sequence of shapes; if it comes first among its images, so does the sequence without its last
//! shape, so a class that does not come first is left out with all that extends it (Read, 1978).

use antipode_blocks::{Cells, Grid, each};

use crate::class::{Class, Kind};
use crate::family::{Family, Shapes};
use crate::generate::crowded::{Crowded, LEAST, Room};
use crate::generate::filling::{most_holes, reachable};
use crate::generate::singles::{Singles, all_wanted};
use crate::generate::visitor::{Entry, Span, Visitor};
use crate::key::{Key, Layout};
use crate::searched::Searched;
use crate::shape::{Shape, connected};
use crate::symmetry::{Symmetries, SymmetrySet};

/// A board on its way to larger classes.
#[derive(Debug, Clone, Copy)]
struct Packed<K> {
    key: K,
    occupied: u32,
    /// The anchor of the piece added last.
    last: u8,
}

/// Shapes up to this size are tried one after the other, as the packing generator does.
const TRIED_SIZE: u32 = 4;

/// The orderly generator for one family of boards.
#[derive(Debug)]
pub struct Orderly<'a> {
    family: &'a Family,
    symmetries: &'a Symmetries,
    /// The shapes that are tried: all small ones, or those that the family lists.
    tried: Vec<Candidate>,
    /// The shapes that a class may begin with, in order.
    firsts: Vec<Shape>,
    /// The bytes that its lists may take.
    memory: usize,
}

/// A shape that may be added.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    shape: Shape,
    kind: Kind,
}

/// The shapes of equal size that were added last, and what is known of those before.
#[derive(Debug, Clone)]
struct Tail {
    /// Where they begin among all shapes.
    begin: usize,
    /// The symmetries that map the shapes before them to themselves. Under all others a sequence
    /// that begins like this comes before its image, whatever follows.
    open: SymmetrySet,
}

struct Walk<'a, V> {
    orderly: &'a Orderly<'a>,
    class: Class,
    /// The shapes of the class, in order.
    shapes: Vec<Shape>,
    kinds: usize,
    span: &'a Span,
    room: Room,
    visitor: &'a mut V,
}

impl<'a> Orderly<'a> {
    /// A generator of the boards of `family`, whose symmetries are given.
    pub fn new(family: &'a Family, symmetries: &'a Symmetries) -> Self {
        let grid = &family.grid;
        let largest = family.room();
        let (tried, firsts) = match &family.shapes {
            Shapes::All => (Shape::all(grid, TRIED_SIZE.min(largest)), Shape::all(grid, largest)),
            Shapes::Only(shapes) | Shapes::Exactly(shapes) => {
                let mut shapes = shapes.clone();
                shapes.dedup();
                shapes.retain(|shape| shape.size() <= largest);
                (shapes.clone(), shapes)
            }
        };
        let candidate = |shape| Candidate { shape, kind: Kind::new(grid, shape) };
        let tried = tried.into_iter().map(candidate).collect();
        let mut orderly = Orderly { family, symmetries, tried, firsts, memory: usize::MAX };
        let first = |&shape: &Shape| orderly.comes_first(&[shape], &orderly.whole());
        orderly.firsts = orderly.firsts.iter().copied().filter(first).collect();
        orderly
    }

    /// The same generator, whose lists take at most so many bytes at a time, or 64 MiB if that is more.
    pub fn within(self, memory: usize) -> Self {
        Orderly { memory: memory.max(LEAST), ..self }
    }

    /// All shapes as a tail, of which nothing is known.
    fn whole(&self) -> Tail {
        Tail { begin: 0, open: ((1_u16 << self.symmetries.count()) - 1) as SymmetrySet }
    }

    /// The shapes that classes begin with, in order: those that come first among their images.
    pub fn firsts(&self) -> &[Shape] {
        &self.firsts
    }

    /// Visits the classes of `span` in order. The goal piece of each stands for the first of all
    /// shapes, and is not told apart from others of its shape; the boards are all of the class.
    pub fn visit<V: Visitor>(&self, span: &Span, visitor: &mut V) -> Result<(), V::Error> {
        self.firsts.iter().try_for_each(|&first| self.visit_first(first, span, visitor))
    }

    /// Visits the classes of `span` that begin with a shape, in order.
    pub fn visit_first<V: Visitor>(
        &self,
        first: Shape,
        span: &Span,
        visitor: &mut V,
    ) -> Result<(), V::Error> {
        let class = Class { goal: first, others: Vec::new() };
        if !span.touches(&class) {
            return Ok(());
        }
        let shapes = vec![first];
        let grid = &self.family.grid;
        let layout = Layout::new::<u64>(grid);
        let board = |anchor: u32| Packed {
            key: layout.unit::<u64>(1) << anchor,
            occupied: (first.pattern() << anchor) as u32,
            last: anchor as u8,
        };
        let roots: Vec<_> = each(first.fits(grid)).map(board).collect();
        let room = Room::new("the boards of a class", self.memory);
        let mut walk = Walk { orderly: self, class, shapes, kinds: 1, span, room, visitor };
        walk.node(roots, &layout, &self.whole())
    }

    /// Whether a sequence comes before all its images, or is one of them.
    fn comes_first(&self, shapes: &[Shape], tail: &Tail) -> bool {
        let last = &shapes[tail.begin..];
        each(Cells::from(tail.open & !1)).all(|it| self.image(last, it as usize).as_slice() >= last)
    }

    /// The symmetries that map a sequence to itself.
    fn fixing(&self, shapes: &[Shape], tail: &Tail) -> SymmetrySet {
        let last = &shapes[tail.begin..];
        let fixed = |it: &u32| self.image(last, *it as usize) == last;
        each(Cells::from(tail.open & !1)).filter(fixed).fold(1, |set, it| set | 1 << it)
    }

    fn image(&self, shapes: &[Shape], symmetry: usize) -> Vec<Shape> {
        let image = |&shape| self.symmetries.shape(symmetry, shape);
        let mut images: Vec<Shape> = shapes.iter().map(image).collect();
        images.sort_unstable();
        images
    }
}

impl<V: Visitor> Walk<'_, V> {
    /// Enters the class at hand, whose boards are `list`, as the visitor wishes.
    fn node<K: Searched>(
        &mut self,
        mut list: Vec<Packed<K>>,
        layout: &Layout,
        tail: &Tail,
    ) -> Result<(), V::Error> {
        match self.visitor.enters(&self.class, list.len()) {
            Entry::Whole => {}
            Entry::Part { first, step } => {
                list = list.into_iter().skip(first).step_by(step).collect();
            }
            Entry::None => return Ok(()),
        }
        self.room.take(&list);
        let visited = self.extended(&list, layout, tail);
        self.room.give(&list);
        visited
    }

    /// Visits the class at hand, whose boards are `list`, and all classes that extend it.
    fn extended<K: Searched>(
        &mut self,
        list: &[Packed<K>],
        layout: &Layout,
        tail: &Tail,
    ) -> Result<(), V::Error> {
        let orderly = self.orderly;
        let family = orderly.family;
        self.visitor.seen(list.len() as u64);
        if self.span.contains(&self.class) && family.contains(&self.class) {
            self.visitor.holds(self.room.used());
            self.visitor.class(&self.class, list.iter().map(|packed| packed.key))?;
        }
        let last = self.shapes[self.shapes.len() - 1];
        let room = family.room_beside(&self.class).min(last.size());
        if room == 0 {
            return Ok(());
        }
        // A smaller shape begins a tail of its own.
        let smaller = Tail { begin: self.shapes.len(), open: orderly.fixing(&self.shapes, tail) };
        if matches!(family.shapes, Shapes::All) && room > TRIED_SIZE {
            self.large_children(list, layout, room, [tail, &smaller])?;
        }
        for &Candidate { shape, kind } in &orderly.tried {
            if shape.size() > room || shape < last {
                continue;
            }
            let tail = if shape.size() == last.size() { tail } else { &smaller };
            if !self.may_add(shape, tail) {
                continue;
            }
            let again = shape == last;
            if shape.size() == 1 && self.visitor.counts() && all_wanted(family, &self.class) {
                self.count_singles(list, shape, again)?;
                continue;
            }
            let code = self.kinds + usize::from(!again);
            let is_last = orderly.tried.last().is_some_and(|last| last.shape == shape);
            let most_holes = is_last.then(|| most_holes(family, &self.class, shape));
            if code <= layout.kinds() {
                let unit = layout.unit::<K>(code);
                let children =
                    children(&self.room, list, &family.grid, kind, again, most_holes, unit)?;
                self.descend(shape, children, layout, tail)?;
            } else {
                let (wide, list) = widen(&family.grid, list, layout);
                let unit = wide.unit(code);
                let children =
                    children(&self.room, &list, &family.grid, kind, again, most_holes, unit)?;
                self.descend(shape, children, &wide, tail)?;
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
        let family = self.orderly.family;
        let mut singles = Singles::new();
        for packed in list {
            let free = family.grid.cells() & !Cells::from(packed.occupied);
            singles.add(if again { free & !1 << packed.last } else { free });
        }
        let Walk { class, span, room, visitor, .. } = self;
        singles.visit::<Packed<K>, V>(family, class, single, span, room, *visitor)
    }

    /// Whether some class wanted may extend the one at hand by a shape.
    fn may_add(&mut self, shape: Shape, tail: &Tail) -> bool {
        if !self.orderly.family.may_add(&self.class, shape) {
            return false;
        }
        self.class.others.push(shape);
        let wanted = self.span.touches(&self.class);
        self.class.others.pop();
        self.shapes.push(shape);
        let first = self.orderly.comes_first(&self.shapes, tail);
        self.shapes.pop();
        wanted && first
    }

    fn descend<K: Searched>(
        &mut self,
        shape: Shape,
        list: Vec<Packed<K>>,
        layout: &Layout,
        tail: &Tail,
    ) -> Result<(), V::Error> {
        if list.is_empty() {
            return Ok(());
        }
        let again = self.shapes.last() == Some(&shape);
        self.class.others.push(shape);
        self.shapes.push(shape);
        self.kinds += usize::from(!again);
        let result = self.node(list, layout, tail);
        self.kinds -= usize::from(!again);
        self.shapes.pop();
        self.class.others.pop();
        result
    }

    /// Visits the extensions by a shape of more than [`TRIED_SIZE`] and at most `room` cells.
    fn large_children<K: Searched>(
        &mut self,
        list: &[Packed<K>],
        layout: &Layout,
        room: u32,
        tails: [&Tail; 2],
    ) -> Result<(), V::Error> {
        let grid = &self.orderly.family.grid;
        if self.kinds + 1 > layout.kinds() {
            // One kind more might not fit. This is rare enough not to look more closely.
            let (wide, list) = widen(grid, list, layout);
            return self.large_children(&list, &wide, room, tails);
        }
        let last = self.shapes[self.shapes.len() - 1];
        let unit: [K; 2] = [layout.unit(self.kinds), layout.unit(self.kinds + 1)];
        let mut found = Vec::new();
        for packed in list {
            self.room.reserve(&mut found, 1)?;
            let free = grid.cells() & !Cells::from(packed.occupied);
            for anchor in each(free) {
                connected(grid, free, anchor, room, &mut |cells| {
                    let shape = Shape::of(grid, cells);
                    let behind =
                        if shape == last { anchor > u32::from(packed.last) } else { shape > last };
                    if behind && cells.count_ones() > TRIED_SIZE {
                        let child = Packed {
                            key: packed.key ^ unit[usize::from(shape != last)] << anchor,
                            occupied: packed.occupied | cells as u32,
                            last: anchor as u8,
                        };
                        found.push((shape, child));
                    }
                    true
                });
            }
        }
        // A stable sort keeps the boards of a class in the order in which they were found.
        found.sort_by_key(|&(shape, _)| shape);
        for same in found.chunk_by(|a, b| a.0 == b.0) {
            let shape = same[0].0;
            let tail = tails[usize::from(shape.size() < last.size())];
            if self.may_add(shape, tail) {
                let children = same.iter().map(|&(_, child)| child).collect();
                self.descend(shape, children, layout, tail)?;
            }
        }
        Ok(())
    }
}

/// The boards of `list` with one more piece of a kind, in all ways; `again` if the piece added last is
/// of the same shape. `most_holes` are those that may be left where no other shape follows.
fn children<K: Key>(
    room: &Room,
    list: &[Packed<K>],
    grid: &Grid,
    kind: Kind,
    again: bool,
    most_holes: Option<u32>,
    unit: K,
) -> Result<Vec<Packed<K>>, Crowded> {
    let mut children = Vec::new();
    for packed in list {
        let free = grid.cells() & !Cells::from(packed.occupied);
        let mut anchors = kind.legal(free);
        if again {
            anchors &= !1 << packed.last;
        }
        if let Some(most) = most_holes {
            anchors &= reachable(free, most);
        }
        room.reserve(&mut children, anchors.count_ones() as usize)?;
        children.extend(each(anchors).map(|anchor| Packed {
            key: packed.key ^ unit << anchor,
            occupied: packed.occupied | (kind.pattern << anchor) as u32,
            last: anchor as u8,
        }));
    }
    Ok(children)
}

/// The same boards in keys of the widest kind.
fn widen<K: Key>(grid: &Grid, list: &[Packed<K>], layout: &Layout) -> (Layout, Vec<Packed<u128>>) {
    let wide = Layout::new::<u128>(grid);
    // The planes lie at the same places in both, so the number stays the same.
    debug_assert!(layout.kinds() < wide.kinds());
    let wider = |packed: &Packed<K>| Packed {
        key: packed.key.wide(),
        occupied: packed.occupied,
        last: packed.last,
    };
    (wide, list.iter().map(wider).collect())
}
