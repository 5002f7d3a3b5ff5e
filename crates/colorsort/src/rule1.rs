//! Rule 1: a pour moves as much of the top run as fits.
//!
//! In containers of equal capacity a pour never makes more blocks. Of *B* blocks *C* are left in
//! the end, so exactly *B* - *C* pours bring all of a run onto its own colour: these are free in
//! the lattice, and the others cost one. Two things sharpen that.
//!
//! - A colour that lies at the bottom of no container must be poured into an empty one at some
//!   time, which makes no block fewer. So *B* - *C* plus the number of such colours is a lower
//!   bound, too, and it is 0 only when the puzzle is solved. A pour into an empty container is
//!   free if it gives such a colour its bottom; a pour that takes a colour's only bottom away
//!   costs one. All costs are still 0 or 1.
//! - A single run is never poured into an empty container, which changes nothing.

use antipode_frontier::Priced;

use crate::contents::Contents;
use crate::packed::Packed;
use crate::pour::{Pour, pours};
use crate::space::Board;

/// The lower bound of the number of pours: blocks too many, and colours without a bottom.
#[inline]
pub(crate) fn bound(contents: &Contents, numbers: &[u16]) -> u32 {
    let (mut blocks, mut bottoms) = (0, 0_u32);
    for &number in numbers {
        let content = contents.of(number);
        if content.height > 0 {
            blocks += u32::from(content.blocks);
            bottoms |= 1 << content.bottom;
        }
    }
    // B - C, and C less the colours that have a bottom.
    blocks - bottoms.count_ones()
}

/// The pours of a position, priced.
pub(crate) struct Pours<'a, P>(pub Board<'a, P>);

impl<P: Packed> Priced for Pours<'_, P> {
    type State = P;

    fn expand(&self, state: P, mut emit: impl FnMut(P, u32)) {
        let Board { contents, containers, .. } = self.0;
        let lanes = state.unpack();
        let numbers = &lanes.as_ref()[..containers];
        // How many containers have each colour at the bottom.
        let mut bottoms = [0_u8; 16];
        for &number in numbers {
            let content = contents.of(number);
            if content.height > 0 {
                bottoms[usize::from(content.bottom)] += 1;
            }
        }
        pours(contents, numbers, |pour @ Pour { from, to, count }| {
            let (source, destination) = (numbers[from], numbers[to]);
            let content = contents.of(source);
            let cost = if contents.of(destination).height == 0 {
                u32::from(bottoms[usize::from(content.top)] > 0)
            } else if count < content.run {
                1
            } else {
                u32::from(content.blocks == 1 && bottoms[usize::from(content.top)] == 1)
            };
            emit(self.0.after(lanes, pour), cost);
        });
    }
}
