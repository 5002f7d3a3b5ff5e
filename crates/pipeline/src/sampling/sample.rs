//! What a sample of the classes of a family holds.

/// Sums over the classes of a sample, and what it took to draw it.
#[derive(Debug, Clone, Default)]
pub struct Sample {
    /// By the number of pieces and, of those, by [`band`].
    pub sums: Vec<[Sum; BANDS]>,
    /// How many boards are in classes too large for all of the memory.
    pub on_disk: f64,
    /// The most bytes that a class takes.
    pub bytes: f64,
    /// How many packings the generator makes in the whole family,
    pub packings: f64,
    /// and how many it made here,
    pub made: u64,
    /// in how much processor time, in seconds.
    pub making: f64,
    /// How many classes were searched,
    pub searched: u64,
    /// how many boards their groups had,
    pub states: u64,
    /// in how much processor time, in seconds,
    pub searching: f64,
    /// and for how long others had the processor meanwhile.
    pub waiting: f64,
}

/// In how many bands classes are put by their numbers of boards.
pub const BANDS: usize = 8;

/// The band of classes of so many boards; each has up to sixteen times as many as the one before.
fn band(boards: f64) -> usize {
    (boards.log2() as usize / 4).min(BANDS - 1)
}

/// Weighted sums over classes.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sum {
    /// The boards, and how much there is to do for them.
    pub boards: f64,
    pub work: f64,
    /// The same of the classes that were searched.
    pub searched: f64,
    pub done: f64,
    /// Of those, the justsolved boards,
    pub justsolved: f64,
    /// the boards of their groups, as the tables count them,
    pub states: f64,
    /// and the processor time that the searches took, in seconds.
    pub seconds: f64,
    /// The most boards of a class.
    pub largest: f64,
}

impl Sum {
    /// Adds another sum.
    pub fn add(&mut self, more: &Sum) {
        self.boards += more.boards;
        self.work += more.work;
        self.searched += more.searched;
        self.done += more.done;
        self.justsolved += more.justsolved;
        self.states += more.states;
        self.seconds += more.seconds;
        self.largest = self.largest.max(more.largest);
    }
}

impl Sample {
    /// Nothing, for at most so many pieces.
    pub fn new(pieces: usize) -> Self {
        Sample { sums: vec![Default::default(); pieces + 1], ..Sample::default() }
    }

    /// The sums over classes of that many pieces, and of about that many boards.
    pub fn of(&mut self, pieces: usize, boards: f64) -> &mut Sum {
        &mut self.sums[pieces][band(boards)]
    }

    /// Adds another sample of the same family.
    pub fn add(&mut self, more: &Sample) {
        for (sums, more) in self.sums.iter_mut().zip(&more.sums) {
            sums.iter_mut().zip(more).for_each(|(sum, more)| sum.add(more));
        }
        self.on_disk += more.on_disk;
        self.bytes = self.bytes.max(more.bytes);
        self.packings += more.packings;
        self.made += more.made;
        self.making += more.making;
        self.searched += more.searched;
        self.states += more.states;
        self.searching += more.searching;
        self.waiting += more.waiting;
    }
}
