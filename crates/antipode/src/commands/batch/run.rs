//! The stages of a batch, and all of them in order.

use std::time::Duration;

use antipode_families::{Family, Tally};
use antipode_gallery::counted;
use antipode_pipeline::configs::SealError;
use antipode_pipeline::inspect::Estimate;
use antipode_pipeline::table::cell::Cell;
use antipode_pipeline::{self as pipeline, AtWork, Batch, Error, Part, Plan};
use antipode_sealed::FileError;
use anyhow::{Result, ensure};
use indicatif::HumanDuration;

use super::args::{BatchArgs, FreshArgs};
use super::foreign::{FOREIGN, foreign};
use crate::advice::Advise;
use crate::confirm::{self, LONG};
use crate::output::{both, print};
use crate::report::Report;

/// Does all stages.
pub fn run(args: &BatchArgs, fresh: &FreshArgs) -> Result<()> {
    args.stages(|batch, report| {
        pipeline::overview::check_page(&batch.folder)?;
        begin(args, fresh, batch, "run", report)?;
        let plan = made(batch, &report("enumerate"))?;
        let _at_work = AtWork::in_folder(&batch.folder);
        searched(batch, &plan, Part::WHOLE, &report("search"))?;
        let tallies = pipeline::merge(batch, &plan, &report("merge"))?;
        foreign(pipeline::export(batch, &plan, &tallies, &report("export")))?;
        let page = pipeline::gallery(&batch.folder, batch.memory, &report("gallery"));
        // They are told whatever becomes of the page.
        let printed = print(&closing_lines(&batch.settings.families, &tallies));
        both(printed, page.map(drop).map_err(Into::into))
    })
}

/// How long may be spent on seeing whether a batch takes long.
const GLANCE: Duration = Duration::from_secs(10);

/// About how many times as long a class takes that is searched on disk: 25 times on 4x5, 75 on 5x5.
const ON_DISK: f64 = 50.0;

/// Asks what is to be asked before anything is deleted or made, and deletes what is there if that is asked for.
fn begin(
    args: &BatchArgs,
    fresh: &FreshArgs,
    batch: &Batch,
    command: &'static str,
    report: &(dyn Fn(&'static str) -> Report + Sync),
) -> Result<()> {
    let old = fresh.old(batch)?;
    consider(args, fresh, batch, report)?;
    old.map_or(Ok(()), |done| fresh.delete(&done, || report(command)))
}

/// Tells what a batch would take that takes long and is not begun yet, and asks whether to begin it
/// if there is somebody to be asked.
fn consider(
    args: &BatchArgs,
    fresh: &FreshArgs,
    batch: &Batch,
    report: &(dyn Fn(&'static str) -> Report + Sync),
) -> Result<()> {
    let for_nobody = args.quiet.quiet && !confirm::is_anybody_there();
    // A folder of another config is refused before anything is estimated.
    let is_begun =
        || batch.plan().err().is_none_or(|it| it.is_refusal()) || batch.surveys().is_ok();
    if fresh.yes
        || for_nobody
        || !fresh.fresh && is_begun()
        || pipeline::inspect::is_small(batch.settings.widest())
    {
        return Ok(());
    }
    let report = report("estimate");
    let estimate = pipeline::inspect::estimate(batch, GLANCE, &report)?;
    let Estimate { hours, on_disk, searched, threads, .. } = estimate;
    let time = Duration::try_from_secs_f64(3600.0 * hours * (1.0 + ON_DISK * on_disk));
    let time = time.unwrap_or(Duration::MAX);
    if time < LONG && searched > 0 {
        return Ok(());
    }
    let memory =
        format!("{:.1} GB of memory for the largest class", estimate.largest_class_bytes / 1e9);
    let takes = match searched {
        0 if estimate.boards.value == 0.0 => "boards so rare that a glance meets none".to_owned(),
        0 => format!(
            "about {:.1e} boards, in classes too large to see at a glance how long a search takes, and {memory}",
            estimate.boards.value
        ),
        _ => format!(
            "about {:.1e} justsolved boards, of which a search takes {} by {}, and {memory}",
            estimate.justsolved.value,
            HumanDuration(time),
            counted(threads, "thread")
        ),
    };
    let disk = match on_disk {
        0.0 => String::new(),
        share => {
            let has_corner = batch.settings.families.iter().all(|family| family.task.has_corner());
            let fate = if has_corner { "are searched on disk" } else { "cannot be searched" };
            format!("; for want of it {:.1}% of the boards {fate}", 100.0 * share)
        }
    };
    let kept = match batch.settings.boards {
        true => "with `boards = false` in the config none are kept, and ",
        false => "",
    };
    report.finish(&format!("{takes}{disk}; {kept}`antipode submit` lets a cluster do it"));
    ensure!(confirm::ask("Begin?") != Some(false), "nothing was begun");
    Ok(())
}

/// Does the first stage.
pub fn enumerate(args: &BatchArgs, fresh: &FreshArgs) -> Result<()> {
    args.stages(|batch, report| {
        begin(args, fresh, batch, "enumerate", report)?;
        let plan = made(batch, &report("enumerate"))?;
        let (counted, boards) = batch.counted(&plan);
        print(&format!("{counted}={boards}\nshards={}\n", plan.shards.len()))
    })
}

/// Does the second stage, or a part of it.
pub fn search(args: &BatchArgs, part: Part) -> Result<()> {
    args.stages(|batch, report| searched(batch, &plan(batch)?, part, &report("search")))
}

/// Does the third stage.
pub fn merge(args: &BatchArgs) -> Result<()> {
    args.stages(|batch, report| {
        let tallies = foreign(pipeline::merge(batch, &plan(batch)?, &report("merge")))?;
        print(&closing_lines(&batch.settings.families, &tallies))
    })
}

/// Does the fourth stage, and the third if need be.
pub fn export(args: &BatchArgs) -> Result<()> {
    args.stages(|batch, report| {
        let plan = plan(batch)?;
        let tallies = match batch.tallies() {
            Err(SealError::Missing(_)) => pipeline::merge(batch, &plan, &report("merge"))?,
            Err(unreadable) if unreadable.is_unreadable() => return Err(unreadable.into()),
            tallies => tallies.advise("run `antipode merge` again")?,
        };
        foreign(pipeline::export(batch, &plan, &tallies, &report("export")))?;
        print(&closing_lines(&batch.settings.families, &tallies))
    })
}

/// The plan that the first stage makes.
fn made(batch: &Batch, report: &Report) -> Result<Plan> {
    foreign(pipeline::enumerate(batch, report))
}

/// Does the second stage.
fn searched(batch: &Batch, plan: &Plan, part: Part, report: &Report) -> Result<()> {
    match pipeline::search(batch, plan, part, report) {
        Err(
            lost @ (Error::File(FileError::Damaged { .. }) | Error::Seal(SealError::Missing(_))),
        ) => Err(lost).advise("`antipode enumerate` makes the boards again"),
        searched => foreign(searched),
    }
}

/// The plan that the first stage left.
fn plan(batch: &Batch) -> Result<Plan> {
    match batch.plan() {
        Err(foreign @ SealError::Foreign { .. }) => Err(foreign).advise(FOREIGN),
        Err(unreadable) if unreadable.is_unreadable() => Err(unreadable.into()),
        plan => plan.advise("run `antipode enumerate` first"),
    }
}

/// The closing table of each family of a batch, for standard output. Where there are several, each is
/// told apart.
fn closing_lines(families: &[Family], tallies: &[Tally]) -> String {
    let table = |(family, tally): (&Family, &Tally)| match families.len() {
        1 => closing_table(family, tally),
        _ => {
            let rule = if family.task.has_corner() { family.rule.write() } else { String::new() };
            let (task, metric) = (family.task.write(), family.metric.name());
            let table = closing_table(family, tally);
            format!("family={task}\nrule={rule}\nmetric={metric}\n{table}")
        }
    };
    families.iter().zip(tallies).map(table).collect()
}

/// The hardest by number of pieces, and the counts.
fn closing_table(family: &Family, tally: &Tally) -> String {
    let moves = |pieces: u32| tally.hardest.get(&pieces).map_or(0, |puzzle| puzzle.moves);
    let row: Vec<_> = family.pieces.iter().map(|pieces| moves(pieces).to_string()).collect();
    let totals = tally.totals();
    format!(
        "{}\njustsolved={}\nclasses={}\ngroups={}\nstates={}\nhardest={}\n",
        row.join(" "),
        totals.boards,
        tally.classes,
        totals.groups,
        totals.states,
        totals.hardest,
    )
}
