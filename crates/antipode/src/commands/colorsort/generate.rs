//! Deals by chance.

use antipode_colorsort::{Method, Rule};
use antipode_frontier::Progress;
use antipode_gallery::counted;
use anyhow::{Result, ensure};
use clap::{ArgGroup, Args};

use super::args::{DealArgs, SearchArgs};
use super::solved::solved;
use crate::args::{ANY, SOME, names, number};
use crate::report::Report;
use crate::stop::Interrupted;

/// How many deals in a row may be in vain, if that is not said.
const TRIES: u64 = 100_000;

/// What `generate` takes.
#[derive(Debug, Args)]
#[group(skip)]
#[command(group = ArgGroup::new("asked").args(["solvable", "min_moves"]).multiple(true))]
pub struct GenerateArgs {
    #[command(flatten)]
    deal: DealArgs,
    /// Another seed, other deals.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(ANY))]
    seed: u64,
    /// How many deals.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<usize>(ANY))]
    count: usize,
    /// Only deals that have a solution.
    #[arg(long)]
    solvable: bool,
    /// Only deals with a shortest solution of at least this many moves.
    #[arg(long, value_name = "M", value_parser = number::<u64>(ANY))]
    min_moves: Option<u64>,
    /// What a move is, for --min-moves: by rule 1 as many objects of the top colour as fit, by rule 2 one object.
    #[arg(long, value_name = "RULE", requires = "min_moves")]
    #[arg(value_parser = names(&Rule::NAMES), default_value = Rule::One.name())]
    rule: Rule,
    /// Give up after so many deals in a row that are not asked for; 100000 if not given.
    #[arg(long, value_name = "N", requires = "asked", value_parser = number::<u64>(SOME))]
    tries: Option<u64>,
    #[command(flatten)]
    search: SearchArgs,
}

impl GenerateArgs {
    fn tries(&self) -> u64 {
        self.tries.unwrap_or(TRIES)
    }
}

/// Prints deals, one a line.
pub fn generate(args: &GenerateArgs) -> Result<()> {
    let report = Report::new("generate", 0, args.search.quiet.quiet);
    let (method, least) = match args.min_moves {
        Some(least) => (Method::Shortest, Some(least)),
        None => (Method::Any, args.solvable.then_some(0)),
    };
    ensure!(
        least.is_some() || args.search.memory.wanted().is_none(),
        "--memory is for deals that are solved, as --solvable and --min-moves ask for"
    );
    let mut text = String::from("# containers from bottom to top\n");
    let (mut found, mut tried, mut in_vain) = (0, 0_u64, 0);
    // The most moves of a shortest solution of those tried.
    let mut most = None;
    let mut deals = args.deal.deal().shuffled(args.seed);
    while found < args.count
        && let Some(position) = deals.next()
    {
        ensure!(!report.stop(), Interrupted);
        report.tell(|| format!("{found} of {} deals found, {tried} tried", args.count));
        tried += 1;
        if let Some(least) = least {
            let memory = args.search.memory();
            let solved = solved(&position, args.rule, method, memory, &report)?;
            most = most.max(solved.moves);
            if solved.moves.is_none_or(|moves| moves < least) {
                in_vain += 1;
                ensure!(in_vain < args.tries(), "{}", given_up(args, found, tried, most));
                continue;
            }
        }
        in_vain = 0;
        text += &format!("{position}\n");
        crate::output::print(&text)?;
        text.clear();
        found += 1;
    }
    if least.is_some() {
        report.finish(&format!("{} of {tried} tried", counted(found, "deal")));
    }
    report.clear();
    crate::output::print(&text)
}

/// What is said when chance does not bring what was asked for.
fn given_up(args: &GenerateArgs, found: usize, tried: u64, most: Option<u64>) -> String {
    let met = match (most, args.min_moves) {
        (None, _) => "none has a solution".to_owned(),
        (Some(most), Some(_)) => format!("the hardest takes {}", counted(most, "move")),
        (Some(_), None) => "few have a solution".to_owned(),
    };
    format!(
        "{} found, then none in {} more: of all {tried} tried, {met}; ask for less, or for more --tries",
        counted(found, "deal"),
        args.tries()
    )
}
