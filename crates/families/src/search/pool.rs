//! Memory that several searchers share.
//!
//! Each has its part of it, which is enough for most classes. For one that does not fit there a searcher
//! claims more, and waits until the classes at hand have ended. From then on the others have what theirs
//! are expected to take, in what is left beside the claim, and only those that need more than that wait in
//! their turn. A search on disk, which may take hours, has its part, and none waits for it.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::search::outsized::left_beside;

/// Memory that several searchers share.
#[derive(Debug)]
pub struct Pool {
    bytes: usize,
    state: Mutex<State>,
    changed: Condvar,
}

/// How many bytes are whose.
#[derive(Debug, Default)]
struct State {
    /// What is not for graphs.
    held: usize,
    /// What is reserved for graphs: more than there is while one searcher has claimed some that others have.
    reserved: usize,
    /// What of that is for searches on disk.
    on_disk: usize,
    is_claimed: bool,
    /// How many searchers wait.
    waiting: usize,
}

/// What one searcher has of a pool, if it shares one.
#[derive(Debug)]
pub(crate) struct Share<'a> {
    pool: Option<&'a Pool>,
    part: usize,
    /// What it holds that is not for graphs.
    held: usize,
    /// What is reserved for the graph of a class, and what that is expected to take.
    reserved: usize,
    expected: usize,
    is_on_disk: bool,
}

/// However small a class is, a searcher has one in so many bytes of its part, for what it keeps from one class
/// to the next.
const LEAST: usize = 8;

impl Pool {
    /// So many bytes of memory, all parts together.
    pub fn new(bytes: usize) -> Self {
        Pool { bytes, state: Mutex::default(), changed: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The bytes for graphs.
    fn room(&self, state: &State) -> usize {
        left_beside(self.bytes, state.held)
    }

    /// The most of them that a class in memory can have.
    fn most(&self, state: &State) -> usize {
        self.room(state).saturating_sub(state.on_disk)
    }

    /// Reserves so many bytes, but no more than the most, as soon as there are as many. Returns how many.
    fn reserve(&self, bytes: usize) -> usize {
        let mut state = self.state();
        let (mut claims, mut claimed) = (false, 0);
        loop {
            // What others hold, and what they have on disk, has changed while this one waited.
            state.reserved -= claimed;
            let bytes = bytes.min(self.most(&state));
            let is_last = state.reserved == state.on_disk;
            if is_last || state.reserved + bytes <= self.room(&state) {
                state.reserved += bytes;
                if claims {
                    state.is_claimed = false;
                    self.tell(&state);
                }
                return bytes;
            }
            // Of two that claim neither would ever have enough.
            claims |= !state.is_claimed;
            if claims {
                state.is_claimed = true;
                claimed = bytes;
                state.reserved += claimed;
            }
            state.waiting += 1;
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.waiting -= 1;
        }
    }

    /// Wakes those that wait, as something has become less.
    fn tell(&self, state: &State) {
        if state.waiting > 0 {
            self.changed.notify_all();
        }
    }
}

impl<'a> Share<'a> {
    /// The share of one searcher more, whose part is of so many bytes.
    pub(crate) fn new(pool: Option<&'a Pool>, part: usize) -> Self {
        Share { pool, part, held: 0, reserved: 0, expected: 0, is_on_disk: false }
    }

    /// Whether the class is to be searched on disk.
    pub(crate) fn is_on_disk(&self) -> bool {
        self.is_on_disk
    }

    /// Whether the class has no more than the part of the memory that is the searcher's own.
    pub(crate) fn is_apart(&self) -> bool {
        !self.is_on_disk && self.reserved <= self.part
    }

    /// How many parts of the memory the class has, counted from the first byte of each.
    pub(crate) fn parts(&self) -> usize {
        self.bytes().div_ceil(self.part.max(1)).max(1)
    }

    /// Tells how many bytes the searcher holds that are not for graphs.
    pub(crate) fn holds(&mut self, bytes: usize) {
        if let Some(pool) = self.pool {
            let mut state = pool.state();
            state.held = state.held + bytes - self.held;
            pool.tell(&state);
        }
        self.held = bytes;
    }

    /// The part that is for graphs, an eighth of it at least.
    fn own(&self) -> usize {
        left_beside(self.part, self.held)
    }

    /// The bytes for the graph of the class.
    pub(crate) fn bytes(&self) -> usize {
        if self.pool.is_some() { self.reserved } else { self.own() }
    }

    /// The most that a class can have.
    pub(crate) fn most(&self) -> usize {
        self.pool.map_or_else(|| self.own(), |pool| pool.most(&pool.state()))
    }

    /// Begins the search of a class that seems to need so many bytes, and is expected to take so many. If it needs
    /// more than the searcher's part, or others have more than theirs, `give_up` is to give up what is kept.
    pub(crate) fn begin(&mut self, needed: usize, expected: usize, give_up: impl FnOnce()) {
        self.expected = expected;
        let Some(pool) = self.pool else { return };
        let own = self.own();
        let mut state = pool.state();
        state.reserved -= self.reserved;
        self.reserved = 0;
        if needed <= own && !state.is_claimed && state.reserved + own <= pool.room(&state) {
            state.reserved += own;
            self.reserved = own;
            return;
        }
        give_up();
        pool.tell(&state);
        drop(state);
        let most = if needed <= own { own } else { usize::MAX };
        self.reserved = pool.reserve(expected.clamp(own / LEAST, most));
    }

    /// Takes more memory for the class, which does not fit in what it has. Returns whether there was more.
    pub(crate) fn widen(&mut self) -> bool {
        let Some(pool) = self.pool else { return false };
        let before = self.reserved;
        if before >= self.most() {
            return false;
        }
        self.release(pool);
        let more = if self.expected > before { self.expected } else { 2 * before };
        self.reserved = pool.reserve(more);
        self.reserved > before
    }

    /// Takes no more than the searcher's own part for the class, and the disk.
    pub(crate) fn go_to_disk(&mut self) {
        if let Some(pool) = self.pool {
            // In one go, or another would have the rest before it is known what stays.
            let own = self.own();
            let mut state = pool.state();
            state.reserved = state.reserved - self.reserved + own;
            state.on_disk += own;
            pool.tell(&state);
            self.reserved = own;
        }
        self.is_on_disk = true;
    }

    /// Ends the search of a class, whose graph is gone if it had more than the searcher's part.
    pub(crate) fn end(&mut self) {
        if let Some(pool) = self.pool
            && !self.is_apart()
        {
            self.release(pool);
        }
        self.is_on_disk = false;
    }

    /// Leaves what is reserved to others.
    fn release(&mut self, pool: &Pool) {
        let mut state = pool.state();
        let bytes = std::mem::take(&mut self.reserved);
        state.reserved -= bytes;
        if self.is_on_disk {
            state.on_disk -= bytes;
        }
        pool.tell(&state);
    }
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        self.holds(0);
        if let Some(pool) = self.pool {
            self.release(pool);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn searchers_never_have_more_than_there_is_and_none_waits_for_ever() {
        const BYTES: usize = 1000;
        let pool = Pool::new(BYTES);
        let taken = AtomicUsize::new(0);
        thread::scope(|scope| {
            for searcher in 0..4 {
                let (pool, taken) = (&pool, &taken);
                scope.spawn(move || {
                    let mut share = Share::new(Some(pool), BYTES / 4);
                    for class in 0..500 {
                        share.holds((7 * class + searcher) % 10);
                        let needs = (331 * class + 97 * searcher) % 1100;
                        // What is expected is mostly wrong.
                        share.begin((59 * class) % 700, (173 * class) % 900, || {});
                        while !share.is_on_disk() && share.bytes() < needs {
                            if !share.widen() {
                                share.go_to_disk();
                            }
                        }
                        if !share.is_on_disk() {
                            let takes = needs.min(share.bytes());
                            let before = taken.fetch_add(takes, Ordering::SeqCst);
                            assert!(before + takes <= BYTES, "{before} + {takes}");
                            thread::yield_now();
                            taken.fetch_sub(takes, Ordering::SeqCst);
                        }
                        share.end();
                    }
                });
            }
        });
        let State { held, reserved, on_disk, is_claimed, waiting } = *pool.state();
        assert_eq!((held, reserved, on_disk, is_claimed, waiting), (0, 0, 0, false, 0));
    }

    #[test]
    fn beside_a_large_class_others_have_what_theirs_are_expected_to_take() {
        let pool = Pool::new(1000);
        let [mut large, mut small] = [(); 2].map(|()| Share::new(Some(&pool), 500));
        small.begin(0, 0, || {});
        assert_eq!(small.bytes(), 500);
        thread::scope(|scope| {
            scope.spawn(|| {
                large.begin(0, 700, || {});
                assert_eq!((large.bytes(), large.is_apart()), (500, true));
                assert!(large.widen());
                assert_eq!((large.bytes(), large.is_apart()), (700, false));
            });
            let mut gave_up = false;
            while !gave_up {
                small.begin(0, 200, || gave_up = true);
            }
            assert_eq!(small.bytes(), 200);
        });
        small.begin(0, 300, || {});
        assert_eq!(small.bytes(), 300);
        small.begin(0, 0, || {});
        assert_eq!(small.bytes(), 500 / LEAST);
        large.end();
        small.begin(0, 0, || {});
        assert_eq!(small.bytes(), 500);
    }

    #[test]
    fn what_any_searcher_holds_is_not_for_the_graph_of_one() {
        let pool = Pool::new(1000);
        let [mut one, mut other] = [(); 2].map(|()| Share::new(Some(&pool), 500));
        one.holds(100);
        other.holds(300);
        one.holds(50);
        one.begin(0, 0, || {});
        other.begin(0, 0, || {});
        assert_eq!((one.bytes(), other.bytes()), (450, 200));
        drop(other);
        assert!(one.widen());
        assert_eq!(one.bytes(), 900);
        assert!(one.widen());
        assert_eq!(one.bytes(), 950);
        assert!(!one.widen());
        assert_eq!((one.bytes(), one.is_on_disk()), (950, false));
        one.go_to_disk();
        assert_eq!((one.bytes(), one.is_on_disk()), (450, true));
    }

    #[test]
    fn a_class_that_needs_more_than_a_part_has_that_at_once() {
        let pool = Pool::new(1000);
        let mut share = Share::new(Some(&pool), 500);
        let mut gave_up = false;
        share.begin(501, 600, || gave_up = true);
        assert_eq!((share.bytes(), share.parts(), gave_up), (600, 2, true));
        share.begin(500, 600, || unreachable!("it seems to fit"));
        assert_eq!((share.bytes(), share.parts()), (500, 1));
        share.begin(2000, 2000, || {});
        assert_eq!((share.bytes(), share.parts()), (1000, 2));
    }

    #[test]
    fn a_search_on_disk_has_its_part() {
        let pool = Pool::new(900);
        let [mut one, mut two] = [(); 2].map(|()| Share::new(Some(&pool), 300));
        one.begin(0, 900, || {});
        assert!(one.widen());
        assert_eq!(one.bytes(), 900);
        one.go_to_disk();
        assert_eq!(one.bytes(), 300);
        two.begin(0, 900, || {});
        assert!(two.widen());
        assert_eq!(two.bytes(), 600);
        two.go_to_disk();
        assert_eq!(two.bytes(), 300);
        // Beside two of them there is no more than a part.
        let mut three = Share::new(Some(&pool), 300);
        three.begin(0, 900, || {});
        assert!(!three.widen());
        assert_eq!(three.bytes(), 300);
    }

    #[test]
    fn a_searcher_that_shares_with_none_has_its_part() {
        let mut share = Share::new(None, 500);
        share.begin(0, 1000, || {});
        assert_eq!((share.is_apart(), share.bytes()), (true, 500));
        assert!(!share.widen());
        share.go_to_disk();
        assert_eq!((share.is_on_disk(), share.bytes()), (true, 500));
        share.end();
        assert!(share.is_apart());
    }
}
