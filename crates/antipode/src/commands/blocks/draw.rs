//! The command `draw`: a puzzle as a picture, alone or with the boards of a solution.

use std::collections::BTreeMap;

use antipode_blocks::Puzzle;
use antipode_blocks::replay::play;
use antipode_blocks::{Cells, Metric, each};
use antipode_gallery::{Drawing, Piece, Strip, counted};
use antipode_web::kinds;
use anyhow::{Context, Result, ensure};
use clap::Args;

use super::puzzle::{MetricArgs, PuzzleArgs};
use crate::args::number;
use crate::output;
use crate::picture::{self, Form, Picture, PictureFile};

/// For the end of the help.
pub const EXAMPLES: &str = "\
Examples:
  antipode draw AABC/DEBB/DFGH/.FI. -o hardest.svg
  antipode draw AB./CBD/EFD/GHD > board.svg
  antipode draw configs/puzzles/klotski.txt -o klotski.png
  antipode draw out/4x4/hardest.csv:9 -o 9.svg
  antipode draw A.B/.CC/... --solution 'Add Arr' -o solution.png
  antipode draw A.B/.CC/... --solution 'Add Arr' -o play.html";

/// How many boards of a solution stand side by side, if that is not said.
const COLUMNS: usize = 8;

/// What `draw` takes.
#[derive(Debug, Args)]
pub struct DrawArgs {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    /// The file to write: FILE.svg, FILE.png, or FILE.html to play it. SVG on standard output if not
    /// given.
    #[arg(short, long, value_name = "FILE", value_parser = picture::any())]
    output: Option<PictureFile>,
    /// The title; that of the puzzle, or else the board, if not given.
    #[arg(long)]
    title: Option<String>,
    /// Draw the boards after each of these moves too, such as 'Dd El Fu'.
    #[arg(long, value_name = "MOVES")]
    solution: Option<String>,
    /// How many boards of a solution stand side by side; 8 if not given.
    #[arg(long, value_name = "N", requires = "solution", value_parser = number::<u16>(1..=u64::from(u16::MAX)))]
    columns: Option<u16>,
    #[command(flatten)]
    metric: MetricArgs,
}

/// Draws a puzzle.
pub fn act(args: &DrawArgs) -> Result<()> {
    args.puzzle.apart_from(args.output.as_ref().map(|file| file.path.as_path()))?;
    let is_page = args.output.as_ref().is_some_and(|file| file.form == Form::Html);
    ensure!(is_page || !args.metric.is_given(), "--metric is for pages, such as -o play.html");
    ensure!(!is_page || args.columns.is_none(), "--columns is for pictures, not for pages");
    let given = args.puzzle.read()?;
    let metric = args.metric.of(&given);
    let puzzle = given.puzzle;
    let start = puzzle.start();
    let title = title(args.title.as_deref(), &puzzle, &start);
    let moves = args.solution.as_deref().unwrap_or_default();
    // Any legal moves may be drawn, so they are held to the freest metric.
    let listed: Vec<_> = moves.split_whitespace().collect();
    let boards = play(&puzzle, Metric::SuperMove, &start, &listed).context("the solution")?;
    match &args.output {
        Some(PictureFile { path, form: Form::Html }) => {
            let (mut played, about) = played(&puzzle, Some(title), &start, metric);
            played.solution = listed.join(" ");
            output::play(path, played, about)
        }
        file => {
            let picture = match args.solution {
                // A title that was asked for is written above the board.
                None => Picture::Alone(Drawing {
                    heading: args.title.clone().unwrap_or_default(),
                    ..drawing(&puzzle, &start, title)
                }),
                Some(_) => Picture::Strip(strip(
                    &puzzle,
                    title,
                    moves,
                    &boards,
                    args.columns.map_or(COLUMNS, usize::from),
                )),
            };
            picture.put(file.as_ref())
        }
    }
}

/// The start and the boards after each move, with the moves below.
fn strip(puzzle: &Puzzle, title: &str, moves: &str, boards: &[String], columns: usize) -> Strip {
    let drawn = |caption: &str, board: &str| (caption.to_owned(), drawing(puzzle, board, ""));
    let mut drawings = vec![drawn("start", &puzzle.start())];
    drawings.extend(moves.split_whitespace().zip(boards).map(|(name, board)| drawn(name, board)));
    Strip {
        title: title.to_owned(),
        description: format!(
            "{} The start, and the boards after the moves {moves}.",
            description(puzzle)
        ),
        columns,
        drawings,
    }
}

/// The puzzle at a board, written as its start is.
fn drawing(puzzle: &Puzzle, board: &str, title: &str) -> Drawing {
    let field = &puzzle.field;
    let place = |cell| {
        let (x, y) = field.place(cell);
        (x as u8, y as u8)
    };
    let places = |cells: Cells| -> Vec<_> { each(cells).map(place).collect() };
    let mut drawing = Drawing::new(field.width() as u8, field.height() as u8, title);
    drawing.description = description(puzzle);
    let mut covered: BTreeMap<char, Vec<(u8, u8)>> = BTreeMap::new();
    for (y, row) in board.split('/').enumerate() {
        for (x, name) in row.chars().enumerate() {
            covered.entry(name).or_default().push((x as u8, y as u8));
        }
    }
    drawing.walls = covered.remove(&'#').unwrap_or_default();
    drawing.barriers = field
        .walls()
        .map(|(cell, step)| {
            let ((x, y), (dx, dy)) = (place(cell), step.offset());
            ((x, y), (x + dx as u8, y + dy as u8))
        })
        .collect();
    let goals = puzzle.goal_pieces();
    drawing.pieces = (0..)
        .zip(&puzzle.pieces)
        .map(|(number, piece)| {
            let cells = covered.remove(&piece.name).unwrap_or_default();
            let drawn = Piece::new(piece.name.to_string(), cells);
            match goals.get(&number) {
                Some(&home) => drawn.goal(places(home)),
                None => drawn,
            }
        })
        .collect();
    drawing
}

fn description(puzzle: &Puzzle) -> String {
    let goals = puzzle.goal_pieces();
    let names: Vec<String> =
        goals.keys().map(|&number| puzzle.pieces[number].name.to_string()).collect();
    let mut tasks = match &names[..] {
        [] => Vec::new(),
        [name] => vec![format!("bring piece {name} to the dashed place")],
        names => vec![format!("bring the pieces {} to the dashed places", names.join(" and "))],
    };
    if let [goal] = &puzzle.goals[..]
        && goal.holes != 0
    {
        let place = |cell| {
            let (x, y) = puzzle.field.place(cell);
            format!("{},{}", x + 1, y + 1)
        };
        let empty = each(goal.holes).map(place).collect::<Vec<_>>();
        tasks.push(format!("leave {} empty", empty.join(" and ")));
    }
    let task = if tasks.is_empty() { String::new() } else { format!(": {}", tasks.join(" and ")) };
    let (width, height) = (puzzle.field.width(), puzzle.field.height());
    format!(
        "A sliding-block puzzle of {} on a {width}x{height} board{task}.",
        counted(puzzle.pieces.len(), "piece")
    )
}

/// The title that was asked for, or that of the puzzle, or else the board.
fn title<'a>(asked: Option<&'a str>, puzzle: &'a Puzzle, start: &'a str) -> &'a str {
    asked.unwrap_or(if puzzle.title.is_empty() { start } else { &puzzle.title })
}

/// The puzzle to be played from a board, without a solution, and a sentence about it.
pub fn played(
    puzzle: &Puzzle,
    asked: Option<&str>,
    start: &str,
    metric: Metric,
) -> (antipode_gallery::Puzzle, String) {
    let title = title(asked, puzzle, start);
    (kinds::blocks::played(puzzle, title, start, metric), description(puzzle))
}
