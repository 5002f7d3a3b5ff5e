//! Antipode's command line: staged batches over families of puzzles.

mod answer;
mod batch;
mod boards;
mod boxes;
mod cli;
mod colorsort;
mod config;
mod convert;
mod difficulty;
mod draw;
mod enumerate;
mod estimate;
mod export;
mod files;
mod gallery;
mod merge;
mod panex;
mod plan;
mod puzzle;
mod report;
mod search;
mod solve;
mod status;
mod submit;
mod tiles;
mod verify;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use antipode_blocks::Grid;
use antipode_families::Tally;
use anyhow::{Context, Result, bail};
use clap::{CommandFactory, Parser};

use batch::{Batch, Interrupted};
use cli::{BatchArgs, Cli, Command, Engine};
use config::Settings;
use files::SealError;
use search::Part;

/// The work was stopped and can be gone on with (`EX_TEMPFAIL`).
const INCOMPLETE: u8 = 75;

fn main() -> ExitCode {
    match act(Cli::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let cause = |kind| {
                let causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
                causes.map(io::Error::kind).any(|found| found == kind)
            };
            if cause(io::ErrorKind::BrokenPipe) {
                return ExitCode::SUCCESS;
            }
            eprintln!("antipode: {error:#}");
            if error.is::<Interrupted>() {
                ExitCode::from(INCOMPLETE)
            } else if error.chain().any(|cause| cause.is::<io::Error>()) {
                ExitCode::FAILURE
            } else {
                ExitCode::from(2)
            }
        }
    }
}

fn act(command: Command) -> Result<()> {
    match command {
        Command::Run(args) => staged(&args, |batch| {
            let plan = enumerate::enumerate(batch)?;
            search::search(batch, &plan, Part::WHOLE)?;
            let tally = merge::merge(batch, &plan)?;
            export::export(batch, &plan, &tally)?;
            gallery::stage(&batch.folder, batch.quiet)?;
            print(&export::closing_lines(&batch.settings.family, &tally))
        }),
        Command::Enumerate(args) => staged(&args, |batch| {
            let plan = enumerate::enumerate(batch)?;
            print(&format!("justsolved={}\nshards={}\n", plan.boards(), plan.shards.len()))
        }),
        Command::Search { batch: args, shard } => staged(&args, |batch| {
            let plan = batch.plan().context("run `antipode enumerate` first")?;
            search::search(batch, &plan, shard.unwrap_or(Part::WHOLE))
        }),
        Command::Merge(args) => staged(&args, |batch| {
            let plan = batch.plan().context("run `antipode enumerate` first")?;
            let tally = merge::merge(batch, &plan)?;
            print(&export::closing_lines(&batch.settings.family, &tally))
        }),
        Command::Export(args) => staged(&args, |batch| {
            let plan = batch.plan().context("run `antipode enumerate` first")?;
            let path = batch.folder.join("tally.json");
            let tally: Tally = match files::unseal(&path, "tally", &batch.config) {
                Err(SealError::Missing(_)) => merge::merge(batch, &plan)?,
                tally => tally.context("run `antipode merge` again")?,
            };
            export::export(batch, &plan, &tally)?;
            print(&export::closing_lines(&batch.settings.family, &tally))
        }),
        Command::Estimate(args) => staged(&args, |batch| print(&estimate::estimate(batch)?)),
        Command::Status(args) => staged(&args, |batch| print(&status::status(batch)?)),
        Command::Submit { batch: args, order } => staged(&args, |batch| match order.engine {
            Engine::Slurm => print(&submit::submit(batch, &args.overrides(), &order)?),
        }),
        Command::Verify(args) => print(&verify::verify(&args, &*stop_at_signals()?)?),
        Command::Boards { folder, pieces, format } => {
            let mut output = BufWriter::new(io::stdout().lock());
            boards::print(&folder, pieces, format, &mut output)?;
            Ok(output.flush()?)
        }
        Command::Difficulty(args) => difficulty::act(&args),
        Command::Gallery(order) => gallery::run(&order),
        Command::Draw(args) => draw::act(&args),
        Command::Solve(args) => solve::act(&args, &*stop_at_signals()?),
        Command::Convert(args) => convert::convert(&args),
        Command::Tiles(command) => tiles::act(command),
        Command::Colorsort(command) => colorsort::act(command),
        Command::Panex(command) => panex::act(&command),
        Command::Init { grid, output } => init(&grid, output),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "antipode", &mut script);
            Ok(io::stdout().write_all(&script)?)
        }
        Command::Man => {
            let mut page = Vec::new();
            clap_mangen::Man::new(Cli::command()).render(&mut page)?;
            Ok(io::stdout().write_all(&page)?)
        }
    }
}

/// Does stages of a batch on its own threads, stopping at a signal.
fn staged(args: &BatchArgs, work: impl FnOnce(&Batch<'_>) -> Result<()> + Send) -> Result<()> {
    let settings = Settings::load(&args.config, &args.overrides())?;
    let stop = stop_at_signals()?;
    let threads = settings.threads.unwrap_or(0);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let batch = Batch::new(settings, args, &stop);
    if args.fresh {
        batch.forget()?;
    }
    pool.install(|| work(&batch))
}

/// A flag that interrupt, termination and user signals set. The second interrupt ends the
/// program at once, which loses nothing that is finished.
fn stop_at_signals() -> Result<Arc<AtomicBool>> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register_conditional_shutdown(
            signal,
            INCOMPLETE.into(),
            Arc::clone(&stop),
        )
        .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&stop)))
        .context("cannot listen for signals")?;
    }
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGUSR1, Arc::clone(&stop))
        .context("cannot listen for signals")?;
    Ok(stop)
}

/// Writes a text to a file, or to standard output if there is none.
fn put(text: &str, output: Option<&Path>) -> Result<()> {
    match output {
        Some(path) => files::replace(path, |file| Ok(file.write_all(text.as_bytes())?)),
        None => print(text),
    }
}

fn init(grid: &Grid, output: Option<PathBuf>) -> Result<()> {
    if grid.has_walls() {
        bail!("{grid}: a new config is for a rectangle; its key board may then add walls");
    }
    let path = output.unwrap_or_else(|| PathBuf::from(format!("{grid}.toml")));
    let mut file = match File::create_new(&path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            bail!("{} exists already; choose another file with -o", path.display())
        }
        file => file.with_context(|| format!("cannot write {}", path.display()))?,
    };
    file.write_all(config::template(grid).as_bytes())?;
    print(&format!("config={}\n", path.display()))
}

fn print(text: &str) -> Result<()> {
    Ok(io::stdout().lock().write_all(text.as_bytes())?)
}
