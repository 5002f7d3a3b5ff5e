//! What the page calls, and what it is told: plain functions over one buffer of text.
//!
//! The page [reserves](reserve) room for a question, writes it there, [asks](ask), and reads the
//! answer from [where it is](answer). Nothing here handles a pointer: the buffer is a vector, and
//! the page alone looks into it from outside.
#![allow(unsafe_code, reason = "names that the page calls by, and functions that it brings")]

use std::cell::RefCell;

use crate::host::Host;
use crate::session::Session;

unsafe extern "C" {
    /// States were stored.
    safe fn stored(states: f64);
    /// Milliseconds since some time.
    safe fn now() -> f64;
}

/// The page that has loaded us.
struct Page;

impl Host for Page {
    fn stored(&self, states: u64) {
        stored(states as f64);
    }

    fn now(&self) -> f64 {
        now()
    }
}

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static SESSION: RefCell<Session> = RefCell::default();
}

/// Makes room for a question of `length` bytes, and says where.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *const u8 {
    BUFFER.with_borrow_mut(|buffer| buffer.resize(length, 0));
    answer()
}

/// Answers the question, and says how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    let question = BUFFER.take();
    let question = String::from_utf8_lossy(&question);
    let answer = SESSION.with_borrow_mut(|session| session.answer(&question, &Page));
    let length = answer.len();
    BUFFER.set(answer.into_bytes());
    length
}

/// Says where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    BUFFER.with_borrow(Vec::as_ptr)
}
