//! The Reve's puzzle, from nothing: towers of Hanoi with four pegs (Dudeney, 1907).
//!
//!     cargo run --release -p antipode-frontier --example reve

use antipode_frontier::{Full, Layers, Parents, Space};

/// A position is the peg of each disk, two bits each, the smallest disk in the lowest.
struct Reve {
    disks: u32,
}

impl Space for Reve {
    type State = u32;
    type Used = (); // every move is tried from every position
    const REVERSIBLE: bool = true;

    fn expand(&self, position: u32, (): (), mut emit: impl FnMut(u32, ())) {
        let mut taken = [false; 4]; // pegs that have a smaller disk on top
        for disk in 0..self.disks {
            let peg = position >> (2 * disk) & 3;
            for to in (0..4).filter(|&to| to != peg && !taken[peg as usize] && !taken[to as usize])
            {
                emit(position ^ (peg ^ to) << (2 * disk), ());
            }
            taken[peg as usize] = true;
        }
    }
}

/// A shortest way to bring all disks from the first peg to the last.
fn solve(disks: u32) -> Result<Vec<u32>, Full> {
    let goal = (1 << (2 * disks)) - 1;
    let mut layers = Layers::<u32, (), Parents>::default();
    layers.add_source(0)?;
    let reached = layers.advance_to(&Reve { disks }, |position| position == goal)?;
    Ok(reached.map_or(Vec::new(), |number| layers.path(number)))
}

fn main() -> Result<(), Full> {
    for disks in 1..=11 {
        println!("{disks} disks: {} moves", solve(disks)?.len() - 1);
    }
    Ok(())
}

#[test]
fn as_many_moves_as_frame_and_stewart_said() -> Result<(), Full> {
    for (disks, moves) in [1, 3, 5, 9, 13, 17, 25, 33].into_iter().enumerate() {
        assert_eq!(solve(disks as u32 + 1)?.len() - 1, moves);
    }
    Ok(())
}
