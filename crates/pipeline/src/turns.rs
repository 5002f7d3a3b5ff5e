//! Work that threads take in turns.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::error::Error;

/// Lets at most so many threads work `items` off in order, each of which takes the next one whenever it has
/// done one: a few take as long as all others together. `begin` makes what a thread keeps from one item to
/// the next. At the first error the others stop at their next item. The results come in the order of
/// the items.
pub(crate) fn in_turns<T: Sync, K, R: Send>(
    threads: usize,
    items: &[T],
    begin: impl Fn() -> K + Sync,
    work: impl Fn(&mut K, &T) -> Result<R, Error> + Sync,
) -> Result<Vec<R>, Error> {
    let next = AtomicUsize::new(0);
    let take = || {
        let number = next.fetch_add(1, Ordering::Relaxed);
        Some((number, items.get(number)?))
    };
    // Each thread once: none begins anew while it waits for something of another.
    let done = rayon::broadcast(|thread| {
        let mut done = Vec::new();
        if thread.index() < threads {
            let mut kept = begin();
            while let Some((number, item)) = take() {
                let result = work(&mut kept, item)
                    .inspect_err(|_| next.store(items.len(), Ordering::Relaxed))?;
                done.push((number, result));
            }
        }
        Ok(done)
    });
    let done = done.into_iter().collect::<Result<Vec<_>, Error>>()?;
    let mut done: Vec<_> = done.into_iter().flatten().collect();
    done.sort_unstable_by_key(|done| done.0);
    Ok(done.into_iter().map(|done| done.1).collect())
}

#[cfg(test)]
mod tests {
    use rayon::ThreadPoolBuilder;

    use super::*;

    #[test]
    fn results_come_in_order_and_an_error_ends_all() {
        let items: Vec<u32> = (0..100).collect();
        let pool = ThreadPoolBuilder::new().num_threads(4).build().unwrap();
        let begun = AtomicUsize::new(0);
        for threads in [1, 3, 9] {
            begun.store(0, Ordering::Relaxed);
            let begin = || begun.fetch_add(1, Ordering::Relaxed);
            let double = |_: &mut usize, item: &u32| Ok(2 * item);
            let doubled = pool.install(|| in_turns(threads, &items, begin, double)).unwrap();
            assert!(doubled.iter().zip(&items).all(|(two, one)| *two == 2 * one));
            assert_eq!((doubled.len(), begun.load(Ordering::Relaxed)), (100, threads.min(4)));
            let fail = |_: &mut usize, item: &u32| match item {
                50 => Err(Error::Stopped),
                _ => Ok(()),
            };
            let failed = pool.install(|| in_turns(threads, &items, begin, fail));
            assert!(matches!(failed, Err(Error::Stopped)));
        }
    }
}
