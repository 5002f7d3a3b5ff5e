//! Tells what a batch would cost, from samples of its classes.
//!
//! Samples are drawn until they agree, or have taken as long as the batch would, and how far groups of
//! them lie apart is the error. Nothing is enumerated first: a family of 10^12 boards is as quick to
//! sample as one of 10^7. What counts is the processor time of the threads, which is about the same
//! however busy the machine is. A sample knows nothing of other classes, so it leaves out no search that
//! these make useless, as a large batch does, which takes less.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use antipode_families::{Family, Orderly, Searcher, Symmetries};
use antipode_frontier::Progress;
use antipode_gallery::counted;
use serde::Serialize;

use crate::batch::Batch;
use crate::error::Error;
use crate::sampling::expectations::expected;
use crate::sampling::sampler::draw;
use crate::sampling::whole::{Interval, SAMPLE_GROUPS, Samples, Whole};

/// No more samples are drawn once the error is below this.
const ENOUGH: f64 = 0.05;

/// What a batch would take. Intervals are such that they hold the truth 19 times out of 20.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Estimate {
    /// How many samples were drawn.
    pub samples: usize,
    /// How many of their classes were searched. With none, nothing is known of justsolved boards, states
    /// and the time that searches take.
    pub searched: u64,
    /// How many boards are to be searched: those of all classes without a goal piece, one of each set
    /// of images.
    pub boards: Interval,
    /// The number of justsolved boards; where there are several families, of the widest.
    pub justsolved: Interval,
    /// The number of boards in the groups that hold one.
    pub states: Interval,
    /// The hours of one processor core that making and searching the boards takes.
    pub core_hours: Interval,
    /// The most boards of a sampled class.
    pub largest_class: f64,
    /// About how many bytes of memory the search of a sampled class takes, at the most, in each thread that
    /// has one.
    pub largest_class_bytes: f64,
    /// The share of the boards that are in classes too large for all of the memory. Those are
    /// searched on disk, which takes many times as long, and is not counted; or not at all, in the families that do
    /// not end in a corner.
    pub on_disk: f64,
    /// The number of threads.
    pub threads: usize,
    /// The hours that so many threads take.
    pub hours: f64,
    /// The same by the number of pieces.
    pub by_pieces: Vec<Pieces>,
}

/// The part of a batch with some number of pieces.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Pieces {
    /// The number of pieces.
    pub pieces: usize,
    /// See [`Estimate`].
    pub boards: f64,
    /// See [`Estimate`].
    pub justsolved: f64,
    /// See [`Estimate`].
    pub states: f64,
    /// See [`Estimate`]; without the time to make the boards.
    pub core_hours: f64,
    /// See [`Estimate`].
    pub largest_class: f64,
}

/// Families expected to have fewer boards than this are searched in minutes: 4x4 has half as many, and
/// takes seconds.
const FEW: f64 = 1e8;

/// And they list their shapes in this much memory.
const MOST_BYTES: usize = 1 << 27;

/// Whether a family is so small that it need not be estimated.
pub fn is_small(family: &Family) -> bool {
    let symmetries = Symmetries::of(family);
    family.check_shapes(MOST_BYTES).is_ok()
        && expected(family, &Orderly::new(family, &symmetries)) < FEW
}

/// Tells what a batch would take, from as many samples as can be drawn in `time` or, if that is less, in the time of
/// the batch itself, but from twenty at least. Nothing is written.
///
/// # Errors
/// If the shapes or the boards of the family do not fit in memory, or if `progress` asks to stop.
pub fn estimate(batch: &Batch, time: Duration, progress: &dyn Progress) -> Result<Estimate, Error> {
    // When samples will agree is not known, so how much of the time is over says little.
    progress.note(&format!("samples for {} s at most", time.as_secs()));
    let started = Instant::now();
    sampled(batch, progress, 0, |samples| {
        let elapsed = started.elapsed();
        progress.advance(1);
        samples.len() >= 2 * SAMPLE_GROUPS
            && (elapsed >= time || would_be_searched_in(elapsed, samples) || agree(samples))
    })
}

/// Tells it from the samples of these seeds, so that all but the times is the same each time with one
/// thread.
///
/// # Errors
/// As [`estimate`].
pub fn estimate_from(
    batch: &Batch,
    seeds: Range<u64>,
    progress: &dyn Progress,
) -> Result<Estimate, Error> {
    sampled(batch, progress, seeds.start, |drawn| drawn.len() as u64 >= seeds.end - seeds.start)
}

/// Draws samples until they are enough.
fn sampled(
    batch: &Batch,
    progress: &dyn Progress,
    seed: u64,
    enough: impl Fn(&Samples) -> bool + Sync,
) -> Result<Estimate, Error> {
    let started = Instant::now();
    let family = batch.settings.widest();
    let symmetries = Symmetries::of(family);
    family.check_shapes(batch.memory)?;
    let orderly = Orderly::new(family, &symmetries).within(batch.budget().memory);
    let all = expected(family, &orderly);
    let next = AtomicU64::new(seed);
    let samples = Mutex::new(Samples::new(family.grid.size() as usize));
    let failed = AtomicBool::new(false);
    let drawn = rayon::broadcast(|_| -> Result<(), Error> {
        let mut searcher = Searcher::new(&batch.settings.families, &symmetries, batch.budget());
        // What fails in one thread is told without waiting for the others to agree.
        while !failed.load(Ordering::Relaxed) {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            let sample = draw(batch, &orderly, all, seed, &mut searcher, progress)
                .inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
            let Ok(mut samples) = samples.lock() else { return Ok(()) };
            samples.add(&sample);
            if enough(&samples) {
                break;
            }
        }
        Ok(())
    });
    drawn.into_iter().collect::<Result<(), Error>>()?;
    let samples = samples.into_inner().unwrap_or_else(PoisonError::into_inner);
    let seconds = started.elapsed().as_secs_f64();
    progress.note(&format!("{}, {seconds:.1} s", counted(samples.len(), "sample")));
    let estimate = Estimate::of(batch, &samples);
    if estimate.searched == 0 {
        progress.note(match estimate.boards.value {
            0.0 => "no sample met a board: they are too rare to be told",
            _ => {
                "all classes met are too large to be searched here: nothing is known but the boards"
            }
        });
    }
    Ok(estimate)
}

/// Whether samples agree about what is wanted of them. Those that searched nothing know nothing.
fn agree(samples: &Samples) -> bool {
    let [states, seconds] = [|whole: &Whole| whole.states, |whole: &Whole| whole.seconds]
        .map(|figure| of_all(samples, figure));
    seconds.value > 0.0 && states.error() < ENOUGH && seconds.error() < ENOUGH
}

/// Whether all threads would have searched the whole batch in that time.
fn would_be_searched_in(time: Duration, samples: &Samples) -> bool {
    let seconds = of_all(samples, |whole| whole.seconds).value;
    seconds > 0.0 && time.as_secs_f64() * rayon::current_num_threads() as f64 >= seconds
}

/// A figure of the whole family.
fn of_all(samples: &Samples, figure: impl Fn(&Whole) -> f64) -> Interval {
    Interval::of(samples, |sum, count| figure(&Whole::of(sum, count, 0..sum.sums.len())))
}

impl Estimate {
    fn of(batch: &Batch, samples: &Samples) -> Self {
        let family = batch.settings.widest();
        let size = family.grid.size() as usize;
        let all = samples.sum();
        // The boards are made to be searched. To count them first takes half of that with few pieces, and much
        // less with more, and so do the justsolved ones; where pieces push others, those take longer.
        let times = if family.task.has_corner() { 2.0 } else { 1.5 };
        let seconds = Interval::of(samples, |sum, count| {
            let making = sum.packings / count as f64 * sum.making / sum.made.max(1) as f64;
            Whole::of(sum, count, 0..size + 1).seconds + times * making
        });
        // Who shares the processor shares its caches, and takes longer for it.
        let load = all.waiting / all.searching.max(f64::MIN_POSITIVE);
        let mut core_hours = seconds.wider((1.0 + load).ln() / 4.0).scaled(1.0 / 3600.0);
        // How long boards take to be made does not tell how long they take to be searched.
        if all.searched == 0 {
            core_hours.high = f64::INFINITY;
        }
        let threads = rayon::current_num_threads();
        let largest_class = Whole::of(&all, samples.len(), 0..size + 1).largest;
        let by_pieces = family.pieces.iter().map(|pieces| {
            let pieces = pieces as usize;
            let whole = Whole::of(&all, samples.len(), pieces..pieces + 1);
            Pieces {
                pieces,
                boards: whole.boards,
                justsolved: whole.justsolved,
                states: whole.states,
                core_hours: whole.seconds / 3600.0,
                largest_class: whole.largest,
            }
        });
        let boards = of_all(samples, |whole| whole.boards);
        Estimate {
            samples: samples.len(),
            searched: all.searched,
            boards,
            justsolved: of_all(samples, |whole| whole.justsolved),
            states: of_all(samples, |whole| whole.states),
            core_hours,
            largest_class,
            largest_class_bytes: all.bytes,
            on_disk: all.on_disk / samples.len() as f64 / boards.value.max(1.0),
            threads,
            hours: core_hours.value / threads as f64,
            by_pieces: by_pieces.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sampling::sample::Sample;

    /// Samples, each of which `sample` makes from one with a class of three pieces and so many boards that searched
    /// nothing.
    fn samples(boards: f64, sample: impl Fn(usize, &mut Sample)) -> Samples {
        let mut samples = Samples::new(3);
        for number in 0..2 * SAMPLE_GROUPS {
            let mut one = Sample::new(3);
            one.of(3, boards).boards = boards;
            sample(number, &mut one);
            samples.add(&one);
        }
        samples
    }

    #[test]
    fn samples_that_searched_nothing_do_not_agree() {
        assert!(!agree(&samples(1e8, |_, _| {})));
        assert!(agree(&samples(1e8, |_, sample| {
            let sum = sample.of(2, 1e3);
            (sum.boards, sum.searched, sum.work, sum.done, sum.states) = (1e3, 1e3, 1.0, 1.0, 1e3);
            sum.seconds = 1.0;
        })));
    }

    #[test]
    fn what_one_group_alone_or_none_has_seen_has_no_bound() {
        let states = |samples: &Samples| of_all(samples, |whole| whole.states);
        let none = samples(1e3, |_, _| {});
        assert_eq!(states(&none), Interval { value: 0.0, low: 0.0, high: f64::INFINITY });
        let one = samples(1e3, |number, sample| {
            if number == 4 {
                let sum = sample.of(3, 1e3);
                (sum.searched, sum.done, sum.states) = (1e3, 1.0, 5e2);
            }
        });
        let Interval { value, low, high } = states(&one);
        assert_eq!((value, low, high), (5e2, 0.0, f64::INFINITY));
        let all = of_all(&one, |whole| whole.boards);
        assert!(all.low <= 1e3 && all.high >= 1e3 && all.high < 1.001e3, "{all:?}");
    }
}
