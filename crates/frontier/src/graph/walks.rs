//! Estimates from random walks whose loops are erased.
//!
//! A step has to wait for the one before, for a dozen cycles, so walks on different graphs go eight at a time.
//! All choose by the same random numbers, which would be half of the work.

use crate::graph::adjacency::Graph;
use crate::graph::spanning::TreePath;
use crate::random::SplitMix64;

/// Random walks from a start to a goal, whose loops are erased.
#[derive(Debug)]
pub struct Walks {
    /// The graph, laid out for them.
    steps: Vec<Exits>,
    start: Exits,
    goal: Exits,
    /// Where the walk at hand is.
    at: Exits,
    /// The steps taken, and how many they may be.
    taken: u64,
    most: u64,
    /// How many walks are wanted, and how many have arrived,
    count: u64,
    arrived: u64,
    /// with the sum of the lengths of their paths, and that of their squares.
    sum: u64,
    squares: u128,
}

/// They are looked after once in so many steps.
const STEPS: usize = 1024;

impl Walks {
    /// The fewest walks that an estimate is made of.
    pub const FEWEST: u64 = 16;

    /// `count` walks on `graph`, at least [`FEWEST`](Self::FEWEST). `start` must reach `goal`. There
    /// is no estimate if the walks take more than about `most` steps together; that should be far more
    /// than they are expected to take, as an estimate without its long walks is too low. None from
    /// 2^31 edges on.
    pub fn new(graph: &Graph, start: u32, goal: u32, count: u64, most: f64) -> Option<Self> {
        let graph = WalkGraph::new(graph)?;
        let count = count.max(Self::FEWEST);
        let [start, goal] = [start, goal].map(|vertex| graph.exits(vertex));
        let arrived = if start == goal { count } else { 0 };
        Some(Walks {
            steps: graph.steps,
            start,
            goal,
            at: start,
            taken: 0,
            most: most as u64,
            count,
            arrived,
            sum: 0,
            squares: 0,
        })
    }

    /// About how many bytes making them takes on `graph`, beside that.
    pub(super) fn bytes_on(graph: &Graph) -> usize {
        2 * (graph.len() + graph.edges()) * size_of::<Exits>()
    }

    /// About how many bytes they take.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.steps[..])
    }

    /// The estimate of the mean length of their paths; none if they take too long. The same `seed` gives
    /// the same estimate.
    pub fn estimate(self, seed: u64) -> Option<TreePath> {
        Self::estimates(vec![Some(self)], seed).pop()?
    }

    /// The estimates of several, of those that there are, which take less time than one after the other. They are
    /// the same.
    pub fn estimates(mut all: Vec<Option<Self>>, seed: u64) -> Vec<Option<TreePath>> {
        let mut left: Vec<&mut Self> = all.iter_mut().flatten().collect();
        let mut random = SplitMix64::new(seed);
        let mut chances = [0; STEPS];
        loop {
            left.retain(|walks| !walks.are_over());
            if left.is_empty() {
                break;
            }
            chances.fill_with(|| random.number());
            left.chunks_mut(TOGETHER).for_each(|some| go_on(some, &chances));
        }
        all.iter().map(|walks| walks.as_ref()?.path()).collect()
    }

    fn are_over(&self) -> bool {
        self.arrived == self.count || self.taken > self.most
    }

    /// Takes note of the path of a walk that has arrived by so many steps after those taken before. Returns
    /// where the next begins.
    #[cold]
    #[inline(never)]
    fn arrive(&mut self, steps: usize) -> Exits {
        let mut length = 0;
        let mut at = self.start;
        while at != self.goal {
            at = self.steps[at.exit()];
            length += 1;
        }
        if !self.are_over() {
            self.arrived += 1;
            self.sum += length;
            self.squares += u128::from(length) * u128::from(length);
            if self.arrived == self.count {
                self.taken += steps as u64;
            }
        }
        self.start
    }

    fn path(&self) -> Option<TreePath> {
        if self.taken > self.most {
            return None;
        }
        let count = self.count as f64;
        let mean = self.sum as f64 / count;
        // In whole numbers up to here, as a difference of large squares loses its digits.
        let spread = u128::from(self.count) * self.squares - u128::from(self.sum).pow(2);
        let variance = spread as f64 / (count * (count - 1.0));
        let error = student(self.count) * (variance / count).sqrt();
        Some(TreePath { mean, error, walks: self.count })
    }
}

/// How many graphs are walked on in step, at most.
const TOGETHER: usize = 8;

/// Goes on with no more walks than that.
fn go_on(walks: &mut [&mut Walks], chances: &[u64; STEPS]) {
    match walks.len() {
        1 => go::<1>(walks, chances),
        2 => go::<2>(walks, chances),
        3 => go::<3>(walks, chances),
        4 => go::<4>(walks, chances),
        5 => go::<5>(walks, chances),
        6 => go::<6>(walks, chances),
        7 => go::<7>(walks, chances),
        _ => go::<TOGETHER>(walks, chances),
    }
}

/// Goes on with so many walks, all in step: each waits for its next vertex, and meanwhile the others go on.
fn go<const WALKS: usize>(walks: &mut [&mut Walks], chances: &[u64; STEPS]) {
    let walks = walks.as_mut_array::<WALKS>().expect("they are as many");
    let mut at = walks.each_ref().map(|walks| walks.at);
    let goals = walks.each_ref().map(|walks| walks.goal);
    let mut steps = 0;
    while steps < STEPS {
        // Until one of them arrives. What looks after that is kept out of here, as it would take registers.
        let tables = walks.each_mut().map(|walks| &mut walks.steps[..]);
        for &chance in &chances[steps..] {
            steps += 1;
            let mut arrived = false;
            for number in 0..WALKS {
                // The last exit from each vertex is all that is needed: following them from the start
                // is walking the path without its loops.
                let exit = at[number].exit();
                let choice = 1 + below(chance, at[number].degree());
                let next = tables[number][exit + choice];
                tables[number][exit] = next;
                at[number] = next;
                arrived |= next == goals[number];
            }
            if arrived {
                break;
            }
        }
        for number in 0..WALKS {
            if at[number] == goals[number] {
                at[number] = walks[number].arrive(steps);
            }
        }
    }
    for (walks, at) in walks.iter_mut().zip(at) {
        walks.at = at;
        if !walks.are_over() {
            walks.taken += STEPS as u64;
        }
    }
}

/// A graph laid out for walks: a step looks at one place and knows all of the next vertex.
struct WalkGraph {
    /// For each vertex its last exit, then its neighbours.
    steps: Vec<Exits>,
    /// Where each vertex has its exits.
    exits: Vec<Exits>,
}

/// Where a vertex has its last exit, with its neighbours behind it, in the lower half, and how many those are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Exits(u64);

impl Exits {
    fn new(exit: u32, degree: u32) -> Self {
        Exits(u64::from(degree) << 32 | u64::from(exit))
    }

    #[inline]
    fn exit(self) -> usize {
        self.0 as u32 as usize
    }

    #[inline]
    fn degree(self) -> usize {
        (self.0 >> 32) as usize
    }
}

impl WalkGraph {
    /// Lays a graph out; none if it has too many edges for their numbers.
    fn new(graph: &Graph) -> Option<Self> {
        u32::try_from(graph.len() + 2 * graph.edges()).ok()?;
        let mut exit = 0;
        let exits = (0..graph.len() as u32).map(|vertex| {
            let degree = graph.degree(vertex) as u32;
            let own = Exits::new(exit, degree);
            exit += 1 + degree;
            own
        });
        let exits: Vec<_> = exits.collect();
        let mut steps = Vec::with_capacity(exit as usize);
        for (vertex, &own) in (0..).zip(&exits) {
            steps.push(own);
            steps.extend(graph.neighbours(vertex).iter().map(|&next| exits[next as usize]));
        }
        Some(WalkGraph { steps, exits })
    }

    fn exits(&self, vertex: u32) -> Exits {
        self.exits[vertex as usize]
    }
}

/// A number below `bound` by a random one. The chances differ by less than one in 2^32.
#[inline]
fn below(chance: u64, bound: usize) -> usize {
    ((u128::from(chance) * bound as u128) >> 64) as usize
}

/// The 97.5% point of Student's distribution for a sample of `count`, by its expansion around the
/// normal one; good to a thousandth from 16 on.
fn student(count: u64) -> f64 {
    const NORMAL: f64 = 1.959_964;
    let freedom = (count - 1) as f64;
    let (cube, fifth) = (NORMAL.powi(3), NORMAL.powi(5));
    NORMAL
        + (cube + NORMAL) / (4.0 * freedom)
        + (5.0 * fifth + 16.0 * cube + 3.0 * NORMAL) / (96.0 * freedom * freedom)
}
