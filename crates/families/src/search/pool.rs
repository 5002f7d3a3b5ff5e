//! Memory that several searchers share.
//!
//! Each has its part. A class that does not fit there is searched in all of it, one at a time: the searcher
//! waits until each of the others is about to begin a class and has given up what it kept, and they wait
//! until it has ended. That leaves cores idle, but a search on disk takes many times as long. One on disk,
//! which may take hours, keeps its part, and none waits for it.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::search::outsized::left_beside;

/// Memory that several searchers share.
#[derive(Debug)]
pub struct Pool {
    bytes: usize,
    state: Mutex<State>,
    changed: Condvar,
}

/// How many searchers do what.
#[derive(Debug, Default)]
struct State {
    /// In their parts of the memory, or about to be,
    apart: usize,
    /// on disk,
    on_disk: usize,
    /// in all of the memory, one at the most,
    alone: usize,
    /// or waiting for that.
    waiting: usize,
    /// The bytes of the memory that are not for graphs.
    held: usize,
}

/// Where a class is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// In the part of the memory that is the searcher's own.
    Part,
    /// In all of it but the parts of searches on disk.
    All,
    /// On disk, beside its part of the memory.
    Disk,
}

/// What one searcher has of a pool, if it shares one.
#[derive(Debug)]
pub(crate) struct Share<'a> {
    pool: Option<&'a Pool>,
    part: usize,
    place: Place,
    held: usize,
}

impl Pool {
    /// So many bytes of memory, all parts together.
    pub fn new(bytes: usize) -> Self {
        Pool { bytes, state: Mutex::default(), changed: Condvar::new() }
    }

    /// What is left of it beside so many bytes.
    fn beside(&self, bytes: usize) -> usize {
        self.bytes.saturating_sub(bytes)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }
}

impl<'a> Share<'a> {
    /// The share of one searcher more, whose part is of so many bytes.
    pub(crate) fn new(pool: Option<&'a Pool>, part: usize) -> Self {
        if let Some(pool) = pool {
            pool.state().apart += 1;
        }
        Share { pool, part, place: Place::Part, held: 0 }
    }

    /// Where the class is searched now.
    pub(crate) fn place(&self) -> Place {
        self.place
    }

    /// Tells how many bytes of its part the searcher holds that are not for graphs.
    pub(crate) fn holds(&mut self, bytes: usize) {
        if let Some(pool) = self.pool {
            let mut state = pool.state();
            state.held = state.held + bytes - self.held;
        }
        self.held = bytes;
    }

    /// The bytes for the graph of a class, an eighth of its place at least.
    pub(crate) fn bytes(&self) -> usize {
        let (bytes, held) = match (self.pool, self.place) {
            (Some(pool), Place::All) => {
                let state = pool.state();
                (pool.beside(state.on_disk * self.part), state.held)
            }
            _ => (self.part, self.held),
        };
        left_beside(bytes, held)
    }

    /// Begins the search of a class. If another is waiting for all of the memory, `give_up` is to give up
    /// what is kept, and the other comes first.
    pub(crate) fn begin(&self, give_up: impl FnOnce()) {
        let Some(pool) = self.pool else { return };
        if pool.state().is_wanted() {
            give_up();
            let mut state = pool.state();
            state.apart -= 1;
            pool.changed.notify_all();
            while state.is_wanted() {
                state = pool.wait(state);
            }
            state.apart += 1;
        }
    }

    /// Goes on to a larger place, as the class does not fit where it is searched.
    pub(crate) fn widen(&mut self) {
        let Some(pool) = self.pool else {
            self.place = Place::Disk;
            return;
        };
        let mut state = pool.state();
        *state.at(self.place) -= 1;
        pool.changed.notify_all();
        let is_more = |state: &State| pool.beside(state.on_disk * self.part) > self.part;
        if self.place == Place::Part {
            state.waiting += 1;
            while is_more(&state) && (state.apart > 0 || state.alone > 0) {
                state = pool.wait(state);
            }
            state.waiting -= 1;
        }
        self.place = match self.place {
            Place::Part if is_more(&state) => Place::All,
            _ => Place::Disk,
        };
        *state.at(self.place) += 1;
        pool.changed.notify_all();
    }

    /// Ends the search of a class, whose graph is gone if it had all of the memory.
    pub(crate) fn end(&mut self) {
        if let Some(pool) = self.pool
            && self.place != Place::Part
        {
            let mut state = pool.state();
            *state.at(self.place) -= 1;
            state.apart += 1;
            pool.changed.notify_all();
        }
        self.place = Place::Part;
    }
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        self.holds(0);
        if let Some(pool) = self.pool {
            *pool.state().at(self.place) -= 1;
            pool.changed.notify_all();
        }
    }
}

impl State {
    /// Whether some searcher has all of the memory, or waits for it.
    fn is_wanted(&self) -> bool {
        self.alone > 0 || self.waiting > 0
    }

    /// How many searchers are at a place.
    fn at(&mut self, place: Place) -> &mut usize {
        match place {
            Place::Part => &mut self.apart,
            Place::All => &mut self.alone,
            Place::Disk => &mut self.on_disk,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn all_of_the_memory_is_for_one_at_a_time_and_none_waits_for_ever() {
        let pool = Pool::new(1000);
        let [kept, alone] = [AtomicUsize::new(0), AtomicUsize::new(0)];
        thread::scope(|scope| {
            for searcher in 0..4 {
                let (pool, kept, alone) = (&pool, &kept, &alone);
                scope.spawn(move || {
                    let mut share = Share::new(Some(pool), 250);
                    let mut keeps = false;
                    let give_up = |keeps: &mut bool| {
                        kept.fetch_sub(usize::from(std::mem::take(keeps)), Ordering::SeqCst);
                    };
                    for class in 0..300 {
                        share.begin(|| give_up(&mut keeps));
                        if !keeps {
                            kept.fetch_add(1, Ordering::SeqCst);
                            keeps = true;
                        }
                        assert_eq!(alone.load(Ordering::SeqCst), 0);
                        thread::yield_now();
                        if (class + searcher) % 3 == 0 {
                            give_up(&mut keeps);
                            share.widen();
                        }
                        if share.place() == Place::All {
                            assert_eq!(alone.fetch_add(1, Ordering::SeqCst), 0);
                            assert_eq!(kept.load(Ordering::SeqCst), 0);
                            thread::yield_now();
                            alone.fetch_sub(1, Ordering::SeqCst);
                            if class % 2 == 0 {
                                share.widen();
                                assert_eq!(share.place(), Place::Disk);
                            }
                        }
                        share.end();
                    }
                    give_up(&mut keeps);
                });
            }
        });
        let State { apart, alone, on_disk, waiting, held } = *pool.state();
        assert_eq!((apart, alone, on_disk, waiting, held), (0, 0, 0, 0, 0));
    }

    #[test]
    fn what_any_searcher_holds_is_not_for_the_graph_of_one() {
        let pool = Pool::new(1000);
        let [mut one, mut other] = [(); 2].map(|()| Share::new(Some(&pool), 500));
        one.holds(100);
        other.holds(300);
        one.holds(50);
        assert_eq!((one.bytes(), other.bytes()), (450, 200));
        other.holds(460);
        assert_eq!(other.bytes(), 62);
        drop(other);
        one.widen();
        assert_eq!((one.place(), one.bytes()), (Place::All, 950));
        one.widen();
        assert_eq!((one.place(), one.bytes()), (Place::Disk, 450));
    }

    #[test]
    fn a_search_on_disk_keeps_its_part() {
        let pool = Pool::new(900);
        let [mut one, mut two, three] = [(); 3].map(|()| Share::new(Some(&pool), 300));
        // None waits for a searcher that has ended.
        drop(three);
        thread::scope(|scope| {
            scope.spawn(|| {
                one.widen();
                assert_eq!((one.place(), one.bytes()), (Place::All, 900));
                one.widen();
            });
            two.begin(|| {});
            while pool.state().on_disk == 0 {
                two.begin(|| {});
            }
        });
        two.widen();
        assert_eq!((two.place(), two.bytes()), (Place::All, 600));
        two.widen();
        assert_eq!((one.place(), two.place(), two.bytes()), (Place::Disk, Place::Disk, 300));
        // Beside two of them there is no more than a part.
        let mut four = Share::new(Some(&pool), 300);
        four.widen();
        assert_eq!(four.place(), Place::Disk);
    }

    #[test]
    fn a_searcher_that_shares_with_none_goes_to_disk() {
        let mut share = Share::new(None, 500);
        share.begin(|| {});
        assert_eq!((share.place(), share.bytes()), (Place::Part, 500));
        share.widen();
        assert_eq!((share.place(), share.bytes()), (Place::Disk, 500));
        share.end();
        assert_eq!(share.place(), Place::Part);
    }
}
