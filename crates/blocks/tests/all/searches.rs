//! Searches of whole groups: what they count, the solutions that they find, hints, and the hardest start.

use antipode_blocks::format::text::{read, read_board};
use antipode_blocks::hardest::hardest;
use antipode_blocks::replay::{play, replay};
use antipode_blocks::solve::{Answer, SolveError};
use antipode_blocks::{Board, Group, Guide, Metric, Puzzle, Room, Rule};
use antipode_frontier::{Full, Silent};

fn puzzle(start: &str) -> Puzzle {
    Puzzle::simple3(&Board::parse_start(start).unwrap(), Rule::NonStrict).unwrap()
}

fn counted(start: &str, metric: Metric, limit: usize) -> Result<Vec<u64>, SolveError> {
    Ok(Group::search(&puzzle(start), metric, Room::Boards(limit), &Silent)?.histogram())
}

fn solved(start: &str, metric: Metric) -> Option<String> {
    let puzzle = puzzle(start);
    let group = Group::search(&puzzle, metric, Room::Boards(1_000_000), &Silent).unwrap();
    let walked = group.solution()?;
    let boards = replay(&puzzle, metric, start, &walked.moves).unwrap();
    assert_eq!(boards.last(), Some(&walked.goal));
    let earliest = group.earliest().unwrap();
    assert_eq!(earliest.moves.len(), walked.moves.len());
    let boards = replay(&puzzle, metric, start, &earliest.moves).unwrap();
    assert_eq!(boards.last(), Some(&earliest.goal));
    Some(walked.moves.join(" "))
}

#[test]
fn boards_are_counted_by_their_distance() {
    assert_eq!(counted("A./..", Metric::Move, 9).unwrap(), [1, 3]);
    assert_eq!(counted("A./..", Metric::Step, 9).unwrap(), [1, 2, 1]);
    let full = counted("A./..", Metric::Step, 3).unwrap_err();
    assert!(matches!(full, SolveError::Full(Full::States { limit: 3 })));
    // The 132 moves, from the farthest of 9,591 boards.
    let layers = counted("AABC/DEBB/DFGH/.FI.", Metric::Move, 10_000).unwrap();
    assert_eq!((layers.len() >= 133, layers.iter().sum::<u64>()), (true, 9591));
}

#[test]
fn the_smallest_solution_is_found() {
    let solution = |start| solved(start, Metric::Move).unwrap();
    assert_eq!(solution("A./.."), "Adr");
    assert_eq!(solution("AB/.C/.."), "Addr");
    assert_eq!(solution("A.B/.#./..."), "Addrr");
    assert_eq!(solution("ABC/DEF/GH."), "Fd Cd Br Ar Du El Ad Bl Cu Ar Hu Fl Ad");
}

#[test]
fn every_metric_has_its_smallest_solution() {
    for (metric, expected) in [
        (Metric::Step, "Ad Ad Ar Ar"),
        (Metric::Slide, "Add Arr"),
        (Metric::Move, "Addrr"),
        (Metric::SuperMove, "Addrr"),
    ] {
        assert_eq!(solved("A.B/.../...", metric).unwrap(), expected);
    }
    assert_eq!(solved("AB./C..", Metric::SuperStep).unwrap(), "A+Br Ad Ar");
    assert_eq!(solved("AB./C..", Metric::SuperMove).unwrap(), "Bd Arrd");
}

#[test]
fn an_unsolvable_puzzle_has_no_solution() {
    let strict = |start: &str| {
        let puzzle = Puzzle::simple3(&Board::parse_start(start).unwrap(), Rule::Strict);
        let puzzle = puzzle.unwrap();
        let room = Room::Boards(1_000);
        Group::search(&puzzle, Metric::Move, room, &Silent).unwrap().solution()
    };
    assert_eq!(strict("AB/CC/.D"), None);
    assert_eq!(strict("AA/A./.."), None, "the corner cannot be covered");
}

#[test]
fn solutions_are_counted() {
    let puzzle = puzzle("A../.../...");
    let (group, graph) = Group::joined(&puzzle, Metric::Step, 9, usize::MAX, &Silent).unwrap();
    assert_eq!((group.ways(&group.to_goal()), group.len(), graph.edges()), (6, 9, 12));
    assert_eq!(group.farthest().unwrap().moves.len(), 4);
}

#[test]
fn hints_lead_home_along_a_shortest_way() {
    for (_, metric) in Metric::NAMES {
        let puzzle = read_board("AB./CBD/EFD/GHD", None).unwrap();
        let guide = Guide::new(&puzzle, metric, 1 << 24, &Silent).unwrap();
        let mut board = puzzle.start();
        let mut moves = Vec::new();
        let first = guide.hint(&board).unwrap().unwrap();
        while let Some(next) = guide.hint(&board).unwrap().unwrap().next {
            moves.push(next);
            let togo = first.togo - moves.len();
            let boards = play(&puzzle, metric, &puzzle.start(), &moves).unwrap();
            board = boards.last().unwrap().clone();
            assert_eq!(guide.hint(&board).unwrap().unwrap().togo, togo);
        }
        assert_eq!(moves.len(), first.togo);
        assert!(replay(&puzzle, metric, &puzzle.start(), &moves).is_ok());
    }
}

#[test]
fn where_there_is_no_way_home_there_is_no_hint() {
    let puzzle = read_board("AB/CC/.D", None).unwrap();
    let guide = Guide::new(&puzzle, Metric::Move, 1 << 24, &Silent).unwrap();
    assert_eq!(guide.hint("AB/CC/D."), Ok(None));
    assert_eq!(guide.knows("AB/CC/D."), Ok(true));
    assert_eq!(guide.knows("CC/AB/D."), Ok(false));
    assert!(guide.hint("AB/CC").is_err());
}

fn hardest_of(puzzle: &Puzzle, metric: Metric) -> Answer {
    let answer = hardest(puzzle, metric, 1 << 28, &Silent).unwrap();
    if let Some(solution) = &answer.solution {
        let start = puzzle.started_at(&solution.start).unwrap();
        assert!(replay(&start, metric, &solution.start, &solution.moves).is_ok());
    }
    answer
}

#[test]
fn the_hardest_of_a_batch_are_the_hardest_of_their_pieces() {
    let moves = |start| {
        let puzzle = read_board(start, None).unwrap();
        hardest_of(&puzzle, Metric::Move).solution.map(|found| found.moves.len())
    };
    // Eight squares on 3x3, from an easy start, and the hardest of 4x4 with nine pieces.
    assert_eq!(moves("BAC/DEF/GH."), Some(13));
    assert_eq!(moves("AABC/DEBB/DFGH/.FI."), Some(132));
}

#[test]
fn pieces_on_one_axis_are_put_anywhere() {
    // From this start the car can never get to the last row.
    let text = "horizontal: A\nvertical: B\nstart:\nB..\nBAA\n...\ngoal:\n...\n...\n.AA\n";
    let puzzle = read(text).unwrap();
    let found = hardest_of(&puzzle, Metric::Move);
    let moves = found.solution.unwrap().moves;
    assert_eq!(moves.len(), 2, "{moves:?}");
    assert_eq!(found.states, 8);
}
