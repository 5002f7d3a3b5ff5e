//! Rule 2: one object a move.
//!
//! In containers of equal capacity whole runs are taken at once: all of a container's top run
//! goes, spread over containers with the same colour on top and at most one empty one, and that
//! only where no other container holds this colour alone. A run of *r* objects costs *r* moves.
//! No solution gets longer by that. Play any solution in this lazy way beside itself: let both
//! found and clear the same containers, but move nothing until the solution has cleared a
//! container of its top run; then take what is still there to where the solution has more of the
//! colour than the lazy copy. If *D* is how many objects of a colour lie elsewhere in the copy,
//! a move of the solution changes *D* by at most one and a lazy run of *r* brings it down by
//! *r*: moves made plus *D* never get more than the solution's moves, and *D* is 0 in the end. Two
//! containers that hold nothing but one colour can be counted as one, as all objects of
//! a colour fit into one container; so a second one need not be founded.
//!
//! The lower bound: every object must move at least once but those that lie at the bottom in one
//! container a colour. At best these are each colour's longest run at a bottom.

use antipode_frontier::Priced;

use crate::contents::Contents;
use crate::packed::{Packed, changed};
use crate::pour::Pour;
use crate::space::Board;

/// The lower bound of the number of moves.
#[inline]
pub(crate) fn bound(contents: &Contents, numbers: &[u16]) -> u32 {
    let mut longest = [0_u8; 16];
    for &number in numbers {
        let content = contents.of(number);
        if content.height > 0 {
            let longest = &mut longest[usize::from(content.bottom)];
            *longest = content.bottom_run.max(*longest);
        }
    }
    let all = contents.colours as u32 * u32::from(contents.objects);
    all - longest.iter().map(|&run| u32::from(run)).sum::<u32>()
}

/// Hands every way of taking a whole run to `each`, as pours from one container. Of neighbouring
/// containers with the same content only one is taken as the source.
#[inline]
pub(crate) fn clearings(contents: &Contents, numbers: &[u16], mut each: impl FnMut(&[Pour])) {
    let mut alone = 0_u32;
    for &number in numbers {
        let content = contents.of(number);
        if content.blocks == 1 {
            alone |= 1 << content.top;
        }
    }
    let mut pours = Vec::with_capacity(numbers.len());
    for (from, &source) in numbers.iter().enumerate() {
        let content = contents.of(source);
        if content.height == 0 || from > 0 && numbers[from - 1] == source {
            continue;
        }
        let may_found = alone >> content.top & 1 == 0;
        let mut founded = false;
        let mut room = 0;
        pours.clear();
        for (to, &destination) in numbers.iter().enumerate() {
            let there = contents.of(destination);
            let founds = there.height == 0 && may_found && !founded;
            if to != from && there.room > 0 && (there.top == content.top || founds) {
                founded |= there.height == 0;
                room += u32::from(there.room);
                pours.push(Pour { from, to, count: there.room });
            }
        }
        if room >= u32::from(content.run) {
            spread(&mut pours, 0, content.run, room, &mut each);
        }
    }
}

/// Shares `left` objects out among `pours[next..]`, whose counts say how much room there is,
/// `room` in all. Counts are the same again afterwards.
fn spread(pours: &mut [Pour], next: usize, left: u8, room: u32, each: &mut impl FnMut(&[Pour])) {
    if next == pours.len() {
        each(pours);
        return;
    }
    let most = pours[next].count;
    let others = room - u32::from(most);
    for count in 0..=most.min(left) {
        if u32::from(left - count) <= others {
            pours[next].count = count;
            spread(pours, next + 1, left - count, others, each);
        }
    }
    pours[next].count = most;
}

/// The clearings of a position, priced.
pub(crate) struct Clearings<'a, P>(pub Board<'a, P>);

impl<P: Packed> Priced for Clearings<'_, P> {
    type State = P;

    fn expand(&self, state: P, mut emit: impl FnMut(P, u32)) {
        let Board { contents, containers, .. } = self.0;
        let lanes = state.unpack();
        let numbers = &lanes.as_ref()[..containers];
        let here = bound(contents, numbers);
        clearings(contents, numbers, |pours| {
            let source = numbers[pours[0].from];
            let content = contents.of(source);
            let taken = (pours[0].from, contents.taken(source, content.run));
            let given = pours
                .iter()
                .map(|pour| (pour.to, contents.given(numbers[pour.to], content.top, pour.count)));
            let next: P = changed(lanes, containers, given.chain([taken]));
            let there = bound(contents, &next.unpack().as_ref()[..containers]);
            emit(next, u32::from(content.run) + there - here);
        });
    }
}
