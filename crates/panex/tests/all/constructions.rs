//! Constructions are legal, reach their goal, and are as long as the paper says.

use antipode_panex::formula::{S, S_bar, T, T_bar, U, X};
use antipode_panex::{Board, Move, Task, construct, constructed};

/// Plays a construction to its goal. Returns its length.
fn length(task: Task, height: u8, inverse: bool) -> u64 {
    let [first, last] = Board::ends(task, height).unwrap();
    let (mut board, goal) = if inverse { (last, first) } else { (first, last) };
    let moves = board.play(construct(task, height, inverse).unwrap()).unwrap();
    assert_eq!(board, goal, "{task:?} of {height}");
    assert_eq!(constructed(task, height), Some(moves), "{task:?} of {height}");
    moves
}

#[test]
fn every_construction_reaches_its_goal() {
    for height in 1..=16 {
        for inverse in [false, true] {
            for barred in [false, true] {
                let transfer = length(Task::Transfer { barred }, height, inverse);
                assert_eq!(transfer, if barred { T_bar(height) } else { T(height) });
                if height >= 2 {
                    let sink = length(Task::Sink { barred }, height, inverse);
                    assert_eq!(sink, if barred { S_bar(height) } else { S(height) });
                }
            }
        }
        let exchange = length(Task::Exchange, height, false);
        assert_eq!(Some(exchange), U(height).or(X(height)), "height {height}");
    }
    assert_eq!(length(Task::Transfer { barred: false }, 10, false), 4_875);
    assert_eq!(length(Task::Exchange, 10, false), 31_537);
    assert!(construct(Task::Sink { barred: true }, 1, false).is_none());
    assert!(construct(Task::Exchange, 0, false).is_none());
}

#[test]
fn an_inverse_is_the_same_backwards() {
    for task in [Task::Transfer { barred: true }, Task::Sink { barred: false }] {
        let mut moves: Vec<Move> = construct(task, 7, false).unwrap().map(Move::inverse).collect();
        moves.reverse();
        assert_eq!(construct(task, 7, true).unwrap().collect::<Vec<_>>(), moves);
    }
}

#[test]
fn illegal_moves_are_refused() {
    let error = |moves: &[(char, char)]| {
        let track = |letter| antipode_panex::Track::of_letter(letter).unwrap();
        let moves = moves.iter().map(|&(from, to)| Move::between(track(from), track(to)));
        let [mut board, _] = Board::ends(Task::Exchange, 2).unwrap();
        board.play(moves).unwrap_err().to_string()
    };
    assert_eq!(error(&[('C', 'L')]), "move 1, C>L, is impossible: the track is empty");
    assert_eq!(error(&[('L', 'R'), ('L', 'R')]), "move 2, L>R, is impossible: the track is full");
    assert_eq!(
        error(&[('L', 'C'), ('L', 'C'), ('R', 'L')]),
        "move 3, R>L, is impossible: the centre is in the way"
    );
}
