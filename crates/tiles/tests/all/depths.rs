//! Depth tables: by ranks, by the frontier engine and by the linear tree, and known figures.

use antipode_frontier::{Layers, Silent, Space};
use antipode_tiles::{
    Board, Depths, DepthsError, Frame, Metric, Position, Random, Size, Slides, Tree, depths, parse,
};

fn size(text: &str) -> Size {
    text.parse().unwrap()
}

fn by_ranks(goal: Position, metric: Metric) -> Depths {
    depths(goal, metric, &Silent).unwrap()
}

/// The layers by the frontier engine, expanding with or without used operators.
fn by_layers(goal: Position, metric: Metric, marks: bool) -> (Vec<u64>, Vec<Position>) {
    struct Unmarked(Slides);
    impl Space for Unmarked {
        type State = Board;
        type Used = u8;
        const REVERSIBLE: bool = true;
        fn expand(&self, state: Board, _: u8, emit: impl FnMut(Board, u8)) {
            self.0.expand(state, 0, emit);
        }
    }
    let frame = Frame::new(goal);
    let slides = Slides::new(goal.size(), frame.blank(), metric);
    let mut layers = Layers::<Board, u8, ()>::default();
    layers.add_source(frame.board(&goal)).unwrap();
    if marks {
        while layers.advance(&slides).unwrap() > 0 {}
    } else {
        while layers.advance(&Unmarked(slides)).unwrap() > 0 {}
    }
    let counts = (0..layers.depth()).map(|depth| layers.layer(depth).len() as u64).collect();
    let last = layers.layer(layers.depth() - 1).map(|index| frame.position(layers.state(index)));
    let mut last: Vec<_> = last.collect();
    last.sort_by_key(|position| position.tiles().collect::<Vec<_>>());
    (counts, last)
}

const SINGLE_3X3: [u64; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
    16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

const MULTI_3X3: [u64; 25] = [
    1, 4, 8, 16, 32, 64, 127, 244, 454, 856, 1576, 2854, 5117, 8588, 13466, 19739, 26558, 31485,
    30985, 23494, 11751, 3390, 589, 41, 1,
];

#[test]
fn the_8_puzzle_has_its_known_layers_and_farthest_positions() {
    let goal = Position::solved(size("3x3"));
    let single = by_ranks(goal, Metric::Single);
    assert_eq!(single.layers, SINGLE_3X3);
    let farthest: Vec<_> = ["647850321", "867254301"].map(|text| parse(text, None).unwrap()).into();
    assert_eq!(single.farthest, farthest);
    assert_eq!(by_ranks(goal, Metric::Multi).layers, MULTI_3X3);
    for (metric, layers) in [(Metric::Single, &SINGLE_3X3[..]), (Metric::Multi, &MULTI_3X3)] {
        assert_eq!(Tree::build(goal, metric).unwrap().depths(), layers);
    }
}

#[test]
fn three_methods_agree_on_every_size_up_to_3x3_and_2x4_with_any_goal() {
    for text in ["2x2", "2x3", "3x2", "2x4", "4x2", "3x3"] {
        let size = size(text);
        for goal in [Position::solved(size)]
            .into_iter()
            .chain(Random::new(Position::solved(size), 7).take(2))
        {
            for metric in [Metric::Single, Metric::Multi] {
                let ranked = by_ranks(goal, metric);
                assert_eq!(ranked.layers.iter().sum::<u64>(), size.states());
                for marks in [true, false] {
                    let (layers, farthest) = by_layers(goal, metric, marks);
                    assert_eq!((&ranked.layers, &ranked.farthest), (&layers, &farthest), "{goal}");
                }
                assert_eq!(Tree::build(goal, metric).unwrap().depths(), ranked.layers, "{goal}");
            }
        }
    }
}

#[test]
fn two_methods_agree_on_2x5_and_5x2_with_one_and_two_threads() {
    for text in ["2x5", "5x2"] {
        for metric in [Metric::Single, Metric::Multi] {
            let goal = Position::solved(size(text));
            let threads = |threads| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                pool.install(|| by_ranks(goal, metric))
            };
            let ranked = threads(1);
            assert_eq!(ranked, threads(2));
            assert_eq!(ranked.layers.iter().sum::<u64>(), 1_814_400);
            let (layers, farthest) = by_layers(goal, metric, true);
            assert_eq!((&ranked.layers, &ranked.farthest), (&layers, &farthest));
        }
    }
}

#[test]
fn a_board_and_its_transpose_have_the_same_layers() {
    for (wide, high) in [("4x2", "2x4"), ("5x2", "2x5"), ("3x2", "2x3")] {
        for metric in [Metric::Single, Metric::Multi] {
            let layers = |text| by_ranks(Position::solved(size(text)), metric).layers;
            assert_eq!(layers(wide), layers(high));
        }
    }
}

#[test]
#[ignore = "long: 239,500,800 positions, eight times"]
fn sizes_of_12_cells_have_the_same_layers_either_way_up() {
    for (wide, high) in [("4x3", "3x4"), ("6x2", "2x6")] {
        for metric in [Metric::Single, Metric::Multi] {
            let layers = |text| by_ranks(Position::solved(size(text)), metric).layers;
            let found = layers(wide);
            assert_eq!(found, layers(high));
            assert_eq!(found.iter().sum::<u64>(), 239_500_800);
        }
    }
}

#[test]
fn a_board_of_too_many_cells_is_refused() {
    let error = depths(Position::solved(size("7x2")), Metric::Single, &Silent).unwrap_err();
    assert!(matches!(error, DepthsError::TooLarge(_)));
    assert_eq!(
        error.to_string(),
        "a 7x2 board is too large for a table of all positions: at most 12 cells"
    );
}
