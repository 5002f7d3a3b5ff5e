//! What the machine has.

use std::fs;
use std::path::Path;
use std::time::Duration;
#[cfg(not(unix))]
use std::{sync::LazyLock, time::Instant};

/// The most memory that this process has held, in bytes; 0 where the system does not tell.
pub fn peak_memory() -> u64 {
    status("VmHWM:")
}

/// The memory that this process holds, in bytes; 0 where the system does not tell.
pub fn held_memory() -> u64 {
    status("VmRSS:")
}

/// What the system says of this process in the line that begins like this, in bytes.
fn status(key: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(key));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse().ok());
    kilobytes.unwrap_or(0) * 1024
}

/// Has the allocator give back to the system all that is free now, and blocks of so many bytes and more as soon
/// as they are free, where it can be told. By itself it keeps those of up to 32 MiB for whatever comes next, of
/// each thread apart, and nobody counts them where memory is to be kept within bounds.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "settings of the allocator, which take plain numbers")]
pub fn give_back(bytes: usize) {
    let bytes = bytes.try_into().unwrap_or(libc::c_int::MAX);
    // SAFETY: the calls read and write nothing but what is the allocator's own, under its locks.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, bytes);
        libc::mallopt(libc::M_TRIM_THRESHOLD, bytes);
        libc::malloc_trim(0);
    }
}

/// Nothing can be told this allocator.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_back(_: usize) {}

/// The processor time that this thread has taken; where the system does not tell, what a clock shows.
pub fn thread_time() -> Duration {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
    #[cfg(not(unix))]
    {
        static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
        BEGUN.elapsed()
    }
}

/// Three quarters of the memory that this process may have, in bytes: the machine's or, if that is less,
/// what its control group or a limit of its own leaves it; of 4 GiB where the system does not tell.
pub fn memory_share() -> usize {
    let text = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let (table, limits) = (text("/proc/meminfo"), text("/proc/self/limits"));
    let line = table.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let machine = line.and_then(|line| number(line.trim().strip_suffix(" kB")?)).map(|kb| kb << 10);
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"));
    let process = line.and_then(|line| number(line.split_whitespace().next()?));
    // A group has no more than those that it is in.
    let (root, own) = (Path::new("/sys/fs/cgroup"), text("/proc/self/cgroup"));
    let own = own.lines().find_map(|line| line.strip_prefix("0::/")).unwrap_or_default();
    let own = root.join(own);
    let groups = own.ancestors().take_while(|group| group.starts_with(root));
    let groups = groups.filter_map(|group| fs::read_to_string(group.join("memory.max")).ok());
    let group = groups.filter_map(|most| number(&most)).min();
    let least = [machine, process, group].into_iter().flatten().min();
    least.unwrap_or(4 << 30) / 4 * 3
}
