//! Pours between containers: the moves of rule 1, which those of rule 2 are parts of.

use crate::contents::{Content, Contents};

/// A pour, by places of containers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pour {
    pub from: usize,
    pub to: usize,
    pub count: u8,
}

impl Pour {
    /// The two containers that it changes, with the contents that they get, where all have these `numbers`.
    #[inline]
    pub fn changes(self, contents: &Contents, numbers: &[u16]) -> [(usize, u16); 2] {
        let Pour { from, to, count } = self;
        let colour = contents.of(numbers[from]).top;
        [
            (from, contents.taken(numbers[from], count)),
            (to, contents.given(numbers[to], colour, count)),
        ]
    }
}

/// Hands every pour that changes something to `each`, by source, then destination. Of
/// neighbouring containers with the same content only one is taken.
#[inline]
pub(crate) fn pours(contents: &Contents, numbers: &[u16], mut each: impl FnMut(Pour)) {
    for (from, &source) in numbers.iter().enumerate() {
        if from > 0 && numbers[from - 1] == source {
            continue;
        }
        let content = contents.of(source);
        if content.height == 0 {
            continue;
        }
        for (to, &destination) in numbers.iter().enumerate() {
            // The first of its kind, or the second where the first is the source.
            let repeated = to > 0 && numbers[to - 1] == destination && to - 1 != from;
            if to == from || repeated {
                continue;
            }
            if let Some(count) = fitting(contents, content, contents.of(destination)) {
                each(Pour { from, to, count });
            }
        }
    }
}

/// How many objects go over, if any do and that is of use.
#[inline]
fn fitting(contents: &Contents, from: Content, to: Content) -> Option<u8> {
    let founds = to.height == 0 && (from.blocks > 1 || !contents.equal);
    let fits = to.room > 0 && (to.top == from.top || founds);
    fits.then(|| from.run.min(to.room))
}
