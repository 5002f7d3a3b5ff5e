//! Every form of puzzle, read and written: what is written is read again as the same puzzle, and
//! no text, however mangled, does worse than an error with a place in it.
//!
//! `PROPTEST_CASES=1000000 cargo test -p antipode-blocks --test all formats` looks longer.

use antipode_blocks::Metric;
use antipode_blocks::format::{Format, text};
use antipode_blocks::{Packed, Positions, Puzzle, Visit, visit};
use proptest::prelude::*;

const SAMPLES: [&str; 6] = [
    "# Comment\ntitle: Walls\nwall: 1,1 2,1\ndistinct: C\nhorizontal: B\nstart:\nA.BB\nA#.C\n....\n\
     goal:\n...A\n.#.A\n_...\ngoal:\nA...\nA#..\n...C\n",
    "1 1 0 2\n3 4 4 2\n3 0 5 5\n",
    "5 x 5 (a silly example)\n1 = 111/01\n2 = 101/111\n3 = 1\n1xx200000000033\n000xx00033001002\n",
    "xsize: 4\nysize: 3 ! high\nwall: (3,2)\nhwall: 2 (0,1)\npiece: 1 (0,0) (-1,1) (0,1)\n\
     piece: 2 (0,0)\nlockx: 2\nput: 1 (1,0) 'Q'\nput: 2 (2,0)\nput: 2 (3,0)\nwin: 1 (2,0)\n\
     win: 0 (0,0)\nnumthreads: 3\n",
    "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332",
    "start:\nAABC\n.DBC\n.DEE\ngoal:\nBCAA\nBCD.\nEED.\n",
];

/// Expands the start, to see that its tables are whole.
struct Expand;

impl Visit for Expand {
    type Output = ();

    fn visit<K: Packed>(self, positions: Positions<K>) {
        use antipode_frontier::Space;
        assert_eq!(positions.pack(positions.cells(positions.start())), Some(positions.start()));
        let mut back = Vec::new();
        positions.expand(positions.start(), 0, |next, _| back.push(next));
        for next in back {
            let mut found = false;
            positions.expand(next, 0, |again, _| found |= again == positions.start());
            assert!(found, "every move can be taken back");
            positions.is_goal(next);
        }
    }
}

/// What a puzzle means, however its pieces are named and marked.
fn meaning(puzzle: &Puzzle) -> impl PartialEq + std::fmt::Debug {
    let pieces = 0..puzzle.pieces.len();
    let alike: Vec<Vec<usize>> = pieces
        .clone()
        .map(|one| pieces.clone().filter(|&other| puzzle.alike(one, other)).collect())
        .collect();
    let cells: Vec<_> = puzzle.pieces.iter().map(|piece| (piece.cells, piece.axes)).collect();
    let goal = |goal: &antipode_blocks::Goal| {
        let mut placed: Vec<_> =
            goal.placed.iter().map(|&(piece, cells)| (cells, alike[piece].clone())).collect();
        placed.sort_unstable();
        (placed, goal.holes)
    };
    let goals: Vec<_> = puzzle.goals.iter().map(goal).collect();
    (puzzle.field.clone(), cells, alike.clone(), goals)
}

fn examine(text: &str, width: Option<usize>) {
    let recognised = Format::recognise(text);
    for (name, format) in Format::NAMES {
        let Ok(puzzle) = format.read(text, width) else { continue };
        let mut covered = 0;
        for (index, piece) in puzzle.pieces.iter().enumerate() {
            assert_eq!(covered & piece.cells, 0, "{name}: pieces overlap");
            covered |= piece.cells;
            assert!(puzzle.pieces[..index].iter().all(|other| other.name != piece.name), "{name}");
        }
        for (_, metric) in &Metric::NAMES[..3] {
            visit(&puzzle, *metric, Expand);
        }
        for (other, format) in Format::NAMES {
            if let Ok(written) = format.write(&puzzle) {
                let again = format
                    .read(&written, None)
                    .unwrap_or_else(|error| panic!("{name} to {other}: {error}\n{written}"));
                assert_eq!(meaning(&again), meaning(&puzzle), "{name} to {other}\n{written}");
            }
        }
    }
    let _ = recognised.read(text, width);
    let _ = text::read_board(text, None);
    let _ = text::read_boards(text, text);
}

#[test]
fn samples_are_read_as_what_they_are() {
    let forms = [
        Format::Text,
        Format::Array,
        Format::Knuth,
        Format::JimSlide,
        Format::RushHour,
        Format::Text,
    ];
    for (sample, form) in SAMPLES.iter().zip(forms) {
        assert_eq!(Format::recognise(sample), form, "{sample}");
        form.read(sample, None).unwrap();
        examine(sample, None);
    }
}

#[test]
fn errors_name_their_place() {
    let place = |form: Format, text: &str| {
        let error = form.read(text, None).unwrap_err();
        (error.line, error.column)
    };
    assert_eq!(place(Format::Text, "title: x\nstart:\nAB\nA:\n"), (4, 1));
    assert_eq!(place(Format::Text, "start:\nAB\n.A\ngoal:\n.A\n..\n"), (2, 1));
    assert_eq!(place(Format::Text, "start:\nAB\n..\ngoal:\n..\n.C\n"), (6, 2));
    assert_eq!(place(Format::Text, "title: a\u{1b}[2J\nstart:\nA\ngoal:\nA\n"), (1, 9));
    assert_eq!(place(Format::Text, "start:\nA\u{ffff}\ngoal:\nA.\n"), (2, 2));
    assert_eq!(place(Format::Array, "1 0\n0 x\n"), (2, 3));
    assert_eq!(place(Format::Knuth, "2 x 2\n1 = 11\n1\n001\n2\n"), (5, 1));
    assert_eq!(place(Format::Knuth, "2 x 2\n1 = 1211\n1\n001\n"), (2, 6));
    assert_eq!(place(Format::JimSlide, "xsize: 2\nysize: 2\nput: 1 (0,0)\n"), (3, 1));
    assert_eq!(place(Format::JimSlide, "xsize: two\n"), (1, 8));
    assert_eq!(place(Format::RushHour, "\noooooooooooo?AAooooooooooooooooooooo"), (2, 13));
}

#[test]
fn blanks_behind_a_wall_are_no_comment() {
    let puzzle = Format::Text.read("start:\nA\n.\n# \n.\ngoal:\n.\nA\n# \n.\n", None).unwrap();
    assert_eq!(puzzle.start(), "A/./#/.");
}

#[test]
fn titles_come_back_from_every_form_that_has_them() {
    for title in ["Two by two", "(a) b (c)", "(all)", "((twice))", ")(", "("] {
        let text = format!("title: {title}\nstart:\nAB\n..\ngoal:\n..\nAB\n");
        let puzzle = Format::Text.read(&text, None).unwrap();
        let knuth = Format::Knuth.write(&puzzle).unwrap();
        assert_eq!(Format::Knuth.read(&knuth, None).unwrap().title, title, "{knuth}");
    }
    let knuth = Format::Knuth.read("2 x 2 (in brackets)\n1 = 1\n1\n001\n", None).unwrap();
    assert_eq!(knuth.title, "in brackets");
}

/// One change to a text.
#[derive(Debug, Clone)]
enum Change {
    Put(prop::sample::Index, String),
    Cut(prop::sample::Index, usize),
    Swap(prop::sample::Index, prop::sample::Index),
    Repeat(prop::sample::Index),
}

fn change() -> impl Strategy<Value = Change> {
    let at = any::<prop::sample::Index>;
    prop_oneof![
        (at(), "[A-Za-z0-9.#_+:,()!/ x\n=-]{1,3}|\\PC").prop_map(|(at, new)| Change::Put(at, new)),
        (at(), 1..4_usize).prop_map(|(at, length)| Change::Cut(at, length)),
        (at(), at()).prop_map(|(one, other)| Change::Swap(one, other)),
        at().prop_map(Change::Repeat),
    ]
}

fn changed(sample: &str, changes: &[Change]) -> String {
    let mut symbols: Vec<char> = sample.chars().collect();
    for change in changes {
        let length = symbols.len();
        match change {
            Change::Put(at, new) => {
                let at = at.index(length + 1);
                symbols.splice(at..at, new.chars());
            }
            Change::Cut(at, cut) if length > 0 => {
                let at = at.index(length);
                symbols.drain(at..(at + cut).min(length));
            }
            Change::Swap(one, other) if length > 0 => {
                symbols.swap(one.index(length), other.index(length));
            }
            Change::Repeat(at) if length > 0 => {
                let text: String = symbols.iter().collect();
                let mut lines: Vec<&str> = text.lines().collect();
                if !lines.is_empty() {
                    let at = at.index(lines.len());
                    lines.insert(at, lines[at]);
                }
                symbols = lines.join("\n").chars().collect();
            }
            _ => {}
        }
    }
    symbols.into_iter().collect()
}

/// A drawn board of some size with a goal for some of its pieces.
fn drawn() -> impl Strategy<Value = String> {
    let board = |cells: &'static str| {
        (1..9_usize, 1..9_usize).prop_flat_map(move |(width, height)| {
            let row = prop::collection::vec(prop::sample::select(cells.as_bytes()), width);
            prop::collection::vec(row, height).prop_map(|rows| {
                let rows = rows.into_iter().map(|row| String::from_utf8_lossy(&row).into_owned());
                rows.collect::<Vec<_>>().join("\n")
            })
        })
    };
    board(".....####AB").prop_map(|board| format!("start:\n{board}\ngoal:\n{board}\n"))
}

proptest! {
    #[test]
    fn mangled_files_are_refused_or_read(
        sample in prop::sample::select(&SAMPLES[..]),
        changes in prop::collection::vec(change(), 1..6),
        width in prop::option::of(0..70_usize),
    ) {
        examine(&changed(sample, &changes), width);
    }

    #[test]
    fn any_text_is_refused_or_read(text in "\\PC{0,40}(\n\\PC{0,20}){0,6}") {
        examine(&text, None);
    }

    #[test]
    fn drawn_boards_survive(text in drawn()) {
        examine(&text, None);
    }
}
