//! The paper's constructions: how to move towers of any height, move by move.
//!
//! A procedure is a list of steps, each a move or another procedure, and is unrolled only when it
//! is its turn: the moves stream, and what is still to do stays short. A procedure works on one
//! side track and the centre; the other side track is full but for its top cell, where a tile may
//! rest. Of the paper's two ways to do each step of a transfer or a sink the cheaper one is taken,
//! by the barred procedures. They are optimal.
//!
//! The exchange takes U(n) moves from n = 5 on; below, it is a special case.

use crate::formula::{S, S_bar, T, T_bar, U, X};
use crate::moves::Move;
use crate::task::Task;

/// Which side track a procedure works on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}
use Side::{Left, Right};

/// T(n) or S(n).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Procedure {
    sink: bool,
    height: u8,
    barred: bool,
    side: Side,
    inverse: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Move(Move),
    Procedure(Procedure),
}

/// Barred procedures, by the paper's names.
fn transfer(height: u8, side: Side) -> Procedure {
    Procedure { sink: false, height, barred: true, side, inverse: false }
}

fn sink(height: u8, side: Side) -> Procedure {
    Procedure { sink: true, ..transfer(height, side) }
}

/// The two highest tiles of the centre change places, over the tops of the side tracks.
const FOUR: &str = "C>R C>L R>C L>C";

impl Procedure {
    fn inverse(self) -> Self {
        Procedure { inverse: !self.inverse, ..self }
    }

    fn steps(self) -> Vec<Step> {
        let Procedure { height, barred, .. } = self;
        let known = match (self.sink, height, barred) {
            (false, 1, false) => "L>C",
            (false, 1, true) => "L>R",
            (false, 2, false) => "L>R L>C R>C",
            (false, 2, true) => "L>R L>C",
            (false, 3, false) => "L>R L>C L>C R>L C>R C>L R>C L>C L>C",
            (false, 3, true) => "L>R L>C L>C R>L C>L C>R L>C R>C L>R",
            (true, 2, false) => "C>R L>C R>L",
            (true, 2, true) => "L>C R>L",
            (true, 3, false) => "L>R C>L C>L R>C L>R L>C R>L C>L",
            (true, 3, true) => "L>C R>L C>L C>R L>C L>C R>L C>L",
            _ => FOUR,
        };
        let known = moves(known).map(Step::Move);
        let below = |lower| {
            let (transfer, sink) = (transfer(height - lower, Left), sink(height - lower, Left));
            (Procedure { barred, ..transfer }, Procedure { barred, ..sink })
        };
        let mut steps: Vec<Step> = match (self.sink, height) {
            (_, 0..=3) => known.collect(),
            (false, _) => {
                let before = [transfer(height - 1, Left), sink(height - 1, Left)];
                let before = before.map(Step::Procedure).into_iter();
                before.chain(known).chain([Step::Procedure(below(2).0)]).collect()
            }
            (true, _) => {
                let after =
                    [sink(height - 1, Left).inverse(), transfer(height - 2, Left).inverse()];
                let after = after.map(Step::Procedure);
                [Step::Procedure(below(1).1)].into_iter().chain(known).chain(after).collect()
            }
        };
        if self.inverse {
            steps.reverse();
        }
        for step in &mut steps {
            match step {
                Step::Move(step) if self.inverse => *step = step.inverse(),
                Step::Procedure(step) if self.inverse => *step = step.inverse(),
                _ => {}
            }
            match step {
                Step::Move(step) if self.side == Right => *step = step.mirrored(),
                Step::Procedure(step) => step.side = self.side,
                Step::Move(_) => {}
            }
        }
        steps
    }

    fn moves(self) -> impl Iterator<Item = Move> {
        // What is to be done, the next last.
        let mut steps = vec![Step::Procedure(self)];
        std::iter::from_fn(move || {
            loop {
                match steps.pop()? {
                    Step::Move(next) => return Some(next),
                    Step::Procedure(next) => steps.extend(next.steps().into_iter().rev()),
                }
            }
        })
    }
}

/// The moves of a text, which hold on to no layers.
fn moves(text: &'static str) -> impl Iterator<Item = Move> {
    text.split(' ').filter_map(|word| word.parse().ok())
}

/// A stream of moves.
pub type Moves = Box<dyn Iterator<Item = Move>>;

/// The construction of a task for towers of any `height`, or of its inverse; none if there is no
/// such task.
pub fn construct(task: Task, height: u8, inverse: bool) -> Option<Moves> {
    task.stacks(height)?;
    let procedure = |sink, barred| Procedure { sink, height, barred, side: Left, inverse };
    match task {
        Task::Transfer { barred } => Some(Box::new(procedure(false, barred).moves())),
        Task::Sink { barred } => Some(Box::new(procedure(true, barred).moves())),
        // Moves do not know colours: the same ones exchange the towers again.
        Task::Exchange => Some(exchange(height)),
    }
}

/// How many moves [`construct`] gives, by the recurrences.
pub fn constructed(task: Task, height: u8) -> Option<u64> {
    task.stacks(height)?;
    match task {
        Task::Transfer { barred: false } => Some(T(height)),
        Task::Transfer { barred: true } => Some(T_bar(height)),
        Task::Sink { barred: false } => Some(S(height)),
        Task::Sink { barred: true } => Some(S_bar(height)),
        Task::Exchange => U(height).or(X(height)),
    }
}

/// The paper's Y-bar: with the #1 tiles on the way, the #2 tiles change sides.
const Y_BAR: &str = "R>C L>R C>R C>L R>C R>C L>R L>R L>R C>L C>L R>C L>C L>R C>L";

/// The paper's W.
const W: &str = "R>L C>L C>R L>C L>C R>L R>L R>L C>R L>R L>C R>L R>L";

/// The 19 moves that V begins its second half with, W first: the #2 tiles change back.
const V: &str = "R>L C>L C>R L>C L>C R>L R>L R>L C>R L>R L>C R>L R>L R>L C>R C>R L>C R>C R>L";

/// The paper's Y and Z.
const Y_Z: &str = "R>C L>R C>R C>L R>C R>C L>R L>R L>R C>L C>L R>C L>R L>C R>L C>L R>L R>C L>R L>R \
                   C>L R>L C>R C>L R>C R>C L>R C>L C>R L>R";

fn exchange(height: u8) -> Moves {
    let run = |procedures: Vec<Procedure>| procedures.into_iter().flat_map(Procedure::moves);
    // Brings tile m from the right to the left.
    let carry = move |m: u8| {
        run(vec![transfer(m - 1, Left).inverse(), transfer(m - 1, Right), sink(m, Right)])
            .chain(sink(m, Left).inverse().moves())
    };
    let n = height;
    match n {
        0 | 1 => Box::new(moves("R>C L>R C>L")),
        2 => Box::new(moves("L>R L>C R>L R>L R>C L>R L>R C>L R>C R>L C>L C>R L>R")),
        3 => {
            let begin = run(vec![transfer(2, Left), sink(3, Left), transfer(2, Right)]);
            Box::new(begin.chain(moves(Y_Z)))
        }
        4 => {
            let begin = run(vec![transfer(3, Left), sink(3, Left)]).chain(moves(FOUR));
            let second = run(vec![transfer(2, Right)]).chain(moves(Y_BAR));
            let half = run(vec![transfer(2, Left).inverse(), transfer(2, Right), sink(4, Right)]);
            let third = run(vec![sink(4, Left).inverse()]).chain(moves(W));
            let sunk = Procedure { barred: false, ..sink(3, Right) };
            let end = run(vec![sink(3, Right).inverse(), transfer(3, Right).inverse()]);
            let end = run(vec![sunk]).chain(moves(FOUR)).chain(end);
            Box::new(begin.chain(second).chain(half).chain(third).chain(end))
        }
        _ => {
            let first = run(vec![transfer(n - 1, Left), sink(n - 1, Left)]).chain(moves(FOUR));
            let first = first.chain(run(vec![transfer(n - 2, Right), sink(n - 1, Right)]));
            let first = first.chain(sink(n - 1, Left).inverse().moves());
            let second = (4..=n - 2).rev().flat_map(carry);
            let third = run(vec![transfer(2, Left).inverse(), transfer(2, Right)]);
            let third = third.chain(moves(Y_BAR));
            let third = third.chain(run(vec![transfer(2, Left).inverse(), transfer(2, Right)]));
            let third = third.chain(sink(n, Right).moves());
            // The last nine moves of the one and the first nine of the other give way to V.
            let before = (T_bar(n - 1) - T_bar(3)) as usize;
            let fourth = sink(n, Left).inverse().moves();
            let fourth = fourth.chain(transfer(n - 1, Left).inverse().moves().take(before));
            let fourth = fourth.chain(moves(V));
            let fourth = fourth.chain(sink(n, Right).inverse().moves().skip(T_bar(3) as usize));
            let fourth = fourth.chain(transfer(n - 1, Right).inverse().moves());
            Box::new(first.chain(second).chain(third).chain(fourth))
        }
    }
}
