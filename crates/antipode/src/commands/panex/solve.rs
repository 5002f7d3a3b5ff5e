//! `antipode panex solve`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use antipode_frontier::Progress;
use antipode_panex::formula::{U, X};
use antipode_panex::{
    Board, Keeping, MOST_HEIGHT, Move, Position, Settings, Solution, SolveError, Task, Watch,
};
use anyhow::{Context, Result, bail, ensure};
use clap::{Args, value_parser};
use indicatif::HumanDuration;

use super::results::Results;
use super::sheets::{LAYERS, LAYERS_OF_BOTH};
use super::{TaskArgs, play};
use crate::advice::Advise;
use crate::answer::Answer;
use crate::args::Size;
use crate::exit::{Bug, Interrupted};
use crate::picture;
use crate::report::Report;
use crate::stop;

/// How a search uses the machine.
#[derive(Debug, Args)]
pub struct MachineArgs {
    /// Use this many threads; all cores if not given.
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Search in this much memory; what does not fit goes to disk.
    #[arg(long, value_name = "SIZE", default_value = "1GiB")]
    memory: Size,
    /// Where searches go that do not fit in memory; the system's temporary folder if not given.
    #[arg(long, value_name = "DIR")]
    scratch: Option<PathBuf>,
    /// Say nothing on standard error unless something is wrong.
    #[arg(long, short)]
    quiet: bool,
}

/// What `solve` takes.
#[derive(Debug, Args)]
pub struct SolveArgs {
    /// The first position.
    #[arg(long, value_name = "POSITION", requires = "to", conflicts_with = "task")]
    from: Option<String>,
    /// The last position.
    #[arg(long, value_name = "POSITION", requires = "from", conflicts_with = "task")]
    to: Option<String>,
    #[command(flatten)]
    task: TaskArgs,
    /// Find the least number of moves alone, which takes no disk.
    #[arg(long)]
    length_only: bool,
    /// Do without symmetry; the number of moves is the same.
    #[arg(long)]
    no_symmetry: bool,
    /// Save the search in this folder every few minutes and when it is stopped, and go on from
    /// there.
    #[arg(long, value_name = "DIR")]
    checkpoint: Option<PathBuf>,
    /// Seconds from one saving to the next.
    #[arg(long, value_name = "SECONDS", default_value_t = 300, requires = "checkpoint")]
    every: u64,
    /// Write the number of states in each layer to this file.
    #[arg(long, value_name = "FILE")]
    layers: Option<PathBuf>,
    /// Keep the result of a named task in this folder, for the table.
    #[arg(long, value_name = "DIR", requires = "task")]
    keep: Option<PathBuf>,
    /// Write a page to play, with the solution.
    #[arg(long, value_name = "FILE", value_parser = picture::page(),
        conflicts_with = "length_only")]
    html: Option<PathBuf>,
    /// Print every position on the way, a line each, after its move.
    #[arg(long, conflicts_with_all = ["json", "length_only"])]
    positions: bool,
    /// Print one line of JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    machine: MachineArgs,
}

/// Finds a shortest solution and prints it.
pub fn solve(args: &SolveArgs) -> Result<()> {
    let (from, to) = args.ends()?;
    let mut settings = args.machine.settings();
    settings.moves = !args.length_only;
    settings.symmetry = !args.no_symmetry;
    settings.keeping = args.checkpoint.as_ref().map(|directory| Keeping {
        directory: directory.clone(),
        every: Duration::from_secs(args.every),
    });
    let mut results = args.keep.as_deref().map(Results::read).transpose()?;
    let solution = args.machine.search(&from, &to, args.task.task(), &settings)?;
    if let Some(path) = &args.layers {
        write_layers(path, &solution)?;
    }
    if let (Some(results), Some(moves)) = (&mut results, solution.length) {
        results.add(args.task.named()?, (moves, solution.states()), text(&solution))?;
    }
    if let Some(path) = &args.html {
        play::write(path, &from, &to, &solution)?;
    }
    if args.json {
        let answer = Answer {
            moves: solution.length,
            proved: true,
            metric: "move".to_owned(),
            states: solution.states(),
            solution: solution.moves.is_some().then(|| text(&solution)),
            start: from.to_string(),
            goal: solution.length.map(|_| to.to_string()),
            seconds: (solution.searched + solution.rebuilt).as_secs_f64(),
        };
        return answer.print();
    }
    let Some(length) = solution.length else { return crate::output::print("no solution\n") };
    if let Some(moves) = &solution.moves {
        if args.positions {
            let mut board = Board::from(&from);
            crate::output::print(&format!("{from}\n"))?;
            for &next in moves {
                board.play([next])?;
                let position = board.position().context("the towers are too high")?;
                crate::output::print(&format!("{next} {position}\n"))?;
            }
        } else if length > 0 {
            crate::output::print(&format!("{}\n", text(&solution)))?;
        }
    }
    crate::output::print(&format!("moves={length}\nstates={}\n", solution.states()))
}

/// The moves separated by spaces.
pub fn text(solution: &Solution) -> String {
    let moves = solution.moves.iter().flatten().map(Move::to_string);
    moves.collect::<Vec<_>>().join(" ")
}

impl SolveArgs {
    /// The first and the last position.
    fn ends(&self) -> Result<(Position, Position)> {
        let (from, to) = match (&self.from, &self.to) {
            (Some(from), Some(to)) => (position(from)?, position(to)?),
            _ => return ends(self.task.named().advise("or give --from and --to")?),
        };
        let heights = [from.height(), to.height()];
        if heights[0] != heights[1] {
            bail!("the towers of --from are {} high and those of --to {}", heights[0], heights[1]);
        }
        if let Some(height) = self.task.height {
            ensure!(height == heights[0], "the towers are {} high, not {height}", heights[0]);
        }
        Ok((from, to))
    }
}

/// A position from the command line.
pub fn position(text: &str) -> Result<Position> {
    text.parse().with_context(|| format!("{text:?} is no position"))
}

/// The ends of a task.
pub fn ends((task, height): (Task, u8)) -> Result<(Position, Position)> {
    ensure!(height <= MOST_HEIGHT, "searches are for towers up to {MOST_HEIGHT} high");
    task.ends(height).context("there is no such task")
}

impl MachineArgs {
    /// Settings of a search for moves, by symmetry, that is not saved.
    pub fn settings(&self) -> Settings {
        Settings {
            moves: true,
            symmetry: true,
            memory: self.memory.0,
            scratch: self.scratch.clone().unwrap_or_else(std::env::temp_dir),
            keeping: None,
        }
    }

    /// Searches, and replays what was found.
    pub fn search(
        &self,
        from: &Position,
        to: &Position,
        task: Option<Task>,
        settings: &Settings,
    ) -> Result<Solution> {
        let threads = self.threads.unwrap_or(0).into();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        // An exchange is searched from one end, up to the middle.
        let middle =
            task.filter(|&task| task == Task::Exchange && settings.symmetry).and_then(|_| {
                let length = X(from.height()).or(U(from.height()))?;
                Some(length.div_ceil(2))
            });
        let report = Report::new("panex", None, self.quiet);
        if settings.keeping.is_some() {
            stop::saves();
        }
        let watcher = Watcher { report: &report, middle };
        let solution = pool.install(|| antipode_panex::solve(from, to, settings, &watcher));
        let solution = match solution {
            Err(SolveError::Stopped { .. }) => {
                let kept = settings.keeping.is_some();
                bail!(if kept { Interrupted::Kept } else { Interrupted::Lost })
            }
            solution => solution?,
        };
        report.finish(&format!(
            "{} in {:.1} s; moves in {:.1} s more",
            report.rate(),
            solution.searched.as_secs_f64(),
            solution.rebuilt.as_secs_f64(),
        ));
        if let Some(moves) = &solution.moves {
            let mut board = Board::from(from);
            let count = board.play(moves.iter().copied()).ok();
            if board != Board::from(to) || solution.length != count {
                return Err(Bug::wrong_solution(from).into());
            }
        }
        Ok(solution)
    }
}

/// Tells how far a search is.
struct Watcher<'a> {
    report: &'a Report,
    /// The layer in which an exchange is expected to be solved.
    middle: Option<u64>,
}

impl Progress for Watcher<'_> {
    fn stored(&self, states: u64) {
        self.report.stored(states);
    }

    fn stop(&self) -> bool {
        self.report.stop()
    }
}

impl Watch for Watcher<'_> {
    fn layer(&self, widths: &[u64]) {
        let (depth, width) = (widths.len() - 1, widths[widths.len() - 1]);
        self.report.tell(|| {
            let left = self.middle.and_then(|middle| {
                // From the middle of the way on, layers go on as wide as this one, more or less.
                let ahead =
                    middle.checked_sub(depth as u64).filter(|&ahead| ahead < depth as u64)?;
                let states = ahead * width;
                let rate = self.report.states() as f64 / self.report.elapsed().as_secs_f64();
                let seconds = Duration::from_secs_f64(states as f64 / rate.max(1.0));
                Some(format!(" of {middle}, about {} left", HumanDuration(seconds)))
            });
            let left = left.unwrap_or_default();
            format!("layer {depth}{left}, {width} wide, {}", self.report.rate())
        });
    }
}

/// Writes how many states each layer has, from each end.
fn write_layers(path: &Path, solution: &Solution) -> Result<()> {
    let sheet = if solution.layers.len() == 1 { LAYERS } else { LAYERS_OF_BOTH };
    let last = solution.layers.iter().map(Vec::len).max().unwrap_or(0);
    let width = |end: &Vec<u64>, depth| end.get(depth).map_or(String::new(), u64::to_string);
    let row = |depth: usize| {
        let widths = solution.layers.iter().map(move |end| width(end, depth));
        std::iter::once(depth.to_string()).chain(widths)
    };
    sheet.write(path, (0..last).map(row))
}
