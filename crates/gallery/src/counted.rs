//! Numbers of things, in words.

/// So many of a thing, as in "1 move" and "3 moves".
pub fn counted(count: usize, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{plural}")
}
