//! Known numbers, found by independent programs.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use antipode_blocks::{Cells, Grid, Metric, Rule, each};
use antipode_families::{
    Budget, Class, Crowded, Distinct, Family, Generator, Method, Numbers, Orderly, Pool, Searched,
    Searcher, Shape, Shapes, SizeClass, Span, Symmetries, Tally, Task, Visitor, connected,
};
use rayon::prelude::*;

use crate::support::{How, Searching, add, plenty, search};

fn grid(width: u32, height: u32) -> Grid {
    Grid::new(width, height).unwrap()
}

fn searched(family: &Family, wide: bool) -> Tally {
    searched_within(family, wide, plenty())
}

fn searched_within(family: &Family, wide: bool, budget: Budget) -> Tally {
    searched_together(std::slice::from_ref(family), wide, budget).remove(0)
}

/// The tallies of families that differ in what they ask alone. With the widest keys they are searched class by class.
fn searched_together(families: &[Family], wide: bool, budget: Budget) -> Vec<Tally> {
    search(families, 50, How { apart: wide, wide }, budget)
}

/// The family of whole puzzles of a grid, by all rules in all metrics and with all tasks.
fn every_family(grid: Grid) -> Vec<Family> {
    let mut families = Vec::new();
    for (_, task) in Task::NAMES {
        for rule in [Rule::Strict, Rule::NonStrict] {
            if task.has_corner() || rule == Rule::Strict {
                let metrics = Metric::NAMES.into_iter();
                families.extend(metrics.map(|(_, metric)| Family {
                    task,
                    metric,
                    ..Family::whole(grid, rule)
                }));
            }
        }
    }
    families
}

fn hardest(tally: &Tally) -> Vec<u32> {
    tally.hardest.values().map(|puzzle| puzzle.moves).collect()
}

#[test]
fn small_grids_strict() {
    for (width, height, justsolved, expected) in [
        (2, 2, 10, vec![1, 2, 5]),
        (3, 2, 93, vec![1, 2, 5, 5, 9]),
        (3, 3, 3_026, vec![1, 2, 5, 10, 14, 22, 18, 13]),
        (3, 4, 101_063, vec![1, 2, 6, 18, 29, 30, 37, 43, 28, 24, 17]),
    ] {
        let family = Family::whole(grid(width, height), Rule::Strict);
        let tally = searched(&family, false);
        assert_eq!(tally.totals().boards, justsolved, "{width}x{height}");
        assert_eq!(hardest(&tally), expected, "{width}x{height}");
        assert_eq!(searched(&family, true), tally, "wide keys, {width}x{height}");
    }
}

#[test]
fn groups_and_states() {
    let totals = |width, height, rule| {
        let SizeClass { boards, groups, states, .. } =
            searched(&Family::whole(grid(width, height), rule), false).totals();
        (boards, groups, states)
    };
    assert_eq!(totals(3, 3, Rule::Strict), (3_026, 1_171, 22_392));
    assert_eq!(totals(3, 4, Rule::Strict), (101_063, 27_379, 994_059));
    assert_eq!(totals(3, 3, Rule::NonStrict), (3_104, 1_216, 22_845));
}

#[test]
fn every_metric_of_3x4() {
    let single = (101_063, 27_379, 994_059);
    let several = (142_906, 27_448, 995_050);
    for (metric, counts, expected) in [
        (Metric::Step, single, [5, 6, 10, 32, 42, 42, 52, 43, 28, 24, 17]),
        (Metric::Slide, single, [2, 4, 8, 21, 33, 34, 43, 43, 28, 24, 17]),
        (Metric::Move, single, [1, 2, 6, 18, 29, 30, 37, 43, 28, 24, 17]),
        (Metric::SuperStep, several, [5, 6, 11, 29, 31, 31, 32, 32, 22, 17, 14]),
        (Metric::SuperSlide, several, [2, 4, 9, 23, 27, 27, 29, 32, 22, 17, 14]),
        (Metric::SuperMove, several, [1, 2, 8, 22, 24, 25, 26, 32, 22, 17, 14]),
    ] {
        let family = Family { metric, ..Family::whole(grid(3, 4), Rule::Strict) };
        let tally = searched(&family, false);
        let SizeClass { boards, groups, states, .. } = tally.totals();
        assert_eq!((boards, groups, states), counts, "{metric:?}");
        assert_eq!(hardest(&tally), expected, "{metric:?}");
        assert_eq!(searched(&family, true), tally, "wide keys, {metric:?}");
    }
}

#[test]
fn a_class_larger_than_its_memory_is_searched_alike() {
    let scratch = tempfile::tempdir().unwrap();
    let single = [(3, 3, 0), (3, 3, 10_000), (3, 4, 60_000)].map(|size| (Metric::Move, size));
    let others = [Metric::Step, Metric::Slide, Metric::SuperMove].map(|it| (it, (3, 3, 10_000)));
    for (metric, (width, height, memory)) in single.into_iter().chain(others) {
        for rule in [Rule::Strict, Rule::NonStrict] {
            let family = Family { metric, ..Family::whole(grid(width, height), rule) };
            let budget = Budget { memory, scratch: scratch.path().to_owned() };
            let tight = searched_within(&family, false, budget);
            let ample = searched(&family, false);
            assert_eq!(tight, ample, "{width}x{height} {rule:?} {metric:?} {memory}");
        }
    }
}

#[test]
fn whatever_the_memory_is_enough_for_is_searched_alike() {
    // That is a graph with all its lists, one with less, one whose groups can be told apart beside narrow words, and one
    // where they cannot.
    let scratch = tempfile::tempdir().unwrap();
    let family = Family::whole(grid(3, 3), Rule::Strict);
    let families = [family.clone(), Family { task: Task::Simple2, ..family }];
    let how = How { apart: true, ..How::default() };
    let searched = |memory| {
        let budget = Budget { memory, scratch: scratch.path().to_owned() };
        search(&families, 50, how, budget)
    };
    let ample = searched(1 << 30);
    for memory in (4_000..20_000).step_by(400) {
        assert_eq!(searched(memory), ample, "{memory} bytes");
    }
}

#[test]
fn classes_that_hardly_fit_in_memory_are_searched_by_their_holes() {
    let scratch = tempfile::tempdir().unwrap();
    let pieces = Numbers::new(vec![5..=5]);
    let family = &Family { pieces, ..Family::whole(grid(3, 4), Rule::Strict) };
    let how_many = |memory| {
        let symmetries = Symmetries::of(family);
        let families = std::slice::from_ref(family);
        let budget = Budget { memory, scratch: scratch.path().to_owned() };
        let searcher = Searcher::new(families, &symmetries, budget);
        let tallies = vec![Tally::new(50, Distinct::Group)];
        let mut searching = Searching::new(searcher, tallies, How::default());
        Orderly::new(family, &symmetries).visit(&Span::default(), &mut searching).unwrap();
        (searching.tallies.remove(0), searching.together)
    };
    let [(ample, few), (tight, many)] = [1 << 30, 200_000].map(how_many);
    assert_eq!(tight, ample);
    assert!(few < many, "{few} and {many} classes were searched by their holes");
}

#[test]
fn searchers_that_share_their_memory_search_alike() {
    let scratch = tempfile::tempdir().unwrap();
    for (metric, memory) in
        [(Metric::Move, 20_000), (Metric::Move, 2_000), (Metric::SuperMove, 100_000)]
    {
        let family = &Family { metric, ..Family::whole(grid(3, 3), Rule::Strict) };
        let ample = &searched(family, false);
        let pool = &Pool::new(3 * memory);
        let budget = &Budget { memory, scratch: scratch.path().to_owned() };
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(move || {
                    let symmetries = Symmetries::of(family);
                    let families = std::slice::from_ref(family);
                    let searcher =
                        Searcher::new(families, &symmetries, budget.clone()).sharing(pool);
                    let tallies = vec![Tally::new(50, Distinct::Group)];
                    let mut searching = Searching::new(searcher, tallies, How::default());
                    let orderly = Orderly::new(family, &symmetries);
                    orderly.visit(&Span::default(), &mut searching).unwrap();
                    assert_eq!(searching.tallies[0], *ample, "{metric:?} in {memory} bytes");
                });
            }
        });
    }
}

#[test]
fn classes_that_differ_by_single_cells_are_searched_alike_together() {
    let shape = |text| Shape::parse(&grid(4, 3), text).unwrap();
    let whole = |metric, rule| Family { metric, ..Family::whole(grid(4, 3), rule) };
    let strict = whole(Metric::Move, Rule::Strict);
    let mut shapes = vec![shape("X"), shape("XX"), shape("X/X"), shape("XX/.X"), shape("XX/XX")];
    shapes.sort_unstable();
    let exactly = ["XX/XX", "XX", "XX", "X", "X", "X"].map(shape).to_vec();
    let families = [
        whole(Metric::Step, Rule::Strict),
        whole(Metric::Slide, Rule::NonStrict),
        whole(Metric::Move, Rule::NonStrict),
        Family { pieces: Numbers::new(vec![4..=6, 8..=9]), ..strict.clone() },
        Family { holes: 2..=4, ..strict.clone() },
        Family { max_shapes: 3, ..strict.clone() },
        Family { shapes: Shapes::Only(shapes), ..strict.clone() },
        Family { shapes: Shapes::Exactly(exactly), ..strict },
    ];
    for family in families.into_iter().chain(walled(Metric::Move, Rule::Strict)) {
        assert_eq!(searched(&family, false), searched(&family, true), "{family:?}");
    }
}

#[test]
fn families_searched_together_are_searched_alike() {
    for (width, height) in [(2, 3), (3, 2), (3, 3)] {
        let families = every_family(grid(width, height));
        let together = searched_together(&families, false, plenty());
        for (family, tally) in families.iter().zip(together) {
            assert_eq!(tally, searched(family, false), "{family:?}");
        }
    }
}

#[test]
fn rules_searched_together_on_disk_are_searched_alike() {
    let scratch = tempfile::tempdir().unwrap();
    let families: Vec<Family> =
        every_family(grid(4, 2)).into_iter().filter(|family| family.task.has_corner()).collect();
    let budget = Budget { memory: 5_000, scratch: scratch.path().to_owned() };
    let together = searched_together(&families, false, budget);
    for (family, tally) in families.iter().zip(together) {
        assert_eq!(tally, searched(family, false), "{family:?}");
    }
}

#[test]
fn twins_outside_the_family_do_not_count() {
    use antipode_families::Shapes;
    let grid = grid(3, 3);
    let lying = |text| Shape::parse(&grid, text).unwrap();
    let only =
        |shapes| Family { shapes: Shapes::Only(shapes), ..Family::whole(grid, Rule::Strict) };
    let flat = searched(&only(vec![lying("XX"), Shape::MONOMINO]), false);
    let steep = searched(&only(vec![lying("X/X"), Shape::MONOMINO]), false);
    assert_eq!(hardest(&flat), hardest(&steep));
    assert_eq!(flat.totals(), steep.totals());
    let boards =
        listed(&only(vec![lying("XX"), Shape::MONOMINO]), Method::Packing, &Span::default());
    assert_eq!(flat.totals().boards, boards.0.values().map(|keys| keys.len() as u64).sum::<u64>());
    assert!(flat.hardest.values().all(|puzzle| {
        let class = Class::of(&antipode_blocks::Board::parse_start(&puzzle.start).unwrap());
        std::iter::once(&class.goal).chain(&class.others).all(|&shape| shape != lying("X/X"))
    }));
}

#[test]
fn twins_are_the_same_however_classes_are_searched() {
    let grid = grid(3, 3);
    let shape = |text| Shape::parse(&grid, text).unwrap();
    // Not the transposes of one another, all together: some classes are twins and others are not.
    let mut shapes = ["XXX", "XX", "X/X", "X"].map(shape).to_vec();
    shapes.sort_unstable();
    let whole = Family { shapes: Shapes::Only(shapes), ..Family::whole(grid, Rule::Strict) };
    let scratch = tempfile::tempdir().unwrap();
    for pieces in [1..=8, 4..=8, 4..=4, 6..=6] {
        for max_shapes in [2, u32::MAX] {
            let family = Family { pieces: pieces.clone().into(), max_shapes, ..whole.clone() };
            // Class by class.
            let apart = searched(&family, true);
            for memory in [1 << 30, 60_000, 50_000, 40_000, 20_000, 8_000, 0] {
                let budget = Budget { memory, scratch: scratch.path().to_owned() };
                let found = searched_within(&family, false, budget);
                assert_eq!(found, apart, "{pieces:?}, {max_shapes} shapes in {memory} bytes");
            }
        }
    }
}

/// The number of ways to cut the cells of `free` into holes and pieces.
fn packings(grid: &Grid, free: Cells, known: &mut HashMap<Cells, u64>) -> u64 {
    if free == 0 {
        return 1;
    }
    if let Some(&count) = known.get(&free) {
        return count;
    }
    // The first free cell is a hole or belongs to one of the pieces that start there.
    let first = free.trailing_zeros();
    let mut rests = vec![free & (free - 1)];
    connected(grid, free, first, grid.size(), &mut |piece| {
        rests.push(free & !piece);
        true
    });
    let count = rests.into_iter().map(|rest| packings(grid, rest, known)).sum();
    known.insert(free, count);
    count
}

#[test]
fn packings_with_holes() {
    for (width, height, expected) in
        [(2, 2, 43), (3, 2, 397), (3, 3, 13_329), (3, 4, 451_551), (4, 4, 55_807_716)]
    {
        let grid = grid(width, height);
        let count = packings(&grid, grid.cells(), &mut HashMap::new());
        assert_eq!(count, expected, "{width}x{height}");
    }
}

#[test]
#[ignore = "long: half a minute"]
fn packings_with_holes_of_4x5() {
    let grid = grid(4, 5);
    assert_eq!(packings(&grid, grid.cells(), &mut HashMap::new()), 6_904_653_755);
}

/// The number of ways to cut all cells of `free` into pieces.
fn covers(grid: &Grid, free: Cells, known: &mut HashMap<Cells, u64>) -> u64 {
    if free == 0 {
        return 1;
    }
    if let Some(&count) = known.get(&free) {
        return count;
    }
    let mut rests = Vec::new();
    connected(grid, free, free.trailing_zeros(), grid.size(), &mut |piece| {
        rests.push(free & !piece);
        true
    });
    let count = rests.into_iter().map(|rest| covers(grid, rest, known)).sum();
    known.insert(free, count);
    count
}

/// Counts classes without a goal piece and their boards, and those of all their images.
#[derive(Default)]
struct Images<'a> {
    symmetries: Option<&'a Symmetries>,
    classes: u64,
    boards: u64,
    largest: u64,
    all_boards: u64,
}

impl Visitor for Images<'_> {
    type Error = Crowded;

    fn class<K: Searched>(
        &mut self,
        class: &Class,
        boards: impl ExactSizeIterator<Item = K> + Clone,
    ) -> Result<(), Crowded> {
        let symmetries = self.symmetries.unwrap();
        let images: HashSet<_> =
            (0..symmetries.count()).map(|symmetry| symmetries.class(symmetry, class)).collect();
        assert!(images.iter().all(|image| class <= image), "the first of its images is made");
        let boards = boards.len() as u64;
        self.classes += 1;
        self.boards += boards;
        self.largest = self.largest.max(boards);
        self.all_boards += boards * images.len() as u64;
        Ok(())
    }
}

#[test]
fn one_class_of_each_set_of_images_stands_for_all_boards() {
    for rows in ["...", ".../...", ".../.../...", "..../..../....", "#../.../...", "..#/.../#.."] {
        let grid = Grid::from_rows(rows.split('/')).unwrap();
        let family = Family::whole(grid, Rule::Strict);
        let symmetries = Symmetries::of(&family);
        let mut images = Images { symmetries: Some(&symmetries), ..Images::default() };
        Orderly::new(&family, &symmetries).visit(&Span::default(), &mut images).unwrap();
        // Neither without a hole nor without a piece.
        let all = packings(&grid, grid.cells(), &mut HashMap::new())
            - covers(&grid, grid.cells(), &mut HashMap::new())
            - 1;
        assert_eq!(images.all_boards, all, "{rows}");
    }
}

#[test]
fn classes_of_4x4_without_a_goal_piece() {
    let family = Family::whole(grid(4, 4), Rule::Strict);
    let symmetries = Symmetries::of(&family);
    let mut images = Images { symmetries: Some(&symmetries), ..Images::default() };
    Orderly::new(&family, &symmetries).visit(&Span::default(), &mut images).unwrap();
    let counted = (images.classes, images.boards, images.largest);
    assert_eq!(counted, (138_805, 11_498_127, 99_792));
}

/// Counts the boards with the goal piece home, justsolved or not, and collects their classes.
struct Home<'a> {
    grid: &'a Grid,
    boards: u64,
    classes: HashSet<Class>,
}

impl Home<'_> {
    fn visit(&mut self, free: Cells, holes: bool, goal: Shape, others: &mut Vec<Shape>) {
        if free == 0 {
            if holes {
                self.boards += 1;
                let mut others = others.clone();
                others.sort_unstable();
                self.classes.insert(Class { goal, others });
            }
            return;
        }
        let first = free.trailing_zeros();
        self.visit(free & (free - 1), true, goal, others);
        let mut pieces = Vec::new();
        connected(self.grid, free, first, self.grid.size(), &mut |piece| {
            pieces.push(piece);
            true
        });
        for piece in pieces {
            others.push(Shape::of(self.grid, piece));
            self.visit(free & !piece, holes, goal, others);
            others.pop();
        }
    }
}

#[test]
#[ignore = "long: a minute"]
fn home_boards_of_4x4() {
    let grid = grid(4, 4);
    let mut home = Home { grid: &grid, boards: 0, classes: HashSet::new() };
    let corner: Cells = 1 << 15;
    for goal in Shape::all(&grid, 15) {
        let cells = grid.ending_at(goal.cells(), 15).unwrap();
        // A shape that is as wide and as high as the grid has nowhere to go.
        if cells & corner != 0 && cells != goal.cells() {
            home.visit(grid.cells() & !cells, false, goal, &mut Vec::new());
        }
    }
    assert_eq!((home.boards, home.classes.len()), (37_470_927, 1_429_073));
}

/// All boards of a family, class by class, as the generator gives them.
#[derive(Default, PartialEq, Debug)]
struct Listing(BTreeMap<Class, Vec<u128>>);

impl Visitor for Listing {
    type Error = Crowded;

    fn class<K: Searched>(
        &mut self,
        class: &Class,
        boards: impl ExactSizeIterator<Item = K> + Clone,
    ) -> Result<(), Crowded> {
        append(&mut self.0, class, boards.map(K::wide).collect());
        Ok(())
    }
}

/// Adds what a generator gives of a class, which comes after all before it.
fn append<T>(found: &mut BTreeMap<Class, T>, class: &Class, of_class: T) {
    let last = found.last_key_value();
    assert!(last.is_none_or(|(last, _)| last < class), "classes come in order, each once");
    found.insert(class.clone(), of_class);
}

fn listed(family: &Family, method: Method, span: &Span) -> Listing {
    let mut listing = Listing::default();
    let generator = Generator::new(family, method, usize::MAX).unwrap();
    generator.visit(span, &mut listing).unwrap();
    listing
}

#[test]
fn fillboard_and_packing_make_the_same_boards() {
    for (width, height) in [(2, 2), (3, 2), (2, 3), (3, 3), (3, 4), (5, 2), (1, 6), (7, 1)] {
        let single = [Rule::Strict, Rule::NonStrict].map(|rule| (rule, Metric::Move));
        let several = [Rule::Strict, Rule::NonStrict].map(|rule| (rule, Metric::SuperStep));
        for (rule, metric) in single.into_iter().chain(several) {
            let family = Family { metric, ..Family::whole(grid(width, height), rule) };
            let packing = listed(&family, Method::Packing, &Span::default());
            assert_eq!(packing, listed(&family, Method::Fillboard, &Span::default()));
        }
    }
}

/// Families on outlines with walls, or with a goal cell in their midst.
fn walled(metric: Metric, rule: Rule) -> Vec<Family> {
    let family = |rows: &str, start_cell, goal_cell| {
        let grid = Grid::from_rows(rows.split('/')).unwrap();
        Family { metric, start_cell, goal_cell, ..Family::whole(grid, rule) }
    };
    vec![
        family("..../.#../....", 0, 11),
        family("..##/..../.#..", 1, 7),
        family("#..#/..../..../#..#", 1, 14),
        family(".../.../...", 0, 4),
        family("#.#/.../#.#/...", 3, 10),
    ]
}

#[test]
fn fillboard_and_packing_make_the_same_boards_between_walls() {
    for metric in [Metric::Move, Metric::SuperStep] {
        for rule in [Rule::Strict, Rule::NonStrict] {
            for family in walled(metric, rule) {
                let packing = listed(&family, Method::Packing, &Span::default());
                assert!(!packing.0.is_empty());
                assert_eq!(packing, listed(&family, Method::Fillboard, &Span::default()));
            }
        }
    }
}

#[test]
fn classes_between_walls_are_searched_alike() {
    for family in walled(Metric::Move, Rule::NonStrict) {
        assert_eq!(searched(&family, true), searched(&family, false), "wide keys, {family:?}");
    }
    let scratch = tempfile::tempdir().unwrap();
    for family in walled(Metric::Slide, Rule::Strict).into_iter().skip(3) {
        for task in [Task::Simple3, Task::Simple2] {
            let family = Family { task, ..family.clone() };
            let budget = Budget { memory: 10_000, scratch: scratch.path().to_owned() };
            let tight = searched_within(&family, false, budget);
            assert_eq!(tight, searched(&family, false), "{family:?}");
        }
    }
}

#[test]
#[ignore = "long: a minute and 1.5 GB"]
fn fillboard_and_packing_make_the_same_boards_of_4x4() {
    let family = Family::whole(grid(4, 4), Rule::Strict);
    let packing = listed(&family, Method::Packing, &Span::default());
    assert_eq!(packing, listed(&family, Method::Fillboard, &Span::default()));
}

#[test]
fn filters_keep_what_they_name() {
    use antipode_families::Shapes;
    let grid = grid(3, 4);
    let whole = listed(&Family::whole(grid, Rule::NonStrict), Method::Packing, &Span::default());
    let shape = |text| Shape::parse(&grid, text).unwrap();
    let mut rectangles: Vec<_> =
        Shape::all(&grid, 11).into_iter().filter(|shape| shape.is_rectangle(&grid)).collect();
    rectangles.sort_unstable();
    let mut exactly = vec![shape("XX/X."), shape("XX"), shape("XX"), shape("X")];
    exactly.sort_unstable();
    let base = Family::whole(grid, Rule::NonStrict);
    let families = [
        Family { pieces: (4..=6).into(), holes: 2..=5, ..base.clone() },
        Family { max_shapes: 2, ..base.clone() },
        Family { shapes: Shapes::Only(rectangles), max_shapes: 3, ..base.clone() },
        Family { shapes: Shapes::Exactly(exactly), ..base.clone() },
        Family { shapes: Shapes::Only(vec![shape("XXX/XXX/XXX")]), holes: 4..=9, ..base },
    ];
    for family in families {
        let wanted = whole.0.iter().filter(|(class, _)| family.contains(class));
        let wanted = Listing(wanted.map(|(class, keys)| (class.clone(), keys.clone())).collect());
        assert_eq!(listed(&family, Method::Packing, &Span::default()), wanted, "{family:?}");
        assert_eq!(listed(&family, Method::Fillboard, &Span::default()), wanted, "{family:?}");
    }
}

/// How many boards the classes of a family have, and how many were made on the way.
#[derive(Default, PartialEq, Debug)]
struct Counting {
    /// Whether boards are counted without being made where that is possible.
    counts: bool,
    boards: BTreeMap<Class, u64>,
    seen: u64,
}

impl Visitor for Counting {
    type Error = Crowded;

    fn class<K: Searched>(
        &mut self,
        class: &Class,
        boards: impl ExactSizeIterator<Item = K> + Clone,
    ) -> Result<(), Crowded> {
        self.counted(class, boards.len() as u64)
    }

    fn counts(&self) -> bool {
        self.counts
    }

    fn counted(&mut self, class: &Class, boards: u64) -> Result<(), Crowded> {
        append(&mut self.boards, class, boards);
        Ok(())
    }

    fn seen(&mut self, packings: u64) {
        self.seen += packings;
    }
}

#[test]
fn boards_are_counted_as_if_they_were_made() {
    use antipode_families::Shapes;
    let whole = Family::whole(grid(3, 4), Rule::Strict);
    let shape = |text| Shape::parse(&whole.grid, text).unwrap();
    let shapes = vec![shape("XX/X."), shape("XX"), shape("X")];
    let pieces = Numbers::new(vec![2..=3, 7..=9]);
    let families = [
        whole.clone(),
        Family { pieces, ..whole.clone() },
        Family { pieces: (8..=8).into(), holes: 1..=2, ..whole.clone() },
        Family { holes: 2..=3, max_shapes: 3, ..whole.clone() },
        Family { shapes: Shapes::Only(shapes), pieces: (6..=6).into(), ..whole.clone() },
        Family { metric: Metric::SuperMove, pieces: (6..=7).into(), ..whole.clone() },
    ];
    for family in families.into_iter().chain(walled(Metric::Move, Rule::NonStrict)) {
        let symmetries = Symmetries::of(&family);
        let [counted, made] = [true, false].map(|counts| {
            let mut all = [(); 2].map(|()| Counting { counts, ..Counting::default() });
            let generator = Generator::new(&family, Method::Packing, usize::MAX).unwrap();
            generator.visit(&Span::default(), &mut all[0]).unwrap();
            Orderly::new(&family, &symmetries).visit(&Span::default(), &mut all[1]).unwrap();
            all.map(|all| (all.boards, all.seen))
        });
        assert!(counted == made, "{family:?}");
    }
}

#[test]
fn spans_cut_without_loss() {
    let family = Family::whole(grid(3, 4), Rule::Strict);
    let whole = listed(&family, Method::Packing, &Span::default());
    let cuts: Vec<_> = whole.0.keys().step_by(977).skip(1).cloned().collect();
    let from = std::iter::once(None).chain(cuts.iter().cloned().map(Some));
    let to = cuts.iter().cloned().map(Some).chain(std::iter::once(None));
    let mut joined = Listing::default();
    for (from, to) in from.zip(to) {
        let part = listed(&family, Method::Packing, &Span { from, to });
        joined.0.extend(part.0);
    }
    assert_eq!(joined, whole);
}

#[test]
fn boards_nearly_full_are_made_without_all_ways_to_place_half_of_the_pieces() {
    let mut family = Family::whole(grid(2, 16), Rule::Strict);
    family.pieces = (31..=31).into();
    // A piece that can move when the hole comes to it, and goes round once.
    assert_eq!(hardest(&searched(&family, false)), [87]);
}

#[test]
fn a_part_of_the_pieces_is_searched_as_in_the_whole() {
    let whole = Family::whole(grid(3, 3), Rule::Strict);
    let tally = searched(&whole, false);
    for pieces in 1..=8 {
        let family = Family { pieces: (pieces..=pieces).into(), ..whole.clone() };
        let part = searched(&family, false);
        assert_eq!(part.hardest.get(&pieces), tally.hardest.get(&pieces), "{pieces} pieces");
    }
    for most in 1..=8 {
        let family = Family { holes: 1..=most, ..whole.clone() };
        let packing = listed(&family, Method::Packing, &Span::default());
        assert_eq!(packing, listed(&family, Method::Fillboard, &Span::default()), "{most} holes");
    }
}

#[test]
fn tallies_merge_into_the_whole() {
    let family = Family::whole(grid(3, 3), Rule::Strict);
    for distinct in [Distinct::Group, Distinct::Class, Distinct::GoalShape] {
        let run = |span: &Span| {
            let (families, empty) = (std::slice::from_ref(&family), Tally::new(7, distinct));
            add(families, empty, span, How::default(), plenty()).remove(0)
        };
        let whole = run(&Span::default());
        assert_eq!(whole.puzzles.len(), 7);
        let classes = listed(&family, Method::Packing, &Span::default());
        let middle = classes.0.keys().nth(300).cloned();
        let mut merged = run(&Span { from: middle.clone(), to: None });
        merged.merge(run(&Span { from: None, to: middle }));
        assert_eq!(merged, whole, "{distinct:?}");
    }
}

#[test]
fn nothing_that_a_table_needs_is_left_out() {
    let pairs = [
        (Task::Simple3, Metric::Move),
        (Task::Simple3, Metric::SuperSlide),
        (Task::Simple2, Metric::Move),
        (Task::Simple2, Metric::Step),
    ];
    pairs.into_par_iter().for_each(|(task, metric)| {
        let whole = Family::whole(grid(3, 4), Rule::Strict);
        let family = Family { task, metric, ..whole };
        let run = |empty: Tally, span: &Span| {
            add(std::slice::from_ref(&family), empty, span, How::default(), plenty()).remove(0)
        };
        // A list of all leaves nothing out.
        let all = run(Tally::new(usize::MAX, Distinct::Group), &Span::default());
        let classes = listed(&family, Method::Packing, &Span::default());
        let middle = classes.0.keys().nth(classes.0.len() / 2).cloned();
        let halves = [Span { from: middle.clone(), to: None }, Span { from: None, to: middle }];
        for top in [0, 1, 20] {
            let empty = || Tally::new(top, Distinct::Group);
            let whole = run(empty(), &Span::default());
            assert_eq!(whole.size_classes, all.size_classes, "{task:?} {metric:?} {top}");
            assert_eq!(whole.hardest, all.hardest, "{task:?} {metric:?} {top}");
            assert_eq!(whole.puzzles, all.puzzles[..top], "{task:?} {metric:?} {top}");
            // Each half knows the other, or does not.
            let apart = halves.each_ref().map(|half| run(empty(), half));
            let beside = [0, 1].map(|half| {
                let other = Arc::new(apart[1 - half].clone());
                run(empty().beside(other), &halves[half])
            });
            for (first, second) in [
                (&apart[0], &apart[1]),
                (&apart[0], &beside[1]),
                (&beside[0], &apart[1]),
                (&beside[0], &beside[1]),
            ] {
                let mut merged = empty();
                merged.merge(first.clone());
                merged.merge(second.clone());
                assert_eq!(merged, whole, "{task:?} {metric:?} {top}");
            }
        }
    });
}

#[test]
fn a_puzzle_has_the_same_ties_however_tables_are_thinned() {
    // Some of its classes are their own transposes, with groups that are not.
    let grid = Grid::from_rows(["...", ".#.", "..."]).unwrap();
    let family = Family::whole(grid, Rule::Strict);
    let listed = |distinct| {
        let (families, empty) = (std::slice::from_ref(&family), Tally::new(usize::MAX, distinct));
        add(families, empty, &Span::default(), How::default(), plenty()).remove(0).puzzles
    };
    let all = listed(Distinct::Group);
    for distinct in [Distinct::Class, Distinct::GoalShape] {
        let some = listed(distinct);
        assert!(some.len() < all.len());
        assert!(some.iter().all(|puzzle| all.contains(puzzle)), "{distinct:?}");
    }
}

#[test]
fn anchors_name_cells() {
    assert_eq!(each(0b1001).collect::<Vec<_>>(), [0, 3]);
}
