//! Growing boards shape by shape, which is how classes come with all their boards.
//!
//! Shapes are added one at a time, in their order. The boards of a multiset of shapes are made from
//! those of the multiset without its last piece, pieces of equal shape at rising anchors, so no
//! board is made twice and no table of boards is needed; memory is one path of lists, on which boards
//! with single cells need not be (see `placed.rs`). Where the first piece may be, which shapes may follow
//! and which boards are kept is up to a [`Restriction`].

use antipode_blocks::{Cells, each};

use crate::class::{Class, Kind};
use crate::family::{Family, Shapes};
use crate::generate::crowded::{Crowded, LEAST, Room};
use crate::generate::filling::{most_holes, reachable};
use crate::generate::packed::Packed;
use crate::generate::placed::{Placed, SingleCells};
use crate::generate::singles::SingleCounts;
use crate::generate::visitor::{Entry, Span, Visitor};
use crate::key::{Key, Layout, Planes};
use crate::searched::Searched;
use crate::shape::{Shape, connected};

/// What tells generators apart.
pub(crate) trait Restriction {
    /// What is known of a board beside its pieces.
    type Mark: Copy;
    /// What is to be known of a board when a piece is added to it.
    type Around;
    /// What lists hold.
    const LISTED: &'static str;
    /// Whether the first shape is apart from the order of the others.
    const FIRST_APART: bool;
    /// Whether it keeps some only of the boards that single cells make of one, so that they are listed.
    const LISTS_SINGLES: bool;

    /// Told when a class is entered that `shape` makes of the one before.
    fn enter(&mut self, shape: Shape) {
        let _ = shape;
    }

    /// Told when it is left.
    fn leave(&mut self) {}

    /// Whether the class that was entered last may be extended by a shape.
    fn may_follow(&mut self, shape: Shape) -> bool {
        let _ = shape;
        true
    }

    /// Whether boards that differ by single cells can be counted from the cells that are free without
    /// them.
    fn counts_singles(&self) -> bool {
        true
    }

    /// Counts the boards that have single cells at some of `places`, which are among the cells that are
    /// `free`.
    fn count_singles(
        &self,
        singles: &mut SingleCounts,
        free: Cells,
        places: Cells,
        mark: Self::Mark,
    );

    /// The kinds of pieces that [`around`](Self::around) asks for, as masks and patterns.
    fn kinds(&self, class: &Class, layout: &Layout) -> Vec<(Planes, Cells)> {
        let _ = (class, layout);
        Vec::new()
    }

    /// Looks at a board, some of whose pieces are of `kinds`, before a piece is added to it.
    fn around<K: Key>(
        &self,
        key: K,
        mark: Self::Mark,
        layout: &Layout,
        kinds: &[(Planes, Cells)],
    ) -> Self::Around;

    /// What is known of a board with one more piece at `cells`; none if it is not wanted, nor any board
    /// that adds to it.
    fn mark(&self, around: &Self::Around, mark: Self::Mark, cells: Cells) -> Option<Self::Mark>;
}

/// Shapes up to this size are tried one after the other, all anchors at once; larger ones are
/// too many for that and are found by listing the connected parts of the free cells.
const TRIED_SIZE: u32 = 4;

/// What boards of a family are grown from.
#[derive(Debug)]
pub(crate) struct Growth<'a> {
    pub(crate) family: &'a Family,
    /// The shapes that are tried: all small ones, or those that the family lists.
    tried: Vec<(Shape, Kind)>,
    /// The bytes that lists may take.
    memory: usize,
}

struct Walk<'a, R, V> {
    growth: &'a Growth<'a>,
    restriction: R,
    class: Class,
    /// How many kinds the class has, the first shape's included.
    kinds: usize,
    span: &'a Span,
    room: Room,
    visitor: &'a mut V,
}

impl<'a> Growth<'a> {
    /// Boards of `family`.
    pub(crate) fn new(family: &'a Family) -> Self {
        let grid = &family.grid;
        let room = family.room();
        let largest = if family.shapes == Shapes::All { TRIED_SIZE.min(room) } else { room };
        let tried = family
            .shapes_up_to(largest)
            .into_iter()
            .map(|shape| (shape, Kind::new(grid, shape)))
            .collect();
        Growth { family, tried, memory: usize::MAX }
    }

    /// The same, whose lists take at most so many bytes at a time, or 64 MiB if that is more.
    pub(crate) fn within(self, memory: usize) -> Self {
        Growth { memory: memory.max(LEAST), ..self }
    }

    /// Visits the classes of `span` that begin with the shape `first`, in order. A piece of that shape
    /// is at one of `anchors` first, and `mark` is known of the boards with nothing else.
    pub(crate) fn visit<R: Restriction, V: Visitor>(
        &self,
        restriction: R,
        first: Shape,
        anchors: Cells,
        mark: R::Mark,
        span: &Span,
        visitor: &mut V,
    ) -> Result<(), V::Error> {
        let class = Class { goal: first, others: Vec::new() };
        if !span.touches(&class) {
            return Ok(());
        }
        let layout = Layout::new::<u64>(&self.family.grid);
        let board = |anchor: u32| Packed {
            key: layout.unit::<u64>(1) << anchor,
            occupied: (first.pattern() << anchor) as u32,
            last: anchor as u8,
            mark,
        };
        let roots: Vec<_> = each(anchors).map(board).collect();
        let room = Room::new(R::LISTED, self.memory);
        let mut walk = Walk { growth: self, restriction, class, kinds: 1, span, room, visitor };
        walk.restriction.enter(first);
        walk.node(roots, &layout)
    }
}

impl<R: Restriction, V: Visitor> Walk<'_, R, V> {
    /// Enters the class at hand, whose boards are `list`, as the visitor wishes.
    fn node<K: Searched>(
        &mut self,
        mut list: Vec<Packed<K, R::Mark>>,
        layout: &Layout,
    ) -> Result<(), V::Error> {
        match self.visitor.enters(&self.class, list.len()) {
            Entry::Whole => {}
            Entry::Part { first, step } => {
                list = list.into_iter().skip(first).step_by(step).collect();
            }
            Entry::None => return Ok(()),
        }
        self.room.take(&list);
        let visited = self.extended(&list, layout);
        self.room.give(&list);
        visited
    }

    /// Visits the class at hand, whose boards are `list`, and all classes that extend it.
    fn extended<K: Searched>(
        &mut self,
        list: &[Packed<K, R::Mark>],
        layout: &Layout,
    ) -> Result<(), V::Error> {
        let growth = self.growth;
        let family = growth.family;
        self.visitor.seen(list.len() as u64);
        if self.is_wanted() {
            self.visitor.holds(self.room.used());
            self.visitor.class(&self.class, list.iter().map(|packed| packed.key))?;
        }
        let last = self.last();
        let room = family.room_beside(&self.class);
        let room = last.map_or(room, |last| room.min(last.size()));
        if room == 0 {
            return Ok(());
        }
        if matches!(family.shapes, Shapes::All) && room > TRIED_SIZE {
            self.large_children(list, layout, room)?;
        }
        let mut widened = None;
        for &(shape, kind) in &growth.tried {
            if shape.size() > room || last.is_some_and(|last| shape < last) {
                continue;
            }
            if !self.may_add(shape) {
                continue;
            }
            if shape.size() == 1 && self.visitor.counts() && self.restriction.counts_singles() {
                self.count_singles(list, shape)?;
                continue;
            }
            let code = self.kinds + usize::from(last != Some(shape));
            if code <= layout.kinds() {
                self.extend_by(list, layout, (shape, kind), code)?;
            } else {
                let wide = match &mut widened {
                    Some(wide) => wide,
                    none => none.insert(self.widen(list)?),
                };
                let layout = Layout::new::<u128>(&family.grid);
                self.extend_by(wide, &layout, (shape, kind), code)?;
            }
        }
        if let Some(wide) = widened {
            self.room.give(&wide);
        }
        Ok(())
    }

    /// Visits the classes that extend the one at hand, whose boards are `list`, by a shape, whose kind and
    /// code are given.
    fn extend_by<K: Searched>(
        &mut self,
        list: &[Packed<K, R::Mark>],
        layout: &Layout,
        (shape, kind): (Shape, Kind),
        code: usize,
    ) -> Result<(), V::Error> {
        if shape.size() == 1 && !R::LISTS_SINGLES {
            return self.place_singles(list, layout, shape, code);
        }
        let children = self.children(list, layout, (shape, kind), code)?;
        self.descend(shape, children, layout)
    }

    /// The shape that others follow in order, if there is one.
    fn last(&self) -> Option<Shape> {
        let first = if R::FIRST_APART { None } else { Some(self.class.goal) };
        self.class.others.last().copied().or(first)
    }

    /// Whether some class wanted may extend the one at hand by a shape.
    fn may_add(&mut self, shape: Shape) -> bool {
        if !self.growth.family.may_add(&self.class, shape) {
            return false;
        }
        self.class.others.push(shape);
        let wanted = self.span.touches(&self.class);
        self.class.others.pop();
        wanted && self.restriction.may_follow(shape)
    }

    /// Whether the class at hand is to be visited.
    fn is_wanted(&self) -> bool {
        self.span.contains(&self.class) && self.growth.family.contains(&self.class)
    }

    /// Tells the visitor of the class at hand, which has so many boards that were not made. Returns
    /// whether those that extend it are to be told of, too. It is an error if the boards could not be
    /// listed where a search will have to do that.
    fn counted<K>(&mut self, boards: u64) -> Result<bool, V::Error> {
        if R::LISTS_SINGLES {
            self.room.fits::<Packed<K, R::Mark>>(boards)?;
        }
        if self.visitor.enters(&self.class, boards as usize) == Entry::None {
            return Ok(false);
        }
        self.visitor.seen(boards);
        if self.is_wanted() {
            self.visitor.counted(&self.class, boards)?;
        }
        Ok(true)
    }

    /// How many boards there are of each class that extends the one at hand, whose boards are `list`, by
    /// single cells.
    fn singles<K: Searched>(&self, list: &[Packed<K, R::Mark>], single: Shape) -> SingleCounts {
        let family = self.growth.family;
        let again = self.last() == Some(single);
        let mut singles = SingleCounts::new(family, &self.class);
        for packed in list {
            let free = packed.free(&family.grid);
            let places = if again { free & packed.behind() } else { free };
            self.restriction.count_singles(&mut singles, free, places, packed.mark);
        }
        singles
    }

    /// Counts the boards of all classes that extend the one at hand, whose boards are `list`, by single
    /// cells.
    fn count_singles<K: Searched>(
        &mut self,
        list: &[Packed<K, R::Mark>],
        single: Shape,
    ) -> Result<(), V::Error> {
        let family = self.growth.family;
        let singles = self.singles(list, single);
        let before = self.class.others.len();
        for (boards, _) in singles.boards() {
            if boards == 0
                || family.room_beside(&self.class) == 0
                || !family.may_add(&self.class, single)
            {
                break;
            }
            self.class.others.push(single);
            if !self.counted::<K>(boards)? {
                break;
            }
        }
        self.class.others.truncate(before);
        Ok(())
    }

    /// Visits the classes that extend the one at hand, whose boards are `list`, by single cells, whose code
    /// is given.
    fn place_singles<K: Searched>(
        &mut self,
        list: &[Packed<K, R::Mark>],
        layout: &Layout,
        single: Shape,
        code: usize,
    ) -> Result<(), V::Error> {
        let family = self.growth.family;
        let again = self.last() == Some(single);
        if !again && self.spans_singles(single) {
            self.visitor.holds(self.room.used());
            if self.visitor.singles(&self.class, list.iter().map(|packed| packed.key))? {
                return Ok(());
            }
        }
        let counted = self.singles(list, single);
        let before = self.class.others.len();
        let mut goes_on = Ok(true);
        for (number, (boards, above)) in (1..).zip(counted.boards()) {
            if boards == 0 || family.room_beside(&self.class) == 0 || !self.may_add(single) {
                break;
            }
            self.class.others.push(single);
            self.restriction.enter(single);
            let singles = SingleCells { number, unit: layout.unit(code), again, above };
            goes_on = self.placed(Placed::new(&family.grid, list, singles, boards as usize));
            if !matches!(goes_on, Ok(true)) {
                break;
            }
        }
        for _ in before..self.class.others.len() {
            self.restriction.leave();
        }
        self.class.others.truncate(before);
        goes_on.map(|_| ())
    }

    /// Whether the span holds all classes that single cells make of the one at hand.
    fn spans_singles(&mut self, single: Shape) -> bool {
        let before = self.class.others.len();
        self.class.others.push(single);
        let first = self.span.contains(&self.class);
        let most = before + (self.growth.family.grid.size() - self.class.area()) as usize;
        self.class.others.resize(most, single);
        let last = self.span.contains(&self.class);
        self.class.others.truncate(before);
        first && last
    }

    /// Visits the class at hand, whose boards are not listed, as the visitor wishes. Returns whether those
    /// that extend it are to be visited, too.
    fn placed<K: Searched>(&mut self, boards: Placed<'_, K, R::Mark>) -> Result<bool, V::Error> {
        let boards = match self.visitor.enters(&self.class, boards.len()) {
            Entry::Whole => boards,
            Entry::Part { first, step } => boards.every(first, step),
            Entry::None => return Ok(false),
        };
        self.visitor.seen(boards.len() as u64);
        if self.is_wanted() {
            self.visitor.holds(self.room.used());
            self.visitor.class(&self.class, boards)?;
        }
        Ok(true)
    }

    fn descend<K: Searched>(
        &mut self,
        shape: Shape,
        list: Vec<Packed<K, R::Mark>>,
        layout: &Layout,
    ) -> Result<(), V::Error> {
        if list.is_empty() {
            return Ok(());
        }
        let again = self.last() == Some(shape);
        self.class.others.push(shape);
        self.kinds += usize::from(!again);
        self.restriction.enter(shape);
        let result = self.node(list, layout);
        self.restriction.leave();
        self.kinds -= usize::from(!again);
        self.class.others.pop();
        result
    }

    /// The boards of `list` with one more piece of a shape, whose kind and code are given, in all ways
    /// that the restriction keeps.
    fn children<K: Key>(
        &self,
        list: &[Packed<K, R::Mark>],
        layout: &Layout,
        (shape, kind): (Shape, Kind),
        code: usize,
    ) -> Result<Vec<Packed<K, R::Mark>>, Crowded> {
        let Growth { family, tried, .. } = self.growth;
        let unit: K = layout.unit(code);
        let again = self.last() == Some(shape);
        let is_last = tried.last().is_some_and(|last| last.0 == shape);
        let most_holes = is_last.then(|| most_holes(family, &self.class, shape));
        let kinds = self.restriction.kinds(&self.class, layout);
        let mut children = Vec::new();
        for packed in list {
            let around = self.restriction.around(packed.key, packed.mark, layout, &kinds);
            let free = packed.free(&family.grid);
            let mut anchors = kind.legal(free);
            if again {
                anchors &= packed.behind();
            }
            if let Some(most) = most_holes {
                anchors &= reachable(free, most);
            }
            self.room.reserve(&mut children, anchors.count_ones() as usize)?;
            children.extend(each(anchors).filter_map(|anchor| {
                let cells = kind.pattern << anchor;
                let mark = self.restriction.mark(&around, packed.mark, cells)?;
                Some(packed.with(unit, anchor, cells, mark))
            }));
        }
        Ok(children)
    }

    /// Visits the extensions by a shape of more than [`TRIED_SIZE`] and at most `room` cells.
    fn large_children<K: Searched>(
        &mut self,
        list: &[Packed<K, R::Mark>],
        layout: &Layout,
        room: u32,
    ) -> Result<(), V::Error> {
        let grid = &self.growth.family.grid;
        if self.kinds + 1 > layout.kinds() {
            // One kind more might not fit. This is rare enough not to look more closely.
            let wide = self.widen(list)?;
            self.large_children(&wide, &Layout::new::<u128>(grid), room)?;
            self.room.give(&wide);
            return Ok(());
        }
        let last = self.last();
        let unit: [K; 2] = [layout.unit(self.kinds), layout.unit(self.kinds + 1)];
        let kinds = self.restriction.kinds(&self.class, layout);
        let mut found = Vec::new();
        let memory = self.room;
        for packed in list {
            let around = self.restriction.around(packed.key, packed.mark, layout, &kinds);
            let free = packed.free(grid);
            for anchor in each(free) {
                let mut reserved = Ok(());
                connected(grid, free, anchor, room, &mut |cells| {
                    let Some(mark) = self.restriction.mark(&around, packed.mark, cells) else {
                        return false;
                    };
                    if cells.count_ones() > TRIED_SIZE {
                        let shape = Shape::of(grid, cells);
                        let again = last == Some(shape);
                        let behind = match last {
                            Some(_) if again => anchor > u32::from(packed.last),
                            _ => last.is_none_or(|last| shape > last),
                        };
                        if behind && reserved.is_ok() {
                            let unit = unit[usize::from(!again)];
                            reserved = memory.reserve(&mut found, 1).map(|()| {
                                found.push((shape, packed.with(unit, anchor, cells, mark)));
                            });
                        }
                    }
                    true
                });
                reserved?;
            }
        }
        // A stable sort keeps the boards of a class in the order in which they were found.
        found.sort_by_key(|&(shape, _)| shape);
        self.room.take(&found);
        for same in found.chunk_by(|a, b| a.0 == b.0) {
            let shape = same[0].0;
            if self.may_add(shape) {
                let mut children = Vec::new();
                self.room.reserve(&mut children, same.len())?;
                children.extend(same.iter().map(|&(_, child)| child));
                self.descend(shape, children, layout)?;
            }
        }
        self.room.give(&found);
        Ok(())
    }

    /// The same boards in keys of the widest kind, in which the planes lie at the same places. They are held until
    /// they are given back.
    fn widen<K: Key>(
        &mut self,
        list: &[Packed<K, R::Mark>],
    ) -> Result<Vec<Packed<u128, R::Mark>>, Crowded> {
        let mut wider = Vec::new();
        self.room.reserve(&mut wider, list.len())?;
        wider.extend(list.iter().map(|packed| Packed {
            key: packed.key.wide(),
            occupied: packed.occupied,
            last: packed.last,
            mark: packed.mark,
        }));
        self.room.take(&wider);
        Ok(wider)
    }
}
