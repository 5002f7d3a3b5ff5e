//! Settled positions, packed, and the moves between them.
//!
//! A position is settled if every tile is as deep as it can go. Settling all positions of a path
//! leaves a path that is no longer, so between settled positions no others are needed. Two more
//! things save time:
//!
//! - A tile in the top cell of the centre track cuts the others off, so it must move again next,
//!   and both moves together are one. Such positions are left out.
//! - The positions that differ only in where one tile is, while the others keep their order, are
//!   all neighbours of each other. Once one of them is expanded, that tile gives nothing new in the
//!   others: used operators are the tracks whose highest tile need not move.
//!
//! A settled position is no more than the order of the tiles in each track. The word holds the
//! heights of the left and the centre stack, four bits each, and then the tiles, five bits each,
//! twice the size plus the colour: the left stack from the bottom up, the centre stack from the
//! top down, the right stack from the bottom up. In this order a move between left and centre
//! changes the heights alone, and any other rotates a suffix.

use std::hash::{Hash, Hasher};

use antipode_frontier::{Record, Space};

use crate::position::{Colour, MOST_HEIGHT, Position, Tile, Track};

/// The bits of a tile.
const TILE: u32 = 5;
/// The bits before the first tile.
const HEIGHTS: u32 = 8;
/// One left stack more, one centre stack more.
const LEFT: u128 = 1;
const CENTRE: u128 = 1 << 4;

/// The lowest bit of every tile.
const ONES: u128 = repeat(1);
/// The same for the tiles of one stack. No stack of 13 tiles is ever looked into.
const STACK_ONES: u64 = ONES as u64 >> HEIGHTS;

/// What the size of each tile of the centre stack must reach, from the top down, so that the two
/// highest cells are free: another tile then stops below the top cell.
const CENTRE_NEEDS: u64 = {
    let (mut needs, mut tile) = (0, 0);
    while tile < MOST_HEIGHT as u64 {
        needs |= (tile + 2) << (TILE as u64 * tile);
        tile += 1;
    }
    needs
};

const fn repeat(bits: u128) -> u128 {
    let (mut word, mut tile) = (0, 0);
    while tile < 2 * MOST_HEIGHT as u32 {
        word |= bits << (HEIGHTS + TILE * tile);
        tile += 1;
    }
    word
}

/// A packed settled position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Settled([u64; 2]);

impl Settled {
    #[inline]
    fn of(word: u128) -> Self {
        Settled([(word >> 64) as u64, word as u64])
    }

    #[inline]
    fn word(self) -> u128 {
        u128::from(self.0[0]) << 64 | u128::from(self.0[1])
    }

    /// The same position with the colours swapped.
    #[inline]
    #[must_use]
    pub fn recoloured(self) -> Self {
        Settled::of(recoloured(self.word()))
    }
}

/// The lowest bit of a tile is its colour; the highest bit set belongs to the size of the last.
#[inline]
fn recoloured(word: u128) -> u128 {
    word ^ (ONES & u128::MAX >> word.leading_zeros())
}

/// Of a position and the same with the colours swapped, the one whose first tile is blue.
#[inline]
fn colour_blind(word: u128) -> u128 {
    let flip = (word >> HEIGHTS & 1).wrapping_neg();
    word ^ (ONES & flip & u128::MAX >> word.leading_zeros())
}

/// Positions that differ by swapped colours have the same hash: a search that meets its own
/// image finds it in the same partition.
impl Hash for Settled {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let word = colour_blind(self.word());
        state.write_u64(word as u64);
        state.write_u64((word >> 64) as u64);
    }
}

impl Record for Settled {
    const BYTES: usize = <[u64; 2]>::BYTES;

    #[inline]
    fn write(self, bytes: &mut [u8]) {
        self.0.write(bytes);
    }

    #[inline]
    fn read(bytes: &[u8]) -> Self {
        Settled(Record::read(bytes))
    }
}

/// The settled positions of two towers, without those that have a tile in the top cell of the
/// centre track.
#[derive(Debug, Clone)]
pub struct Stacks {
    height: u8,
    /// Where the last tile begins.
    last: u32,
    /// The lowest bit of every tile there is, which is its colour.
    colours: u128,
    /// Whether a position and its image under \*' are one state.
    folded: bool,
    /// The bits of a word before the tile of each number, up to that above a full stack.
    before: [u128; MOST_HEIGHT as usize + 2],
    /// What the size of each tile must reach so that a stack of so many tiles leaves the top
    /// cell free, from the bottom up.
    needs: [u64; MOST_HEIGHT as usize + 1],
}

impl Stacks {
    /// The space for towers of `height`, 1 to 12. If it is folded, a position and its image under
    /// \*' are stored as one: distances from positions that \*' leaves alone stay the same.
    pub fn new(height: u8, folded: bool) -> Self {
        let before = std::array::from_fn(|tile| (1 << (HEIGHTS + TILE * tile as u32)) - 1);
        // The tile with m tiles above it reaches down to layer m + 1 if its size allows.
        let needs = std::array::from_fn(|tiles| {
            let need = |tile| ((tiles - tile) as u64) << (TILE * tile as u32);
            (0..tiles).map(need).sum()
        });
        let last = HEIGHTS + TILE * (2 * u32::from(height) - 1);
        let colours = ONES & (u128::MAX >> (u128::BITS - last - TILE));
        Stacks { height, last, colours, folded, before, needs }
    }

    /// The height of the towers.
    pub fn height(&self) -> u8 {
        self.height
    }

    /// Whether a position is in the space: settled, and with the top cell of the centre free.
    pub fn holds(&self, position: &Position) -> bool {
        position.is_settled() && position.tile((Track::Centre, 0)).is_none()
    }

    /// Packs a position that the space holds.
    pub fn pack(&self, position: &Position) -> Settled {
        self.stored(self.word(position), 0).0
    }

    fn word(&self, position: &Position) -> u128 {
        debug_assert!(self.holds(position));
        let stack = |track| position.stack(track).map(|(_, tile)| tile).collect::<Vec<_>>();
        let [left, centre, right] = Track::ALL.map(stack);
        let heights = LEFT * left.len() as u128 + CENTRE * centre.len() as u128;
        let tiles = left.iter().chain(centre.iter().rev()).chain(&right).enumerate();
        tiles.fold(heights, |word, (number, tile)| {
            let code = 2 * tile.size + u8::from(tile.colour == Colour::Orange);
            word | u128::from(code) << (HEIGHTS + TILE * number as u32)
        })
    }

    /// The positions of a path that begins with `start`: where a state stands for two positions,
    /// those that lie next to each other.
    pub fn positions(&self, start: &Position, path: &[Settled]) -> Vec<Position> {
        let plain = Stacks { folded: false, ..self.clone() };
        let mut at = Settled::of(self.word(start));
        let mut positions = vec![*start];
        for &next in &path[1..] {
            let mut found = None;
            plain.expand(at, 0, |neighbour, _| {
                if found.is_none() && self.stored(neighbour.word(), 0).0 == next {
                    found = Some(neighbour);
                }
            });
            at = found.expect("neighbouring states have neighbouring positions");
            positions.push(self.unpack(at));
        }
        positions
    }

    /// Whether a state stands for a position and its image under \*'.
    pub fn is_folded(&self) -> bool {
        self.folded
    }

    /// The position of a state.
    pub fn unpack(&self, state: Settled) -> Position {
        let word = state.word();
        let tile = |number: usize| {
            let code = word >> (HEIGHTS + TILE * number as u32) & 31;
            let colour = if code & 1 == 0 { Colour::Blue } else { Colour::Orange };
            Tile { size: (code >> 1) as u8, colour }
        };
        let mut tiles = (0..2 * usize::from(self.height)).map(tile);
        let left = tiles.by_ref().take((word & 15) as usize).collect();
        let mut centre: Vec<_> = tiles.by_ref().take((word >> 4 & 15) as usize).collect();
        centre.reverse();
        let stacks = [left, centre, tiles.collect()];
        Position::stacked(self.height, &stacks).expect("stored stacks fit")
    }

    /// How many positions a state stands for: 1, or 2 with its image under \*'.
    pub fn orbit(&self, state: Settled) -> u64 {
        let image = self.image(state.word());
        1 + u64::from(self.folded && image != state.word())
    }

    /// The word with the left and the right stack swapped.
    #[inline]
    fn mirrored(&self, word: u128) -> u128 {
        let left = (word & 15) as u32;
        let centre = (word >> 4 & 15) as u32;
        let right = 2 * u32::from(self.height) - left - centre;
        let lefts = (word & self.before[left as usize]) >> HEIGHTS;
        let others = word >> (HEIGHTS + TILE * left);
        let centres = others & self.before[centre as usize] >> HEIGHTS;
        let rights = others >> (TILE * centre);
        let tiles = (lefts << (TILE * centre) | centres) << (TILE * right) | rights;
        tiles << HEIGHTS | (u128::from(right) * LEFT + u128::from(centre) * CENTRE)
    }

    /// The state of a position, given by its word. `used` are tracks.
    #[inline]
    fn stored(&self, word: u128, used: u8) -> (Settled, u8) {
        if !self.folded {
            return (Settled::of(word), used);
        }
        self.folded_of(word, self.image(word), used)
    }

    /// Of a word and its image under \*' the one that is stored. The choice is the same for both
    /// with swapped colours.
    #[inline]
    fn folded_of(&self, word: u128, image: u128, used: u8) -> (Settled, u8) {
        // With the colours swapped, if need be, so that the first tile is blue.
        let blind = |word: u128| word ^ (self.colours & (word >> HEIGHTS & 1).wrapping_neg());
        // Which it is cannot be predicted, so there is no branch.
        let choice = u128::from(blind(image) < blind(word)).wrapping_neg();
        // Bit 0 is the left track, bit 2 the right one.
        let mirrored = used >> 2 & 1 | used & 2 | used << 2 & 4;
        let used = used ^ (used ^ mirrored) & choice as u8;
        (Settled::of(word ^ (word ^ image) & choice), used)
    }

    /// The image of a word under \*'.
    #[inline]
    fn image(&self, word: u128) -> u128 {
        self.mirrored(word) ^ self.colours
    }

    /// Takes the tile of this number to the end.
    #[inline]
    fn to_last(&self, word: u128, number: u32) -> u128 {
        let before = self.before[number as usize];
        let tile = word >> (HEIGHTS + TILE * number) & 31;
        word & before | word >> TILE & !before | tile << self.last
    }

    /// Takes the last tile to this number.
    #[inline]
    fn last_to(&self, word: u128, number: u32) -> u128 {
        let before = self.before[number as usize];
        let tile = word >> self.last;
        let rest = word ^ tile << self.last;
        rest & before | (rest & !before) << TILE | tile << (HEIGHTS + TILE * number)
    }

    /// Hands on the states after the highest tile of one track has been taken to each of the others
    /// that is open.
    #[inline(always)]
    fn leave(
        &self,
        here: &Here,
        from: Track,
        others: [Track; 2],
        emit: &mut impl FnMut(Settled, u8),
    ) {
        let moved = self.taken(here.word, here.left, from);
        let images = if self.folded {
            let [last, first] = self.taken(here.image, here.right, from.mirrored());
            [first, last]
        } else {
            moved
        };
        for ((to, moved), image) in others.into_iter().zip(moved).zip(images) {
            if here.open[to as usize] {
                let used = 1 << to as u8;
                let (state, used) = if self.folded {
                    self.folded_of(moved, image, used)
                } else {
                    (Settled::of(moved), used)
                };
                emit(state, used);
            }
        }
    }

    /// The words after the highest tile of a track has been taken to either of the others, of which
    /// the one farther left comes first. There are so many tiles on the left.
    #[inline(always)]
    fn taken(&self, word: u128, left: u32, from: Track) -> [u128; 2] {
        match from {
            Track::Left => [word - LEFT + CENTRE, self.to_last(word, left - 1) - LEFT],
            Track::Centre => [word - CENTRE + LEFT, self.to_last(word, left) - CENTRE],
            Track::Right => {
                let word = self.last_to(word, left);
                [word + LEFT, word + CENTRE]
            }
        }
    }
}

/// A position that is being left.
struct Here {
    word: u128,
    /// Its image under \*', if such are stored once.
    image: u128,
    /// The number of tiles on the left, and on the right.
    left: u32,
    right: u32,
    /// Whether another tile fits on each of the tracks.
    open: [bool; 3],
}

/// Whether each of so many tiles of a stack is as large as needed.
#[inline]
fn suffices(stack: u128, needs: u64, tiles: u32) -> bool {
    const SIZES: u64 = STACK_ONES * 15;
    const GUARDS: u64 = STACK_ONES * 16;
    let guards = GUARDS & ((1 << (TILE * tiles)) - 1);
    ((stack as u64 >> 1 & SIZES | GUARDS) - needs) & guards == guards
}

impl Space for Stacks {
    type State = Settled;
    /// Tracks whose highest tile need not move: bit 0 the left one, bit 2 the right one.
    type Used = u8;
    const REVERSIBLE: bool = true;

    /// In the order of the tracks, from left to right, first of the tile's own and then of that
    /// which it goes to.
    #[inline]
    fn expand(&self, state: Settled, used: u8, mut emit: impl FnMut(Settled, u8)) {
        let word = state.word();
        let image = if self.folded { self.image(word) } else { word };
        let (left, centre) = ((word & 15) as u32, (word >> 4 & 15) as u32);
        let height = u32::from(self.height);
        let right = 2 * height - left - centre;
        let lefts = word >> HEIGHTS;
        let centres = lefts >> (TILE * left);
        let rights = centres >> (TILE * centre);
        let free = |stack, tiles: u32| {
            tiles <= height && suffices(stack, self.needs[tiles as usize], tiles)
        };
        let open =
            [free(lefts, left), suffices(centres, CENTRE_NEEDS, centre), free(rights, right)];
        let here = Here { word, image, left, right, open };
        let moves = |tiles: u32, from: Track| tiles > 0 && used >> from as u8 & 1 == 0;
        if moves(left, Track::Left) {
            self.leave(&here, Track::Left, [Track::Centre, Track::Right], &mut emit);
        }
        if moves(centre, Track::Centre) {
            self.leave(&here, Track::Centre, [Track::Left, Track::Right], &mut emit);
        }
        if moves(right, Track::Right) {
            self.leave(&here, Track::Right, [Track::Left, Track::Centre], &mut emit);
        }
    }
}
