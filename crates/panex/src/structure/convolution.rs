//! The (min, XOR) convolution, in which all the time goes.
//!
//! To follow a stretch that swaps the pairs i by one that swaps j swaps i XOR j, so the costs of
//! both in a row are the minimum of a\[i\] + b\[j\] over all i XOR j. Pairs are numbered so that the cost of
//! j and of j XOR i lie in blocks of [`LANES`] each: the high bits of i pick the block and the low
//! bits permute its lanes, in a way fixed at compile time. So the inner loop is a load, a shuffle,
//! an addition and a minimum for a whole register, and the compiler finds them. [`TILE`] blocks of
//! the result stay in registers while all of a batch goes by.
//!
//! A tile is left out if its least cost cannot lower the greatest of the result, which holds for
//! most, as sources come from the cheapest on.

/// Costs that fill a register.
const LANES: usize = 8;
/// Blocks that are worked on together.
const TILE: usize = 8;

type Block = [u32; LANES];
type Tile = [Block; TILE];

/// The first factor, or as much of it as is at hand: costs by what is swapped, in the order of the
/// low bits.
#[derive(Debug, Clone, Default)]
pub struct Batch {
    /// For each value of the low bits the high bits and the costs.
    by_lanes: [Vec<(usize, u32)>; LANES],
}

impl Batch {
    /// Adds a cost.
    pub fn push(&mut self, swaps: usize, cost: u32) {
        self.by_lanes[swaps % LANES].push((swaps / LANES, cost));
    }

    /// How many costs there are.
    pub fn len(&self) -> usize {
        self.by_lanes.iter().map(Vec::len).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.by_lanes.iter().all(Vec::is_empty)
    }
}

/// The second factor: the costs of a class, and the least of every tile.
#[derive(Debug, Clone)]
pub struct Factor<'a> {
    costs: &'a [u32],
    least: Vec<u32>,
}

impl<'a> Factor<'a> {
    /// For costs by what is swapped; there are a power of two.
    pub fn new(costs: &'a [u32]) -> Self {
        let least = |tile: &[u32]| tile.iter().copied().min().unwrap_or(u32::MAX);
        Factor { costs, least: costs.chunks(LANES * TILE).map(least).collect() }
    }

    /// The least cost.
    pub fn least(&self) -> u32 {
        self.least.iter().copied().min().unwrap_or(u32::MAX)
    }
}

/// Lowers `result` to the convolution of a batch and a factor, where that is less. Sums must not
/// overflow.
pub fn convolve(result: &mut [u32], batch: &Batch, factor: &Factor<'_>) {
    pulp::Arch::new().dispatch(Convolution { result, batch, factor });
}

struct Convolution<'a> {
    result: &'a mut [u32],
    batch: &'a Batch,
    factor: &'a Factor<'a>,
}

impl pulp::NullaryFnOnce for Convolution<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let (blocks, _) = self.factor.costs.as_chunks::<LANES>();
        let (tiles, rest) = blocks.as_chunks::<TILE>();
        if tiles.is_empty() || !rest.is_empty() {
            return plain(self.result, self.batch, self.factor.costs);
        }
        let (result, _) = self.result.as_chunks_mut::<LANES>();
        let (result, _) = result.as_chunks_mut::<TILE>();
        for (number, tile) in result.iter_mut().enumerate() {
            let at =
                |lanes: usize| (&self.batch.by_lanes[lanes][..], tiles, &self.factor.least[..]);
            lower::<0>(tile, number, at(0));
            lower::<1>(tile, number, at(1));
            lower::<2>(tile, number, at(2));
            lower::<3>(tile, number, at(3));
            lower::<4>(tile, number, at(4));
            lower::<5>(tile, number, at(5));
            lower::<6>(tile, number, at(6));
            lower::<7>(tile, number, at(7));
        }
    }
}

/// One tile of the result, for the costs whose low bits are `LOW`.
#[inline(always)]
fn lower<const LOW: usize>(
    result: &mut Tile,
    number: usize,
    (batch, tiles, least): (&[(usize, u32)], &[Tile], &[u32]),
) {
    let mut lowered = *result;
    let mut greatest = greatest_of(&lowered);
    let mut since = 0;
    for &(high, cost) in batch {
        let other = number ^ (high / TILE);
        if least[other] + cost >= greatest {
            continue;
        }
        let costs = &tiles[other];
        for block in 0..TILE {
            let costs = &costs[block ^ (high % TILE)];
            for lane in 0..LANES {
                lowered[block][lane] = lowered[block][lane].min(costs[lane ^ LOW] + cost);
            }
        }
        since += 1;
        if since == 8 {
            (since, greatest) = (0, greatest_of(&lowered));
        }
    }
    *result = lowered;
}

#[inline(always)]
fn greatest_of(tile: &Tile) -> u32 {
    let mut greatest = tile[0];
    for block in &tile[1..] {
        for lane in 0..LANES {
            greatest[lane] = greatest[lane].max(block[lane]);
        }
    }
    greatest.into_iter().fold(0, u32::max)
}

/// The same for few costs.
fn plain(result: &mut [u32], batch: &Batch, costs: &[u32]) {
    for (low, batch) in batch.by_lanes.iter().enumerate() {
        for &(high, cost) in batch {
            let swaps = high * LANES + low;
            for (other, more) in costs.iter().enumerate() {
                let lowered = &mut result[swaps ^ other];
                *lowered = (*lowered).min(cost + more);
            }
        }
    }
}
