//! What samples say about the whole family.

use std::ops::Range;

use serde::Serialize;

use crate::sampling::sample::{Sample, Sum};

/// The sizes of a family, or of the part of it with some number of pieces.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Whole {
    /// The boards of all classes without a goal piece, one of each set of images.
    pub boards: f64,
    /// The justsolved boards.
    pub justsolved: f64,
    /// The boards of the groups that hold one.
    pub states: f64,
    /// The processor time of all searches, in seconds.
    pub seconds: f64,
    /// The most boards of a class.
    pub largest: f64,
}

impl Whole {
    fn add(&mut self, more: &Whole) {
        self.boards += more.boards;
        self.justsolved += more.justsolved;
        self.states += more.states;
        self.seconds += more.seconds;
        self.largest = self.largest.max(more.largest);
    }

    /// What `count` samples that were added up say of the classes with these numbers of pieces.
    ///
    /// Samples are added before any ratio is formed: where a single one searched few of the large
    /// classes, its ratio of states to boards would be too small on average.
    pub fn of(sums: &Sample, count: usize, pieces: Range<usize>) -> Self {
        let mut all = Sum::default();
        sums.sums.iter().flatten().for_each(|sum| all.add(sum));
        let mut whole = Whole::default();
        for bands in &sums.sums[pieces] {
            // Classes that were not searched are taken to be like the searched ones: those about as
            // large, or else the largest with as many pieces, or else all. They take as much more
            // time as there is more to do.
            let mut like = &all;
            for sum in bands.iter().filter(|sum| sum.boards > 0.0) {
                if sum.searched > 0.0 {
                    like = sum;
                }
                let [boards, work] = [sum.boards, sum.work].map(|all| all / count as f64);
                let (each, more) = match like.searched > 0.0 {
                    true => (boards / like.searched, work / like.done),
                    false => (0.0, 0.0),
                };
                whole.add(&Whole {
                    boards,
                    justsolved: each * like.justsolved,
                    states: each * like.states,
                    seconds: more * like.seconds,
                    largest: sum.largest,
                });
            }
        }
        whole
    }
}

/// Into how many groups samples are dealt, to see how far apart what they say lies. At least twice
/// as many samples are drawn.
pub const SAMPLE_GROUPS: usize = 10;

/// Samples, dealt into groups.
#[derive(Debug, Clone)]
pub struct Samples {
    /// What those of each group are together.
    groups: Vec<Sample>,
    count: usize,
}

impl Samples {
    /// None yet, for at most so many pieces.
    pub fn new(pieces: usize) -> Self {
        Samples { groups: vec![Sample::new(pieces); SAMPLE_GROUPS], count: 0 }
    }

    /// Adds one.
    pub fn add(&mut self, sample: &Sample) {
        self.groups[self.count % SAMPLE_GROUPS].add(sample);
        self.count += 1;
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// All of them together.
    pub fn sum(&self) -> Sample {
        self.sum_without(None)
    }

    /// All together, but perhaps those of one group.
    fn sum_without(&self, left_out: Option<usize>) -> Sample {
        let mut sum = Sample::new(self.groups[0].sums.len() - 1);
        let others = (0..).zip(&self.groups).filter(|(group, _)| Some(*group) != left_out);
        others.for_each(|(_, group)| sum.add(group));
        sum
    }

    /// How many are in a group.
    fn in_group(&self, group: usize) -> usize {
        (self.count + SAMPLE_GROUPS - 1 - group) / SAMPLE_GROUPS
    }
}

/// Student's t for a confidence of 95% and one degree of freedom less than there are groups.
const STUDENT: f64 = 2.262;

/// A figure with its 95% confidence interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval {
    /// The figure.
    pub value: f64,
    /// The least that it may be,
    pub low: f64,
    /// and the most: infinity if the samples do not tell.
    pub high: f64,
}

impl Interval {
    /// What samples say of a figure, and how surely: by how much it changes if a tenth of them is left
    /// out (the delete-a-group jackknife). Figures are compared as logarithms, as a few heavy
    /// samples make them far too large more often than far too small.
    pub fn of(samples: &Samples, figure: impl Fn(&Sample, usize) -> f64) -> Self {
        let without = |group: usize| {
            figure(&samples.sum_without(Some(group)), samples.len() - samples.in_group(group))
        };
        let value = figure(&samples.sum(), samples.len());
        let parts: Vec<f64> = (0..SAMPLE_GROUPS).map(|group| without(group).ln()).collect();
        // All that is known comes from one group, or nothing is.
        if parts.contains(&f64::NEG_INFINITY) {
            return Interval { value, low: 0.0, high: f64::INFINITY };
        }
        let count = SAMPLE_GROUPS as f64;
        let mean = parts.iter().sum::<f64>() / count;
        let squares = parts.iter().map(|part| (part - mean).powi(2)).sum::<f64>();
        let spread = STUDENT * (squares * (count - 1.0) / count).sqrt();
        Interval { value, low: value, high: value }.wider(spread)
    }

    /// The interval with both of its ends farther away by a factor of which this is the logarithm.
    pub fn wider(self, logarithm: f64) -> Self {
        let factor = logarithm.exp();
        Interval { low: self.low / factor, high: self.high * factor, ..self }
    }

    /// The same in another unit.
    pub fn scaled(self, factor: f64) -> Self {
        let Interval { value, low, high } = self;
        Interval { value: factor * value, low: factor * low, high: factor * high }
    }

    /// How far the farther end is away, as a share of the figure; infinity where that is 0.
    pub fn error(&self) -> f64 {
        self.high / self.value - 1.0
    }
}
