//! All deals of a kind, solved.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use antipode_colorsort::{Method, Position, Rule, SolveError};
use antipode_frontier::Progress;
use antipode_gallery::counted;
use anyhow::{Error, Result, bail, ensure};
use clap::Args;

use super::args::{DealArgs, SearchArgs};
use super::found::{self, FoundMoves, Moves};
use super::sheets::{BOTTOM_TO_TOP, FIGURES, HARDEST, LENGTHS};
use super::solved::{Solved, each_in_memory, solved};
use crate::args::{ANY, Threads, number};
use crate::exit::Bug;
use crate::output;
use crate::report::Report;
use crate::sheet::Sheet;
use crate::stop::{self, Interrupted, Left};

/// More deals than that are not listed.
const MOST_DEALS: u64 = 1_000_000_000;

/// What `statistics` takes.
#[derive(Debug, Args)]
pub struct StatisticsArgs {
    #[command(flatten)]
    deal: DealArgs,
    /// The folder in which the tables are written.
    #[arg(long, value_name = "DIR", value_parser = output::usual_folder(), default_value = "out/colorsort")]
    out: PathBuf,
    /// How many of the hardest deals are kept, by each rule.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = number::<usize>(ANY))]
    top: usize,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    search: SearchArgs,
}

/// How many bytes a class takes beside its objects, at most: twice its place in the list, which may be moving to a
/// longer one, what the objects cost in the heap, its numbers of moves, and twice its place in the order, for the sort.
const LISTED: usize = 2 * 24 + 16 + found::BYTES + 2 * 8;

/// One deal of a class, how many deals the class has, and its solution.
type Hardest = (Position, u64, Solved);

/// Figures of all deals by a rule.
struct Figures {
    rule: Rule,
    unsolvable: u64,
    /// How many deals have a shortest solution of so many moves.
    lengths: BTreeMap<u64, u64>,
}

impl Figures {
    /// Of these numbers of deals, with a shortest solution of so many moves.
    fn of(rule: Rule, solved: impl Iterator<Item = (u64, Moves)>) -> Self {
        let mut figures = Figures { rule, unsolvable: 0, lengths: BTreeMap::new() };
        for (deals, moves) in solved {
            match moves {
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
    output::check_folder(&args.out).map_err(Error::msg)?;
    for (sheet, name) in TABLES {
        sheet.replaces(&path(args, name, "csv"))?;
    }
    let kept = path(args, "found", "txt");
    if FoundMoves::is_kept(&kept)? {
        stop::leaves(Left::Kept);
    }
    let pool = args.threads.pool()?;
    let memory = args.search.memory();
    let of_a_class = LISTED + usize::from(args.deal.colors) * usize::from(args.deal.capacity);
    let report = Report::new("classes", deal.tried(), args.search.quiet.quiet);
    // The other half is for searches.
    let classes = deal.classes(memory / 2 / of_a_class, &report).map_err(|error| match error {
        stopped @ SolveError::Stopped => Error::from(stopped),
        error => Error::from(error).context("the deals may take half of the memory"),
    })?;
    drop(report);
    let memory = memory - classes.len() * of_a_class;
    let report = Report::new("statistics", None, args.search.quiet.quiet);
    let mut found = FoundMoves::kept(&kept, &kind(args), classes.len(), &report)?;
    stop::leaves(Left::Kept);
    let all = Rule::NAMES.len() * classes.len();
    let missing = Rule::NAMES.map(|(_, rule)| found.missing(rule).len()).iter().sum::<usize>();
    report.expect(missing as u64);
    if missing < all {
        report.note(&format!("going on after {} of {all} solutions", all - missing));
    }

    let mut by_rule = Vec::new();
    for (_, rule) in Rule::NAMES {
        let solved = |class: usize, bytes: usize| {
            // Most searches are too short to look for a stop.
            ensure!(!report.stop(), Interrupted);
            let position = deal.position(&classes[class].0);
            let solved = solved(&position, rule, Method::Shortest, bytes, &report)?;
            Ok((position, classes[class].1, solved))
        };
        let missing = found.missing(rule);
        let adding = Mutex::new(&mut found);
        let done = each_in_memory(&missing, &pool, memory, |&class, share| {
            let (.., solved) = solved(class, share.bytes)?;
            adding.lock().unwrap_or_else(PoisonError::into_inner).add(rule, class, solved.moves)?;
            report.advance(1);
            Ok(())
        });
        // What is finished outlasts a stop, and a failure.
        found.sync()?;
        done?;
        let deals = classes.iter().map(|(_, deals)| *deals);
        let moves = found.moves(rule);
        let figures = Figures::of(rule, deals.zip(moves.iter().flatten().copied()));
        // The sort is stable, so that equally hard deals stay in order. Their solutions are found once more, as those
        // of all would take most of the memory.
        let mut hardest: Vec<usize> = (0..classes.len()).collect();
        hardest.sort_by_key(|&class| std::cmp::Reverse(moves[class]));
        hardest.truncate(args.top);
        let again = |class: usize| solved(class, memory);
        let hardest = hardest.into_iter().map(again).collect::<Result<_>>()?;
        by_rule.push((figures, hardest));
    }
    if by_rule[0].0.unsolvable != by_rule[1].0.unsolvable {
        return Err(Bug("the rules differ in what they solve".to_owned()).into());
    }
    // The figures are told, whatever becomes of the tables.
    let written = write(args, count, &by_rule).and_then(|()| found.remove());
    let seconds = report.elapsed().as_secs_f64();
    report.finish(&format!("{}, {seconds:.1} s", counted(classes.len(), "class")));

    let mut lines = format!("deals={count}\nclasses={}\n", classes.len());
    lines += &format!("unsolvable={}\n", by_rule[0].0.unsolvable);
    for (figures, _) in &by_rule {
        let (rule, mean, greatest) = (figures.rule.name(), figures.mean(), figures.greatest());
        lines += &format!("rule{rule}_mean={mean:.6}\nrule{rule}_greatest={greatest}\n");
    }
    output::both(output::print(&lines), written)
}

/// The tables: the figures, how many deals have each length, and the hardest deals.
const TABLES: [(Sheet, &str); 3] =
    [(FIGURES, "figures"), (LENGTHS, "lengths"), (HARDEST, "hardest")];

/// The kind of deal in a word.
fn kind(args: &StatisticsArgs) -> String {
    let DealArgs { colors, capacity, empty } = args.deal;
    format!("{colors}-{capacity}-{empty}")
}

/// One of the files of this kind of deal.
fn path(args: &StatisticsArgs, name: &str, extension: &str) -> PathBuf {
    args.out.join(format!("{}-{name}.{extension}", kind(args)))
}

/// Writes the three tables.
fn write(args: &StatisticsArgs, count: u64, by_rule: &[(Figures, Vec<Hardest>)]) -> Result<()> {
    let DealArgs { colors, capacity, empty } = args.deal;
    let [to_figures, to_lengths, to_hardest] = TABLES.map(|(_, name)| path(args, name, "csv"));
    FIGURES.write(
        &to_figures,
        by_rule.iter().map(|(figures, _)| {
            let deal = [colors.to_string(), capacity.to_string(), empty.to_string()];
            let counts = [count.to_string(), figures.unsolvable.to_string()];
            let ends = [format!("{:.6}", figures.mean()), figures.greatest().to_string()];
            let rule = [figures.rule.name().to_owned()];
            deal.into_iter().chain(rule).chain(counts).chain(ends)
        }),
    )?;
    LENGTHS.write(
        &to_lengths,
        by_rule.iter().flat_map(|(figures, _)| {
            let rule = figures.rule.name();
            figures
                .lengths
                .iter()
                .map(move |(moves, deals)| [rule.to_owned(), moves.to_string(), deals.to_string()])
        }),
    )?;
    HARDEST.write(
        &to_hardest,
        by_rule.iter().flat_map(|(figures, classes)| {
            classes.iter().filter_map(|(position, deals, solved)| {
                Some([
                    figures.rule.name().to_owned(),
                    solved.moves?.to_string(),
                    deals.to_string(),
                    BOTTOM_TO_TOP.to_owned(),
                    position.to_string(),
                    solved.goal.clone().unwrap_or_default(),
                    solved.solution.clone().unwrap_or_default(),
                ])
            })
        }),
    )
}
