//! Solves any sliding-block puzzle.

use std::path::{Path, PathBuf};
use std::time::Instant;

use antipode_blocks::hardest::hardest;
use antipode_blocks::replay::replay;
use antipode_blocks::solve::{Answer as Solved, Limits, Question, solve};
use antipode_blocks::{GraphForm, Group, Metric, Puzzle, Room};
use antipode_frontier::Progress;
use antipode_gallery::counted;
use antipode_sealed::AtomicFile;
use antipode_web::Linked;
use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use super::draw;
use super::puzzle::{Given, MetricArgs, PuzzleArgs, is_table};
use crate::answer::Answer;
use crate::args::{Json, Memory, Quiet, Scratch, Threads};
use crate::exit::Bug;
use crate::list::{self, ListArgs};
use crate::report::Report;
use crate::{output, picture};

/// What to solve, and how.
#[derive(Debug, Args)]
pub struct SolveArgs {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    metric: MetricArgs,
    /// Count the shortest solutions as well: sequences of boards, pieces of equal shape not told
    /// apart.
    #[arg(long, conflicts_with_all = ["farthest", "json"])]
    all_shortest: bool,
    /// Look for the hardest start that can be reached, and solve it from there.
    #[arg(long)]
    farthest: bool,
    /// Look for the hardest of all arrangements of the same pieces, whether it can be reached or
    /// not, and solve it. This is done in memory.
    #[arg(long, conflicts_with_all = ["farthest", "all_shortest", "graph", "scratch"])]
    hardest: bool,
    /// Write all boards that can be reached as a graph: GraphML, or edges if FILE ends in .csv.
    #[arg(long, value_name = "FILE", conflicts_with = "all")]
    graph: Option<PathBuf>,
    /// Write a page to play the puzzle, with the solution.
    #[arg(long, value_name = "FILE", value_parser = picture::page(), conflicts_with = "all")]
    html: Option<PathBuf>,
    /// Print the board after every move.
    #[arg(long, conflicts_with = "json")]
    boards: bool,
    #[command(flatten)]
    json: Json,
    #[command(flatten)]
    list: ListArgs,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    scratch: Scratch,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    quiet: Quiet,
}

impl SolveArgs {
    /// The words of the command that solves the puzzle of the link, if that is of another kind.
    pub fn elsewhere(&self) -> Result<Option<Vec<String>>> {
        let linked =
            self.puzzle.linked()?.filter(|linked| !matches!(linked, Linked::Blocks { .. }));
        let Some(linked) = linked else { return Ok(None) };
        let of_blocks = [
            ("--metric", self.metric.is_given()),
            ("--all-shortest", self.all_shortest),
            ("--farthest", self.farthest),
            ("--hardest", self.hardest),
            ("--graph", self.graph.is_some()),
            ("--boards", self.boards),
            ("--all", self.list.all),
        ];
        if let Some((flag, _)) = of_blocks.into_iter().find(|flag| flag.1) {
            bail!("{flag} is for sliding blocks, and this link leads to another puzzle");
        }
        let flags = [("--json", self.json.json), ("--quiet", self.quiet.quiet)];
        let flags = flags.into_iter().filter(|flag| flag.1).map(|flag| flag.0.to_owned());
        let mut words: Vec<String> = linked.command()?.into_iter().chain(flags).collect();
        let known: &[&str] = match linked {
            Linked::ColourSort { .. } => &["--html", "--memory"],
            Linked::Tiles { .. } => &["--html", "--threads"],
            _ => &["--html", "--memory", "--scratch", "--threads"],
        };
        let values = [
            ("--html", self.html.as_ref().map(|file| file.display().to_string())),
            ("--memory", self.memory.wanted().map(|bytes| bytes.to_string())),
            ("--scratch", self.scratch.wanted().map(|folder| folder.display().to_string())),
            ("--threads", self.threads.wanted().map(|threads| threads.to_string())),
        ];
        for (flag, value) in values {
            let Some(value) = value else { continue };
            let solver = words[..2].join(" ");
            ensure!(
                known.contains(&flag),
                "{flag} is not for `antipode {solver}`, which solves the puzzle of this link"
            );
            words.push(format!("{flag}={value}"));
        }
        Ok(Some(["antipode".to_owned()].into_iter().chain(words).collect()))
    }
}

impl SolveArgs {
    fn limits(&self) -> Limits {
        Limits { memory: self.memory.bytes(), scratch: self.scratch.folder() }
    }

    /// Solves a puzzle, and returns the boards after each move as well.
    fn solve(&self, given: &Given, report: &Report) -> Result<(Solved, Vec<String>)> {
        let (puzzle, metric, limits) = (&given.puzzle, self.metric.of(given), self.limits());
        let question = match (self.all_shortest, self.farthest) {
            (true, _) => Question::AllShortest,
            (_, true) => Question::Farthest,
            _ => Question::Shortest,
        };
        let solved = match self.hardest {
            true => hardest(puzzle, metric, limits.memory, report),
            false => solve(puzzle, metric, question, &limits, report),
        }?;
        // Nothing is shown that was not played first.
        let boards = match &solved.solution {
            Some(solution) => replay(puzzle, metric, &solution.start, &solution.moves)
                .map_err(|_| Bug::wrong_solution(puzzle.start()))?,
            None => Vec::new(),
        };
        Ok((solved, boards))
    }
}

/// Solves all puzzles and prints a line each.
fn act_on_all(args: &SolveArgs) -> Result<()> {
    let puzzles = args.puzzle.read_all()?;
    let report = Report::new("solve", puzzles.len() as u64, args.quiet.quiet);
    let pool = args.threads.pool()?;
    let asked = match (args.hardest, args.farthest) {
        (true, _) => "hardest",
        (_, true) => "farthest",
        _ => "solve",
    };
    let question =
        |given: &Given| format!("{asked} {} {:?}", args.metric.of(given).name(), given.puzzle);
    let output = args.list.output.as_deref();
    let answered = list::answer_all(&puzzles, question, output, |given| {
        let begun = Instant::now();
        let (solved, _) = pool.install(|| args.solve(given, &report))?;
        report.advance(1);
        Ok(json(&given.puzzle, args.metric.of(given), &solved, begun.elapsed().as_secs_f64()))
    });
    answered.map(drop)
}

/// Solves a puzzle and prints what was asked.
pub fn act(args: &SolveArgs) -> Result<()> {
    if args.list.all {
        return act_on_all(args);
    }
    let given = args.puzzle.read()?;
    let (metric, limits) = (args.metric.of(&given), args.limits());
    let (graph, page) = (args.graph.as_deref(), args.html.as_deref());
    output::beside_answer("the graph", graph)?;
    output::apart([graph, page])?;
    for path in [graph, page] {
        args.puzzle.apart_from(path)?;
    }
    if let Some(path) = graph {
        output::check_ours(path, form(path).beginning())?;
    }
    let report = Report::new("solve", None, args.quiet.quiet);
    for group in given.puzzle.alike_in_goals() {
        let names: String = group.iter().map(|&piece| given.puzzle.pieces[piece].name).collect();
        report.note(&format!(
            "the pieces {names} are alike, so that any of them may be where a goal shows another; \
             `distinct: {names}` in a file tells them apart"
        ));
    }
    let pool = args.threads.pool()?;
    let puzzle = &given.puzzle;
    pool.install(|| {
        let (solved, boards) = args.solve(&given, &report)?;
        let seconds = report.elapsed().as_secs_f64();
        report.clear();
        // It may have taken hours, so each is written whatever becomes of the others.
        let printed = if args.json.json {
            json(puzzle, metric, &solved, seconds).print()
        } else {
            output::print(&text(puzzle, metric, &solved, args.boards.then_some(&boards)))
        };
        let graph =
            graph.map_or(Ok(()), |path| write_graph(path, puzzle, metric, &limits, &report));
        let page = page.map_or(Ok(()), |path| write_page(path, puzzle, metric, &solved));
        output::both(printed, graph.and(page))
    })
}

/// The form of a graph, by the name of its file.
fn form(path: &Path) -> GraphForm {
    if is_table(path) { GraphForm::Csv } else { GraphForm::GraphMl }
}

fn write_graph(
    path: &Path,
    puzzle: &Puzzle,
    metric: Metric,
    limits: &Limits,
    report: &Report,
) -> Result<()> {
    let room = Room::Memory(limits.memory);
    let group = Group::search(puzzle, metric, room, report)?;
    let mut file = AtomicFile::create(path)?;
    let size = group
        .write_graph(form(path), report, &mut file)
        .with_context(|| format!("cannot write {}", path.display()))?;
    file.commit()?;
    let (boards, edges) = (counted(size.nodes, "board"), counted(size.edges, "edge"));
    report.finish(&format!("{boards}, {edges}"));
    Ok(())
}

fn write_page(path: &Path, puzzle: &Puzzle, metric: Metric, solved: &Solved) -> Result<()> {
    let start = puzzle.start();
    let solution = solved.solution.as_ref();
    let solution = solution.with_context(|| format!("{start} has no solution to be played"))?;
    let (mut played, about) = draw::played(puzzle, None, &solution.start, metric);
    played.best = Some(solution.moves.len() as u64);
    played.solution = solution.moves.join(" ");
    output::play(path, played, about)
}

fn json(puzzle: &Puzzle, metric: Metric, solved: &Solved, seconds: f64) -> Answer {
    let solution = solved.solution.as_ref();
    Answer {
        moves: solution.map(|solution| solution.moves.len() as u64),
        proved: true,
        metric: metric.name().to_owned(),
        states: solved.states,
        solution: solution.map(|solution| solution.moves.join(" ")),
        start: solution.map_or_else(|| puzzle.start(), |solution| solution.start.clone()),
        goal: solution.map(|solution| solution.goal.clone()),
        seconds,
    }
}

fn text(puzzle: &Puzzle, metric: Metric, solved: &Solved, boards: Option<&Vec<String>>) -> String {
    let mut lines = Vec::new();
    if !puzzle.title.is_empty() {
        lines.push(puzzle.title.clone());
    }
    let rows = |board: &str| format!("{}\n", board.replace('/', "\n"));
    match &solved.solution {
        Some(solution) => {
            if let Some(boards) = boards {
                lines.push(rows(&solution.start));
                for (index, (name, board)) in solution.moves.iter().zip(boards).enumerate() {
                    lines.push(format!("{}. {name}\n{}", index + 1, rows(board)));
                }
            }
            lines.push(format!("solution={}", solution.moves.join(" ")));
            lines.push(format!("start={}\ngoal={}", solution.start, solution.goal));
            lines.push(format!("moves={}", solution.moves.len()));
        }
        None => {
            lines.push(format!("start={}", puzzle.start()));
            lines.push("moves=none".to_owned());
        }
    }
    match solved.ways {
        // There are more than can be counted.
        Some(u128::MAX) => lines.push("shortest_solutions=unknown".to_owned()),
        Some(ways) => lines.push(format!("shortest_solutions={ways}")),
        None => {}
    }
    lines.push(format!("metric={}\nstates={}\n", metric.name(), solved.states));
    lines.join("\n")
}
