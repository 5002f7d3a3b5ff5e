//! The search against a plain one that shares no code with it, of whole families and of parts of them.

mod oracle;

use std::cmp::Reverse;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use antipode_blocks::{Metric, Rule};
use antipode_families::{Distinct, Family, Shape, Shapes, Span, Tally, Task};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::Index;
use rayon::prelude::*;

use crate::support::{How, add, plenty, search};
use oracle::{Facts, Group, Piece, Plain};

/// What the search found, and of its families one.
fn facts(tally: Tally) -> Facts {
    let totals = tally.totals();
    let hardest = tally
        .hardest
        .iter()
        .map(|(&pieces, best)| (pieces, (best.moves as usize, best.ties, best.start.clone())));
    let puzzles = tally.puzzles.into_iter().map(|puzzle| {
        ((Reverse(puzzle.moves as usize), puzzle.start), (puzzle.ties, puzzle.group_states))
    });
    Facts {
        justsolved: totals.boards,
        groups: totals.groups,
        states: totals.states,
        hardest: hardest.collect(),
        puzzles: puzzles.collect(),
    }
}

fn plainly(plain: &Plain, task: Task, rule: Rule, metric: Metric) -> Facts {
    Facts::of(plain, task, &plain.groups(task, rule, metric), Distinct::Group, |_| true)
}

fn cleverly(plain: &Plain, task: Task, rule: Rule, metric: Metric) -> Facts {
    let family = plain.task(task, rule, metric);
    let [tally, other] = [false, true].map(|apart| {
        let how = How { apart, ..How::default() };
        search(std::slice::from_ref(&family), 1_000_000, how, plenty()).remove(0)
    });
    assert_eq!(tally, other);
    facts(tally)
}

/// Compares both searches in every metric, by both rules.
fn compare(plain: &Plain, task: Task) {
    Metric::NAMES.into_par_iter().for_each(|(name, metric)| {
        for rule in [Rule::Strict, Rule::NonStrict] {
            let found = cleverly(plain, task, rule, metric);
            let expected = plainly(plain, task, rule, metric);
            let grid = plain.task(task, rule, metric).grid;
            assert_eq!(found, expected, "{grid} {name} {rule:?}");
        }
    });
}

#[test]
fn a_plain_search_of_the_full_graph_agrees() {
    for (width, height) in [(2, 2), (3, 2), (2, 3), (5, 1), (4, 2), (3, 3)] {
        compare(&Plain::rectangle(width, height), Task::Simple3);
    }
}

#[test]
#[ignore = "long: minutes"]
fn a_plain_search_of_the_full_graph_agrees_on_3x4() {
    compare(&Plain::rectangle(3, 4), Task::Simple3);
}

/// Outlines with walls, and cells that are no corners.
fn outlines() -> Vec<Plain> {
    let stairs = ["#..", "...", "..#"];
    vec![
        Plain::new(&["...", ".#.", "..."], (0, 0), (2, 2)),
        Plain::new(&["..#", "..#", "..."], (0, 0), (2, 2)),
        Plain::new(&["#.#", "...", "#.#"], (1, 0), (1, 2)),
        // A goal that can be left in every direction; the second is mirrored.
        Plain::new(&stairs, (1, 0), (1, 1)),
        Plain::new(&stairs, (1, 1), (1, 1)),
        Plain::new(&["...", "..."], (1, 0), (1, 1)),
        Plain::new(&["..#.", "..#."], (0, 0), (1, 1)),
    ]
}

#[test]
fn a_plain_search_between_walls_agrees() {
    for plain in outlines() {
        compare(&plain, Task::Simple3);
    }
}

#[test]
fn a_plain_search_of_every_family_between_walls_agrees() {
    for plain in outlines() {
        for metric in [Metric::Slide, Metric::SuperMove] {
            let rule = Rule::Strict;
            let found = cleverly(&plain, Task::Simple2, rule, metric);
            assert_eq!(found, plainly(&plain, Task::Simple2, rule, metric));
            compare_anywhere(&plain, metric);
        }
    }
}

#[test]
#[ignore = "long: minutes"]
fn every_plain_search_between_walls_agrees() {
    let two = Plain::new(&["...", "#..", "..#", "..."], (0, 0), (2, 3));
    for plain in outlines().into_iter().chain([two]) {
        compare(&plain, Task::Simple3);
        compare(&plain, Task::Simple2);
        for (_, metric) in Metric::NAMES {
            compare_anywhere(&plain, metric);
        }
    }
}

#[test]
fn a_plain_search_of_every_family_agrees() {
    for (width, height) in [(2, 2), (3, 2), (2, 3)] {
        let plain = Plain::rectangle(width, height);
        for metric in [Metric::Step, Metric::Move, Metric::SuperSlide] {
            for rule in [Rule::Strict, Rule::NonStrict] {
                let found = cleverly(&plain, Task::Simple2, rule, metric);
                let expected = plainly(&plain, Task::Simple2, rule, metric);
                assert_eq!(found, expected, "{width}x{height} {metric:?} {rule:?}");
            }
            compare_anywhere(&plain, metric);
        }
    }
    compare_anywhere(&Plain::rectangle(3, 3), Metric::Move);
}

/// Compares both searches in the families that know no corner.
fn compare_anywhere(plain: &Plain, metric: Metric) {
    for task in [Task::Simple, Task::Compound] {
        let mut found = cleverly(plain, task, Rule::Strict, metric);
        // All boards are made, whether or not a puzzle is in them.
        found.justsolved = 0;
        let expected = plainly(plain, task, Rule::Strict, metric);
        let grid = plain.task(task, Rule::Strict, metric).grid;
        assert_eq!(found, expected, "{grid} {task:?} {metric:?}");
    }
}

/// A question, and all groups of its graph.
struct Whole {
    plain: Plain,
    task: Task,
    family: Family,
    groups: Vec<Group>,
    /// The shapes of all pieces.
    shapes: Vec<(Shape, Piece)>,
}

static WHOLES: LazyLock<Vec<Whole>> = LazyLock::new(|| {
    let ring = || Plain::new(&["...", ".#.", "..."], (0, 0), (2, 2));
    let hook = || Plain::new(&["..#", "...", "..."], (1, 0), (1, 1));
    let questions = [
        (Plain::rectangle(3, 3), Task::Simple3, Rule::Strict, Metric::Move),
        (ring(), Task::Simple3, Rule::NonStrict, Metric::SuperSlide),
        (hook(), Task::Simple3, Rule::Strict, Metric::Step),
        (ring(), Task::Simple2, Rule::Strict, Metric::Slide),
        (ring(), Task::Simple, Rule::Strict, Metric::Move),
        (ring(), Task::Compound, Rule::Strict, Metric::Move),
    ];
    let whole = |(plain, task, rule, metric): (Plain, _, _, _)| {
        let family = plain.task(task, rule, metric);
        let shapes = Shape::all(&family.grid, family.grid.size() - 1);
        let shapes = shapes.into_iter().map(|shape| (shape, plain.piece(shape.cells()))).collect();
        let groups = plain.groups(task, rule, metric);
        Whole { plain, task, family, groups, shapes }
    };
    questions.into_iter().map(whole).collect()
});

/// Which shapes a part of a family has, by numbers that mean something in any of them.
#[derive(Debug, Clone)]
enum Listed {
    All,
    /// Of those of no more cells.
    Only(u32, Vec<Index>),
    /// Those of a group.
    Exactly(Index),
}

prop_compose! {
    /// Numbers from the one to the other, both of which are there.
    fn range()(from in 1_u32..9, more in 0_u32..9) -> RangeInclusive<u32> {
        from..=(from + more).min(8)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// Such as a list of shapes that lacks the transposes of some.
    #[test]
    fn any_part_of_a_family_is_what_a_plain_search_finds_of_it(
        whole in 0_usize..6,
        listed in prop_oneof![
            Just(Listed::All),
            (2_u32..6, prop::collection::vec(any::<Index>(), 1..8))
                .prop_map(|(cells, some)| Listed::Only(cells, some)),
            any::<Index>().prop_map(Listed::Exactly),
        ],
        pieces in option::weighted(0.3, range()),
        holes in option::weighted(0.3, range()),
        max_shapes in option::weighted(0.3, 1_u32..4),
        distinct in prop::sample::select(Distinct::NAMES.map(|it| it.1).to_vec()),
    ) {
        let whole = &WHOLES[whole];
        prop_assume!(whole.task.tells_goal() || distinct != Distinct::GoalShape);
        let most = whole.family.grid.size() - 1;
        let cut = |range: Option<RangeInclusive<u32>>| {
            let range = range.unwrap_or(1..=most);
            *range.start().min(&most)..=*range.end().min(&most)
        };
        let shape = |piece: &Piece| whole.shapes.iter().find(|it| it.1 == *piece).unwrap().0;
        let mut family = Family {
            pieces: cut(pieces).into(),
            holes: cut(holes),
            max_shapes: max_shapes.unwrap_or(u32::MAX),
            ..whole.family.clone()
        };
        family.shapes = match listed {
            Listed::All => Shapes::All,
            Listed::Only(cells, some) => {
                let shapes = whole.shapes.iter().map(|it| it.0);
                let shapes: Vec<_> = shapes.filter(|shape| shape.size() <= cells).collect();
                let mut some: Vec<_> = some.iter().map(|it| *it.get(&shapes)).collect();
                some.sort();
                some.dedup();
                Shapes::Only(some)
            }
            Listed::Exactly(group) => {
                let mut some: Vec<_> = group.get(&whole.groups).pieces.iter().map(shape).collect();
                some.sort();
                // With such a list nothing else is chosen.
                let pieces = some.len() as u32;
                family = Family { pieces: (pieces..=pieces).into(), ..whole.family.clone() };
                Shapes::Exactly(some)
            }
        };
        let is_wanted = |pieces: &[Piece]| {
            let area: usize = pieces.iter().map(Vec::len).sum();
            let mut shapes: Vec<Shape> = pieces.iter().map(shape).collect();
            shapes.sort();
            let of_shapes = match &family.shapes {
                Shapes::All => true,
                Shapes::Only(some) => shapes.iter().all(|it| some.contains(it)),
                Shapes::Exactly(some) => shapes == *some,
            };
            shapes.dedup();
            of_shapes
                && family.pieces.contains(pieces.len() as u32)
                && family.holes.contains(&(whole.family.grid.size() - area as u32))
                && shapes.len() <= family.max_shapes as usize
        };
        let expected = Facts::of(&whole.plain, whole.task, &whole.groups, distinct, is_wanted);
        let (families, empty) = (std::slice::from_ref(&family), Tally::new(usize::MAX, distinct));
        let found = add(families, empty, &Span::default(), How::default(), plenty()).remove(0);
        let mut found = facts(found);
        if !whole.task.has_corner() {
            found.justsolved = 0;
        }
        prop_assert_eq!(found, expected);
    }
}
