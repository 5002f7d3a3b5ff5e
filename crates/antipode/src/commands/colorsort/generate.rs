//! Deals by chance.

use std::sync::atomic::Ordering;

use antipode_colorsort::Method;
use anyhow::Result;
use clap::Args;

use super::{DealArgs, Rule, SearchArgs, solve};
use crate::report::Report;
use antipode_pipeline::Interrupted;

/// What `generate` takes.
#[derive(Debug, Args)]
pub struct GenerateArgs {
    #[command(flatten)]
    deal: DealArgs,
    /// Another seed, other deals.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many deals.
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: usize,
    /// Only deals that have a solution.
    #[arg(long)]
    solvable: bool,
    /// Only deals with a shortest solution of at least this many moves.
    #[arg(long, value_name = "M")]
    min_moves: Option<u64>,
    /// What a move is, for --min-moves.
    #[arg(long, value_enum, default_value_t = Rule::One, requires = "min_moves")]
    rule: Rule,
    #[command(flatten)]
    search: SearchArgs,
}

/// Prints deals, one a line.
pub fn generate(args: &GenerateArgs) -> Result<()> {
    let stop = crate::stop::at_signals()?;
    let report = Report::new("generate", 0, args.search.quiet, &stop);
    let (method, least) = match args.min_moves {
        Some(least) => (Method::Shortest, Some(least)),
        None => (Method::Any, args.solvable.then_some(0)),
    };
    crate::output::print("# containers from bottom to top\n")?;
    let mut left = args.count;
    let mut deals = args.deal.deal().shuffled(args.seed);
    while left > 0
        && let Some(position) = deals.next()
    {
        if stop.load(Ordering::Relaxed) {
            return Err(Interrupted::Lost.into());
        }
        if let Some(least) = least {
            let memory = args.search.memory();
            let solved = solve::solved(&position, args.rule, method, memory, &report)?;
            if solved.moves.is_none_or(|moves| moves < least) {
                continue;
            }
        }
        crate::output::print(&format!("{position}\n"))?;
        left -= 1;
    }
    Ok(())
}
