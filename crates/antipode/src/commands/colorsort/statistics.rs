//! All deals of a kind, solved.

use std::collections::BTreeMap;
use std::path::PathBuf;

use antipode_colorsort::{Method, Position};
use antipode_frontier::Progress;
use anyhow::{Result, bail, ensure};
use clap::Args;
use rayon::prelude::*;

use super::solve::{self, Solved};
use super::{DealArgs, Rule, SearchArgs};
use crate::report::Report;
use antipode_sealed::{FileError, replace};

/// More deals than that are not listed.
const MOST_DEALS: u64 = 1_000_000_000;

/// What `statistics` takes.
#[derive(Debug, Args)]
pub struct StatisticsArgs {
    #[command(flatten)]
    deal: DealArgs,
    /// The folder in which the tables are written.
    #[arg(long, value_name = "DIR", default_value = "out/colorsort")]
    out: PathBuf,
    /// How many of the hardest deals are kept, by each rule.
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// Use this many threads; all cores if not given.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    #[command(flatten)]
    search: SearchArgs,
}

/// One deal of a class, how many deals the class has, and its solution.
type Class = (Position, u64, Solved);

/// Figures of all deals by a rule.
struct Figures {
    rule: Rule,
    unsolvable: u64,
    /// How many deals have a shortest solution of so many moves.
    lengths: BTreeMap<u64, u64>,
}

impl Figures {
    fn of(rule: Rule, classes: &[Class]) -> Self {
        let mut figures = Figures { rule, unsolvable: 0, lengths: BTreeMap::new() };
        for (_, deals, solved) in classes {
            match solved.moves {
                None => figures.unsolvable += deals,
                Some(moves) => *figures.lengths.entry(moves).or_default() += deals,
            }
        }
        figures
    }

    fn mean(&self) -> f64 {
        let moves: u64 = self.lengths.iter().map(|(moves, deals)| moves * deals).sum();
        moves as f64 / self.lengths.values().sum::<u64>().max(1) as f64
    }

    fn greatest(&self) -> u64 {
        self.lengths.keys().next_back().copied().unwrap_or(0)
    }
}

/// Solves all deals and writes the tables.
pub fn statistics(args: &StatisticsArgs) -> Result<()> {
    let deal = args.deal.deal();
    let count = deal.count().filter(|&count| count <= MOST_DEALS);
    let Some(count) = count else {
        bail!("there are more than {MOST_DEALS} deals of this kind: take fewer colours or objects");
    };
    let stop = crate::stop::at_signals()?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.unwrap_or(0)).build()?;
    let memory = args.search.memory() / pool.current_num_threads();
    let classes = deal.classes();
    let report = Report::new("statistics", 2 * classes.len() as u64, args.search.quiet, &stop);

    let mut by_rule = Vec::new();
    for rule in Rule::ALL {
        let solved = |(position, deals): &(Position, u64)| {
            let solved = solve::solved(position, rule, Method::Shortest, memory, &report)?;
            report.advance(1);
            Ok((position.clone(), *deals, solved))
        };
        let mut classes: Vec<Class> =
            pool.install(|| classes.par_iter().map(solved).collect::<Result<_>>())?;
        let figures = Figures::of(rule, &classes);
        // The sort is stable, so that equally hard deals stay in order.
        classes.sort_by_key(|(_, _, solved)| std::cmp::Reverse(solved.moves));
        classes.truncate(args.top);
        by_rule.push((figures, classes));
    }
    ensure!(
        by_rule[0].0.unsolvable == by_rule[1].0.unsolvable,
        "the rules differ in what they solve"
    );
    write(args, count, &by_rule)?;
    report.finish(&format!("{} classes, {:.1} s", classes.len(), report.elapsed().as_secs_f64()));

    let mut lines = format!("deals={count}\nclasses={}\n", classes.len());
    lines += &format!("unsolvable={}\n", by_rule[0].0.unsolvable);
    for (figures, _) in &by_rule {
        let (rule, mean, greatest) = (figures.rule.name(), figures.mean(), figures.greatest());
        lines += &format!("rule{rule}_mean={mean:.6}\nrule{rule}_greatest={greatest}\n");
    }
    crate::output::print(&lines)
}

/// Writes three tables: the figures, how many deals have each length, and the hardest deals.
fn write(
    args: &StatisticsArgs,
    count: u64,
    by_rule: &[(Figures, Vec<Class>)],
) -> Result<(), FileError> {
    let DealArgs { colors, capacity, empty } = args.deal;
    let path = |name: &str| args.out.join(format!("{colors}-{capacity}-{empty}-{name}.csv"));
    replace(&path("figures"), |file| {
        let mut table = csv::Writer::from_writer(file);
        let deal = ["colors", "capacity", "empty", "rule", "deals", "unsolvable"];
        table.write_record(deal.into_iter().chain(["mean", "greatest"]))?;
        for (figures, _) in by_rule {
            let Figures { rule, unsolvable, .. } = figures;
            let mean = format!("{:.6}", figures.mean());
            let greatest = figures.greatest();
            let rule = rule.name();
            table.serialize((colors, capacity, empty, rule, count, unsolvable, mean, greatest))?;
        }
        table.flush()
    })?;
    replace(&path("lengths"), |file| {
        let mut table = csv::Writer::from_writer(file);
        table.write_record(["rule", "moves", "deals"])?;
        for (figures, _) in by_rule {
            for (moves, deals) in &figures.lengths {
                table.serialize((figures.rule.name(), moves, deals))?;
            }
        }
        table.flush()
    })?;
    replace(&path("hardest"), |file| {
        let mut table = csv::Writer::from_writer(file);
        table.write_record([
            "rule",
            "moves",
            "deals",
            "containers",
            "start",
            "goal",
            "solution",
        ])?;
        for (figures, classes) in by_rule {
            for (position, deals, solved) in classes.iter().filter(|class| class.2.moves.is_some())
            {
                table.serialize((
                    figures.rule.name(),
                    solved.moves,
                    deals,
                    "bottom-to-top",
                    position.to_string(),
                    &solved.goal,
                    &solved.solution,
                ))?;
            }
        }
        table.flush()
    })
}
