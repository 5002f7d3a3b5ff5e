//! Hashes of states, which say where to look in a table.

use std::hash::{Hash, Hasher};

#[cfg(target_pointer_width = "64")]
use fxhash::FxHasher as StateHasher;

/// The hash of a state.
#[inline]
pub(crate) fn hash<S: Hash>(state: S) -> u64 {
    let mut hasher = StateHasher::default();
    state.hash(&mut hasher);
    hasher.finish()
}

/// What `FxHasher` is for numbers where words have 64 bits. Elsewhere it has 32 bits in all: in a WebAssembly module a table of
/// 130,000 boards of six pieces took 474 looks for each of them, where this takes two.
#[cfg(not(target_pointer_width = "64"))]
#[derive(Default)]
struct StateHasher(u64);

#[cfg(not(target_pointer_width = "64"))]
impl Hasher for StateHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = self.0.wrapping_add(word).wrapping_mul(0xf135_7aea_2e62_a9c5);
    }

    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}
