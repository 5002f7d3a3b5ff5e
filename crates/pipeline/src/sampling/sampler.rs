//! Draws samples of the classes of a family.
//!
//! The classes form a tree, in which a class is extended by one more shape. A sample is drawn on the
//! way down: a branch is followed with a chance that is about proportional to what it is expected to
//! hold, and what is found there counts for as much more as the chance was smaller (splitting and
//! roulette, as in the simulation of particles). So the sum is right on average, however bad the
//! expectations are; they only make it spread. The chances of neighbouring branches are added up and
//! a branch is followed at each whole number (systematic sampling), so that the sample is spread
//! evenly over the family.
//!
//! The classes met are searched by the very search that a batch does, the larger the more rarely. Those
//! too large for a sample are only counted: of their boards some are kept, at even distances, and
//! what extends those stands for all.

use std::time::{Duration, Instant};

use antipode_families::{
    Class, Distinct, Entry, Orderly, Searched, Searcher, SizeClass, Span, Tally, Together, Visitor,
};
use antipode_frontier::Progress;

use crate::batch::Batch;
use crate::config::settings::Settings;
use crate::error::Error;
use crate::machine::thread_time;
use crate::sampling::expectations::Expectations;
use crate::sampling::sample::{Sample, Sum};

/// About how many branches of equal weight a sample follows.
const BRANCHES: f64 = 32.0;

/// Classes of more boards than this are searched the more rarely the more they have,
const FEW_BOARDS: f64 = 8192.0;

/// and those with more than this never, so that no sample takes minutes.
const MOST_BOARDS: usize = 1 << 20;

/// So many more in all where classes are searched together, which is as quick.
const MOST_TOGETHER: f64 = 4.0 * MOST_BOARDS as f64;

/// The work for a set of holes where classes are searched together, so that it compares with that for boards.
const WORK: f64 = 8.0;

/// How many times as many boards may be made of listed ones before some of these are left out.
const ROOM: usize = 32;

/// Draws a sample, another one for each `seed`. `all` is about how many boards there are.
pub fn draw(
    batch: &Batch,
    orderly: &Orderly<'_>,
    all: f64,
    seed: u64,
    searcher: &mut Searcher<'_>,
    progress: &dyn Progress,
) -> Result<Sample, Error> {
    let family = batch.settings.widest();
    let size = family.grid.size() as usize;
    let begun = thread_time();
    let mut random = fastrand::Rng::with_seed(seed);
    let mut sampler = Sampler {
        progress,
        settings: &batch.settings,
        memory: batch.search_memory(),
        searcher,
        expectations: Expectations::new(family),
        even: all / BRANCHES,
        path: vec![Followed { weight: 1.0, boards: 1.0, extended: 1.0 }],
        chances: (0..=size).map(|_| random.f64()).collect(),
        random,
        most: MOST_BOARDS.min(batch.budget().memory / (Orderly::LISTED_BYTES * ROOM)).max(1),
        sample: Sample::new(size),
    };
    orderly.visit(&Span::default(), &mut sampler)?;
    let mut sample = sampler.sample;
    sample.making = (thread_time() - begun).as_secs_f64() - sample.searching;
    Ok(sample)
}

/// A class on the way down.
struct Followed {
    /// For how many classes it stands.
    weight: f64,
    /// For how many boards each board at hand stands,
    boards: f64,
    /// and each of those that are extended.
    extended: f64,
}

struct Sampler<'a, 'b> {
    progress: &'a dyn Progress,
    settings: &'a Settings,
    /// The bytes that the search of one class may use, where it cannot do with its part.
    memory: usize,
    searcher: &'a mut Searcher<'b>,
    expectations: Expectations<'a>,
    /// The weight that every branch is to have.
    even: f64,
    /// What was followed, by the number of pieces.
    path: Vec<Followed>,
    /// The chances since a branch was last followed, by the number of pieces; with none, since a
    /// class was last searched.
    chances: Vec<f64>,
    random: fastrand::Rng,
    /// The most boards that are held of a class.
    most: usize,
    sample: Sample,
}

impl Visitor for Sampler<'_, '_> {
    type Error = Error;

    fn enters(&mut self, class: &Class, boards: usize) -> Entry {
        let depth = class.pieces();
        self.path.truncate(depth);
        let Followed { weight, extended, .. } = self.path[depth - 1];
        let count = boards as f64 * extended;
        self.sample.made += boards as u64;
        self.sample.packings += weight * count;
        let expected = weight * count * self.expectations.of(class);
        let Some(chance) = self.follow(depth, expected) else { return Entry::None };
        let step = boards.div_ceil(self.most).max(1);
        let boards_each = extended * step as f64;
        self.path.push(Followed {
            weight: weight / chance,
            boards: boards_each,
            extended: if Orderly::lists(class) { boards_each } else { extended },
        });
        match step {
            1 => Entry::Whole,
            _ => Entry::Part { first: self.random.usize(..step), step },
        }
    }

    fn class<K: Searched>(
        &mut self,
        class: &Class,
        boards: impl ExactSizeIterator<Item = K> + Clone,
    ) -> Result<(), Error> {
        if self.progress.stop() {
            return Err(Error::Stopped);
        }
        let pieces = class.pieces();
        let Followed { weight, boards: stands_for, .. } = self.path[pieces];
        let count = boards.len() as f64 * stands_for;
        let work = self.searcher.work(class, K::words(&mut boards.clone()), count);
        let sum = self.sample.of(pieces, count);
        sum.boards += weight * count;
        sum.work += weight * work.time;
        sum.largest = sum.largest.max(count);
        self.sample.bytes = self.sample.bytes.max(work.bytes);
        if !work.fits(self.memory) {
            self.sample.on_disk += weight * count;
        }
        let chance = (FEW_BOARDS / count).sqrt().min(1.0);
        if stands_for > 1.0 || self.pick(0, chance).is_none() {
            return Ok(());
        }
        let weight = weight / chance;
        let (begun, clock) = (thread_time(), Instant::now());
        let mut tallies = self.tallies();
        self.searcher.search(class, boards, &mut tallies, self.progress)?;
        let seconds = (thread_time() - begun).as_secs_f64();
        let found = tallies[self.settings.widest_number()].totals();
        let sum = self.sample.of(pieces, count);
        sum.add(&Sum {
            searched: weight * count,
            done: weight * work.time,
            justsolved: weight * found.boards as f64,
            states: weight * found.states as f64,
            seconds: weight * seconds,
            ..Sum::default()
        });
        self.sample.searched += 1;
        self.searched(begun, clock, found.states);
        Ok(())
    }

    fn singles<K: Searched>(
        &mut self,
        class: &Class,
        mut boards: impl ExactSizeIterator<Item = K> + Clone,
    ) -> Result<bool, Error> {
        let depth = class.pieces();
        let Followed { weight, extended, .. } = self.path[depth];
        let together =
            self.searcher.together(class, K::words(&mut boards.clone()), extended, self.memory);
        let Some(Together { classes, sets, bytes }) = together else { return Ok(false) };
        let count = classes.iter().map(|class| class.1).sum::<f64>();
        let work = WORK * sets / count;
        let Some(chance) = self.follow(depth + 1, weight * count) else { return Ok(true) };
        let weight = weight / chance;
        for &(pieces, boards) in &classes {
            let sum = self.sample.of(pieces, boards);
            sum.boards += weight * boards;
            sum.work += weight * boards * work;
            sum.largest = sum.largest.max(boards);
        }
        self.sample.bytes = self.sample.bytes.max(bytes);
        let chance = (FEW_BOARDS / count).sqrt().min(1.0);
        if extended > 1.0 || count > MOST_TOGETHER || self.pick(0, chance).is_none() {
            return Ok(true);
        }
        let weight = weight / chance;
        let (begun, clock) = (thread_time(), Instant::now());
        let mut tallies = self.tallies();
        let words = K::words(&mut boards);
        let searched = self.searcher.search_singles(class, words, &mut tallies, self.progress)?;
        if searched.is_none() {
            // A sample has less memory.
            return Ok(true);
        }
        let seconds = (thread_time() - begun).as_secs_f64();
        let found = &tallies[self.settings.widest_number()];
        for &(pieces, boards) in &classes {
            let sizes = found.size_classes.iter().filter(|it| it.0.pieces() == pieces);
            let [justsolved, states] = [|it: &SizeClass| it.boards, |it: &SizeClass| it.states]
                .map(|figure| sizes.clone().map(|it| figure(it.1)).sum::<u64>() as f64);
            self.sample.of(pieces, boards).add(&Sum {
                searched: weight * boards,
                done: weight * boards * work,
                justsolved: weight * justsolved,
                states: weight * states,
                seconds: weight * seconds * boards / count,
                ..Sum::default()
            });
        }
        self.sample.searched += classes.len() as u64;
        self.searched(begun, clock, found.totals().states);
        Ok(true)
    }
}

impl Sampler<'_, '_> {
    fn tallies(&self) -> Vec<Tally> {
        vec![Tally::new(0, Distinct::Group); self.settings.families.len()]
    }

    /// Whether a branch of such a weight is followed, and with what chance it was.
    fn follow(&mut self, depth: usize, weight: f64) -> Option<f64> {
        self.pick(depth, (weight / self.even).min(1.0))
    }

    /// The chance with which something is picked, if it is.
    fn pick(&mut self, depth: usize, chance: f64) -> Option<f64> {
        self.chances[depth] += chance;
        if self.chances[depth] < 1.0 {
            return None;
        }
        self.chances[depth] -= 1.0;
        Some(chance)
    }

    /// Takes note of a search that began then.
    fn searched(&mut self, begun: Duration, clock: Instant, states: u64) {
        let seconds = (thread_time() - begun).as_secs_f64();
        self.sample.states += states;
        self.sample.searching += seconds;
        self.sample.waiting += clock.elapsed().as_secs_f64() - seconds;
    }
}
