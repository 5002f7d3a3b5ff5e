//! Memory that the system may refuse.
//!
//! Large tables ask for it and say what it was for if there is none, where a plain `push` would
//! end the process.

/// The system refused memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the system has no memory left for {purpose}, which needs {bytes} bytes in one piece")]
pub struct OutOfMemory {
    /// What it was for.
    pub purpose: &'static str,
    /// How much was asked for.
    pub bytes: usize,
}

/// Makes room for `more` entries of a list, and perhaps for others after them.
pub(crate) fn reserve<T>(
    list: &mut Vec<T>,
    more: usize,
    purpose: &'static str,
) -> Result<(), OutOfMemory> {
    let bytes = list.len().saturating_add(more).saturating_mul(size_of::<T>());
    list.try_reserve(more).map_err(|_| OutOfMemory { purpose, bytes })
}

/// Keeps room for `ahead` entries of a list, which is looked at now and then. Where there is less, room for twice as
/// many is made, or else a list that is hardly filled would be moved as soon as it is looked at again, with all its room.
pub(crate) fn keep_ahead<T>(
    list: &mut Vec<T>,
    ahead: usize,
    purpose: &'static str,
) -> Result<(), OutOfMemory> {
    if list.capacity() - list.len() < ahead { reserve(list, 2 * ahead, purpose) } else { Ok(()) }
}

/// Makes room for `length` entries of a list in all, and for no more.
#[cfg(feature = "disk")]
pub(crate) fn reserve_exact<T>(
    list: &mut Vec<T>,
    length: usize,
    purpose: &'static str,
) -> Result<(), OutOfMemory> {
    let bytes = length.saturating_mul(size_of::<T>());
    let more = length.saturating_sub(list.len());
    list.try_reserve_exact(more).map_err(|_| OutOfMemory { purpose, bytes })
}

/// Makes a list at least as long as `length`, by zeros.
pub(crate) fn lengthen(
    list: &mut Vec<u32>,
    length: usize,
    purpose: &'static str,
) -> Result<(), OutOfMemory> {
    let bytes = length.saturating_mul(size_of::<u32>());
    let more = length.saturating_sub(list.len());
    list.try_reserve_exact(more).map_err(|_| OutOfMemory { purpose, bytes })?;
    list.resize(list.len() + more, 0);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_there_is_not_is_an_error_and_the_list_stays() {
        let mut list = vec![7_u64];
        let error = reserve(&mut list, usize::MAX / 32, "a test").unwrap_err();
        assert_eq!(error.purpose, "a test");
        assert!(error.bytes > usize::MAX / 5);
        #[cfg(feature = "disk")]
        assert!(reserve_exact(&mut list, usize::MAX / 32, "a test").is_err());
        assert_eq!(list, [7]);
        let mut list = vec![7];
        assert!(lengthen(&mut list, usize::MAX / 32, "a test").is_err());
        lengthen(&mut list, 3, "a test").unwrap();
        lengthen(&mut list, 2, "a test").unwrap();
        assert_eq!(list, [7, 0, 0]);
    }

    #[test]
    fn a_list_with_room_ahead_is_not_moved() {
        let mut list = vec![7_u64];
        keep_ahead(&mut list, 100, "a test").unwrap();
        let room = list.capacity();
        list.resize(100, 0);
        keep_ahead(&mut list, 100, "a test").unwrap();
        assert_eq!((list.len(), list.capacity()), (100, room));
        list.resize(room, 0);
        keep_ahead(&mut list, 100, "a test").unwrap();
        assert!(list.capacity() >= room + 100);
    }
}
