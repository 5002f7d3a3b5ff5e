//! Tells what a batch would cost, from a sample of its classes.
//!
//! The classes form a tree, in which a class is extended by one more shape. The sample is drawn
//! on the way down: a branch is followed with a chance that is about proportional to what it
//! is expected to hold, and what is found there counts for as much more as the chance was
//! smaller (splitting and roulette, as in the simulation of particles). So the sum is right on
//! average, however bad the expectations are; they only make it spread. The chances of
//! neighbouring branches are added up and a branch is followed at each whole number
//! (systematic sampling), so that the sample is spread evenly over the family.
//!
//! Several samples are drawn and added up, and how far groups of them lie apart is the error.
//! Nothing is enumerated first: a family of 10^12 boards is as quick to sample as one of 10^7.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use antipode_families::{
    Class, Distinct, Family, Orderly, Searched, Searcher, Shape, Span, Symmetries, Tally, Visitor,
};
use antipode_frontier::Progress;
use fxhash::FxHashMap;

use crate::batch::Batch;
use crate::error::Error;
use crate::machine::peak_memory;

/// Into how many groups the samples are dealt, to see how far apart their estimates lie. At least
/// as many samples are drawn.
const GROUPS: usize = 8;

/// No more samples are drawn once their sum is known this well, in percent,
const ENOUGH: f64 = 2.0;

/// or as many states were searched as the whole has, or after this much time.
const TIME: Duration = Duration::from_secs(30);

/// About how many branches of equal weight a sample follows.
const BRANCHES: f64 = 32.0;

/// Classes of more boards than this are searched the more rarely the more they have,
const FEW_BOARDS: f64 = 8192.0;

/// and those with more than this never, so that no sample takes minutes. They are taken to be
/// like the searched ones with as many holes.
const MOST_BOARDS: usize = 1 << 20;

/// What a search of a whole family would take. Errors are standard errors in percent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// How many samples were drawn.
    pub samples: usize,
    /// The number of justsolved boards.
    pub justsolved: f64,
    /// The number of states to search.
    pub states: f64,
    /// The error of that number.
    pub states_error: f64,
    /// The time of one thread, in seconds.
    pub seconds: f64,
    /// The error of that time.
    pub seconds_error: f64,
    /// The most boards of a sampled class.
    pub largest_class: f64,
    /// The most memory that this many threads would take, in bytes.
    pub memory: f64,
    /// The number of threads.
    pub threads: usize,
}

/// Families expected to have fewer boards than this are searched in minutes: 4x4 has half as many, and
/// takes seconds.
const FEW: f64 = 1e8;

/// Whether a family is so small that it need not be estimated.
pub fn is_small(family: &Family) -> bool {
    let symmetries = Symmetries::of(family);
    expected(family, &Orderly::new(family, &symmetries)) < FEW
}

/// About how many boards a family has.
fn expected(family: &Family, orderly: &Orderly<'_>) -> f64 {
    let mut expectations = Expectations::new(family);
    let of_first = |&goal: &Shape| {
        let places = f64::from(goal.fits(&family.grid).count_ones());
        places * expectations.of(&Class { goal, others: Vec::new() })
    };
    orderly.firsts().iter().map(of_first).sum()
}

/// Tells what a search of the whole family would take. Nothing is written.
pub fn estimate(batch: &Batch, progress: &dyn Progress) -> Result<Estimate, Error> {
    let started = Instant::now();
    let family = &batch.settings.family;
    let symmetries = Symmetries::of(family);
    let orderly = Orderly::new(family, &symmetries);
    let all = expected(family, &orderly);
    progress.expect(TIME.as_millis() as u64);
    let told = AtomicU64::new(0);
    let searched = AtomicU64::new(0);
    let next = AtomicU64::new(0);
    let samples = Mutex::new(Vec::new());
    let enough = |samples: &[Sample]| {
        samples.len() >= GROUPS
            && (started.elapsed() >= TIME
                || percent(samples, |whole| whole.seconds) < ENOUGH
                || Whole::of(samples).states < searched.load(Ordering::Relaxed) as f64)
    };
    let drawn = rayon::broadcast(|_| -> Result<(), Error> {
        let mut searcher = Searcher::new(std::slice::from_ref(family), &symmetries, batch.budget());
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            let mut sampler = Sampler::new(batch, all / BRANCHES, seed, &mut searcher, progress);
            orderly.visit(&Span::default(), &mut sampler)?;
            searched.fetch_add(sampler.states, Ordering::Relaxed);
            let sample = sampler.sums;
            let Ok(mut samples) = samples.lock() else { return Ok(()) };
            samples.push(sample);
            let now = started.elapsed().as_millis() as u64;
            progress.advance(now.saturating_sub(told.fetch_max(now, Ordering::Relaxed)));
            if enough(&samples) {
                return Ok(());
            }
        }
    });
    drawn.into_iter().collect::<Result<(), Error>>()?;
    let samples = samples.into_inner().unwrap_or_default();
    let seconds = started.elapsed().as_secs_f64();
    progress.note(&format!("{} samples, {seconds:.1} s", samples.len()));

    let whole = Whole::of(&samples);
    let threads = rayon::current_num_threads();
    let tables = threads as f64 * whole.largest * (Searcher::BOARD_BYTES as f64);
    Ok(Estimate {
        samples: samples.len(),
        justsolved: whole.justsolved,
        states: whole.states,
        states_error: percent(&samples, |whole| whole.states),
        seconds: whole.seconds,
        seconds_error: percent(&samples, |whole| whole.seconds),
        largest_class: whole.largest,
        memory: tables.max(peak_memory() as f64).min(batch.memory as f64),
        threads,
    })
}

/// What samples say about the whole family.
struct Whole {
    justsolved: f64,
    states: f64,
    seconds: f64,
    /// The most boards of a class.
    largest: f64,
}

impl Whole {
    /// The samples are added up before any ratio is formed: where a single sample searched few of
    /// the large classes, its ratio of states to boards would be too small on average.
    fn of<'a>(samples: impl IntoIterator<Item = &'a Sample>) -> Whole {
        let mut count = 0.0;
        let mut sums: Sample = Vec::new();
        for sample in samples {
            count += 1.0;
            sums.resize(sample.len(), Sum::default());
            sums.iter_mut().zip(sample).for_each(|(sum, more)| sum.add(more));
        }
        let mut all = Sum::default();
        sums.iter().for_each(|sum| all.add(sum));
        let mut whole = Whole { justsolved: 0.0, states: 0.0, seconds: 0.0, largest: 0.0 };
        // The classes that were left out go on the account of the searched ones.
        for sum in sums.iter().filter(|sum| sum.boards > 0.0) {
            // Where none was searched, all searched classes stand for them.
            let like = if sum.searched > 0.0 { sum } else { &all };
            let boards = sum.boards / count;
            whole.justsolved += boards * like.justsolved / like.searched;
            whole.states += boards * like.states / like.searched;
            whole.seconds += boards * like.seconds / like.searched;
            whole.largest = whole.largest.max(sum.largest);
        }
        whole
    }
}

/// The standard error of a figure in percent, from how far groups of the samples lie apart.
fn percent(samples: &[Sample], figure: fn(&Whole) -> f64) -> f64 {
    let groups = (0..GROUPS).map(|first| Whole::of(samples.iter().skip(first).step_by(GROUPS)));
    let figures: Vec<f64> = groups.map(|whole| figure(&whole)).collect();
    let count = figures.len() as f64;
    let mean = figures.iter().sum::<f64>() / count;
    let squares = figures.iter().map(|figure| (figure - mean).powi(2)).sum::<f64>();
    100.0 * (squares / (count - 1.0) / count).sqrt() / mean
}

/// How many wanted boards classes and their extensions are expected to have.
struct Expectations<'a> {
    family: &'a Family,
    known: FxHashMap<(u32, u32, u32, u32), f64>,
}

/// How many shapes there are of each size from 1 (fixed polyominoes). Larger ones are taken to
/// be as many as the last of these: they are rare, as they seldom fit.
const SHAPES: [f64; 8] = [1.0, 2.0, 6.0, 19.0, 63.0, 216.0, 760.0, 2725.0];

impl<'a> Expectations<'a> {
    fn new(family: &'a Family) -> Self {
        Expectations { family, known: FxHashMap::default() }
    }

    /// The boards of `class` and its extensions for each packing of `class`.
    fn of(&mut self, class: &Class) -> f64 {
        let family = self.family;
        let free = family.grid.size() - class.area();
        let last = class.others.last().unwrap_or(&class.goal).size();
        let cells = class.shapes().filter(|shape| shape.size() == 1).count() as u32;
        let pieces = class.pieces() as u32;
        let ways = || extensions(family, free, last, cells, pieces);
        *self.known.entry((free, last, cells, pieces)).or_insert_with(ways)
    }
}

/// The wanted ways to add pieces of at most `last` cells to a board that has `pieces` pieces,
/// `cells` of them single cells, and `free` free cells.
///
/// Pieces are added as if each of their cells were free with the chance that the free cells
/// have on the whole grid. This is exact for single cells.
fn extensions(family: &Family, free: u32, last: u32, cells: u32, pieces: u32) -> f64 {
    let size = f64::from(family.grid.size());
    let room = free.saturating_sub(*family.holes.start()) as usize;
    let mut ways = vec![0.0; room + 1];
    ways[0] = 1.0;
    let mut sum = if *family.pieces.start() <= pieces { 1.0 } else { 0.0 };
    for more in 1..=family.pieces.end() - pieces {
        let mut next = vec![0.0; room + 1];
        for area in 0..room {
            let left = f64::from(free) - area as f64;
            let mut subsets = 1.0;
            for cells in 1..=(last as usize).min(room - area) {
                subsets *= (left - cells as f64 + 1.0) / cells as f64;
                let shapes = SHAPES[cells.min(SHAPES.len()) - 1];
                let placed = left * shapes * (left / size).powi(cells as i32 - 1);
                next[area + cells] += ways[area] * placed.min(subsets);
            }
        }
        // Each set of pieces comes in one order only. Single cells come last, after those that
        // are there already.
        let order = more + if last == 1 { cells } else { 0 };
        next.iter_mut().for_each(|ways| *ways /= f64::from(order));
        if more + pieces >= *family.pieces.start() {
            sum += next.iter().sum::<f64>();
        }
        ways = next;
    }
    sum
}

/// What one sample holds, by the number of holes.
type Sample = Vec<Sum>;

/// Weighted sums over classes with equally many holes.
#[derive(Debug, Clone, Copy, Default)]
struct Sum {
    boards: f64,
    /// The boards of the searched classes.
    searched: f64,
    /// The justsolved boards, states and seconds of the searched classes.
    justsolved: f64,
    states: f64,
    seconds: f64,
    /// The most boards of a class.
    largest: f64,
}

impl Sum {
    fn add(&mut self, more: &Sum) {
        self.boards += more.boards;
        self.searched += more.searched;
        self.justsolved += more.justsolved;
        self.states += more.states;
        self.seconds += more.seconds;
        self.largest = self.largest.max(more.largest);
    }
}

/// Draws one sample.
struct Sampler<'a, 'b> {
    batch: &'a Batch,
    progress: &'a dyn Progress,
    searcher: &'a mut Searcher<'b>,
    expectations: Expectations<'a>,
    /// The weight that every branch is to have.
    even: f64,
    /// For how many classes each class on the way down stands.
    weights: Vec<f64>,
    /// The chances since a branch was last followed, by the number of pieces; with none, since a
    /// class was last searched.
    chances: Vec<f64>,
    sums: Sample,
    /// How many states were searched.
    states: u64,
}

impl<'a, 'b> Sampler<'a, 'b> {
    fn new(
        batch: &'a Batch,
        even: f64,
        seed: u64,
        searcher: &'a mut Searcher<'b>,
        progress: &'a dyn Progress,
    ) -> Self {
        let size = batch.settings.family.grid.size() as usize;
        let mut random = fastrand::Rng::with_seed(seed);
        Sampler {
            batch,
            progress,
            searcher,
            expectations: Expectations::new(&batch.settings.family),
            even,
            weights: vec![1.0],
            chances: (0..=size).map(|_| random.f64()).collect(),
            sums: vec![Sum::default(); size],
            states: 0,
        }
    }
}

impl Visitor for Sampler<'_, '_> {
    type Error = Error;

    fn enters(&mut self, class: &Class, packings: usize) -> bool {
        let depth = class.pieces();
        self.weights.truncate(depth);
        let weight = self.weights[depth - 1];
        let expected = weight * packings as f64 * self.expectations.of(class);
        let chance = (expected / self.even).min(1.0);
        self.chances[depth] += chance;
        let followed = self.chances[depth] >= 1.0;
        if followed {
            self.chances[depth] -= 1.0;
            self.weights.push(weight / chance);
        }
        followed
    }

    fn class<K: Searched>(
        &mut self,
        class: &Class,
        boards: impl ExactSizeIterator<Item = K> + Clone,
    ) -> Result<(), Error> {
        if self.progress.stop() {
            return Err(Error::Stopped);
        }
        let weight = self.weights[class.pieces()];
        let holes = self.batch.settings.family.grid.size() - class.area();
        let sum = &mut self.sums[holes as usize];
        let count = boards.len() as f64;
        sum.boards += weight * count;
        sum.largest = sum.largest.max(count);
        let chance = (FEW_BOARDS / count).min(1.0);
        self.chances[0] += chance;
        if self.chances[0] < 1.0 || boards.len() > MOST_BOARDS {
            return Ok(());
        }
        self.chances[0] -= 1.0;
        let weight = weight / chance;
        let started = Instant::now();
        let mut tally = Tally::new(0, Distinct::Group);
        self.searcher.search(class, boards, std::slice::from_mut(&mut tally), self.progress)?;
        self.states += tally.searched_states;
        sum.searched += weight * count;
        sum.justsolved += weight * tally.totals().boards as f64;
        sum.states += weight * tally.searched_states as f64;
        sum.seconds += weight * started.elapsed().as_secs_f64();
        Ok(())
    }
}
