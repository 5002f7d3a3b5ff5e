//! Tells the person at the keyboard what is going on, on standard error.
//!
//! The work only counts. A thread of its own looks at the counts from time to time and shows them, so
//! that something is seen however long the work keeps silent.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use antipode_frontier::Progress;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::bar;
use crate::output::say;
use crate::stop;

/// How often a bar on a terminal is drawn.
const DRAW_EVERY: Duration = Duration::from_millis(200);

/// How often a line is written where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(5);

/// Before that much is done, and has taken that long, nobody can say how long the rest takes.
const TELLING_SHARE: f64 = 0.02;
const TELLING_TIME: Duration = Duration::from_secs(2);

/// Progress of one stage: a bar on a terminal, a line every few seconds elsewhere.
#[derive(Debug)]
pub struct Report {
    counts: Arc<Counts>,
    shown: Shown,
    /// Closed when the report ends, which ends the thread that shows it.
    _open: Sender<()>,
}

/// How far the stage is.
#[derive(Debug)]
struct Counts {
    stage: &'static str,
    /// 0 where nobody knows.
    total: AtomicU64,
    done: AtomicU64,
    states: AtomicU64,
    started: Instant,
    /// What the work says itself, and whether that was shown and may be said anew.
    said: Mutex<String>,
    was_shown: AtomicBool,
}

#[derive(Debug, Clone)]
enum Shown {
    Nothing,
    Bar(ProgressBar),
    Lines,
}

impl Report {
    /// A stage of `total` boards, or of nobody knows how many. It is stopped by signals.
    pub fn new(stage: &'static str, total: impl Into<Option<u64>>, quiet: bool) -> Self {
        let shown = if quiet {
            Shown::Nothing
        } else {
            // It is hidden where there is no terminal, and on one that can draw none.
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            bar.set_prefix(stage);
            if bar.is_hidden() {
                Shown::Lines
            } else {
                bar::draws(&bar);
                Shown::Bar(bar)
            }
        };
        let counts = Arc::new(Counts {
            stage,
            total: AtomicU64::new(total.into().unwrap_or(0)),
            done: AtomicU64::new(0),
            states: AtomicU64::new(0),
            started: Instant::now(),
            said: Mutex::default(),
            was_shown: AtomicBool::new(true),
        });
        let (open, closed) = channel();
        let every = match shown {
            Shown::Bar(_) => DRAW_EVERY,
            _ => LINE_EVERY,
        };
        if !quiet {
            let (counts, shown) = (Arc::clone(&counts), shown.clone());
            let watch = move || {
                while closed.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
                    shown.show(&counts);
                }
            };
            if let Err(error) = thread::Builder::new().spawn(watch) {
                say(format_args!("antipode: {stage} goes on unseen: {error}"));
            }
        }
        Report { counts, shown, _open: open }
    }

    /// How long the stage has taken so far.
    pub fn elapsed(&self) -> Duration {
        self.counts.started.elapsed()
    }

    /// States stored so far.
    pub fn states(&self) -> u64 {
        self.counts.states.load(Ordering::Relaxed)
    }

    /// Ends the stage and says what it did.
    pub fn finish(&self, summary: &str) {
        self.clear();
        self.note(summary);
    }

    /// Ends the stage without a word.
    pub fn clear(&self) {
        if let Shown::Bar(bar) = &self.shown {
            bar.finish_and_clear();
        }
    }

    /// Says how far a stage is, where that is not a matter of boards done.
    pub fn tell(&self, line: impl FnOnce() -> String) {
        // Few of the lines are ever shown.
        if self.counts.was_shown.swap(false, Ordering::Relaxed) {
            *self.counts.said() = line();
        }
    }

    /// Whether nothing was stored or done so far.
    pub fn is_idle(&self) -> bool {
        self.counts.amount().0 == 0
    }

    /// What was stored, or else done, so far, and how much a second.
    pub fn rate(&self) -> String {
        self.counts.rate()
    }
}

impl Drop for Report {
    fn drop(&mut self) {
        // What stands on the terminal is not true any more.
        self.clear();
    }
}

impl Shown {
    fn show(&self, counts: &Counts) {
        match self {
            Shown::Nothing => {}
            Shown::Lines => say(format_args!("{}: {}", counts.stage, counts.line())),
            Shown::Bar(bar) if bar.is_finished() => {}
            Shown::Bar(bar) => {
                let total = counts.total.load(Ordering::Relaxed);
                if total > 0 {
                    bar.set_length(total);
                }
                set_style(bar, total > 0);
                bar.set_position(counts.done.load(Ordering::Relaxed));
                bar.set_message(counts.line());
                bar.tick();
            }
        }
        counts.was_shown.store(true, Ordering::Relaxed);
    }
}

/// A bar where it is known how much lies ahead. What does not fit on the line is cut off.
fn set_style(bar: &ProgressBar, known: bool) {
    let template = match known {
        true => "{prefix:>9} {bar:20.cyan} {elapsed:>4} {wide_msg}",
        false => "{prefix:>9} {spinner:.cyan} {elapsed:>4} {wide_msg}",
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
}

impl Counts {
    fn said(&self) -> std::sync::MutexGuard<'_, String> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn line(&self) -> String {
        let said = self.said().clone();
        if !said.is_empty() {
            return said;
        }
        let total = self.total.load(Ordering::Relaxed);
        let done = self.done.load(Ordering::Relaxed).min(total);
        if total == 0 {
            return self.rate();
        }
        let (share, elapsed) = (done as f64 / total as f64, self.started.elapsed());
        let mut line = format!("{:.1}%, ", 100.0 * share);
        if share > TELLING_SHARE && elapsed > TELLING_TIME {
            let left = elapsed.mul_f64((1.0 - share) / share);
            line += &format!("about {} left, ", HumanDuration(left));
        }
        line + &self.rate()
    }

    /// How much was stored or, by searches that store nothing, generated.
    fn amount(&self) -> (u64, &'static str) {
        match self.states.load(Ordering::Relaxed) {
            0 => (self.done.load(Ordering::Relaxed), "done"),
            states => (states, "states"),
        }
    }

    fn rate(&self) -> String {
        let (amount, what) = self.amount();
        if amount == 0 {
            return format!("{} so far", HumanDuration(self.started.elapsed()));
        }
        let rate = amount as f64 / self.started.elapsed().as_secs_f64().max(1e-3);
        format!("{} {what}, {} a second", number(amount), number(rate as u64))
    }
}

/// A number in words that people can take in.
fn number(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..1_000_000 => format!("{} thousand", number / 1000),
        1_000_000..1_000_000_000 => format!("{:.1} million", number as f64 / 1e6),
        _ => format!("{:.1} billion", number as f64 / 1e9),
    }
}

impl Progress for Report {
    fn expect(&self, amount: u64) {
        self.counts.total.fetch_add(amount, Ordering::Relaxed);
    }

    fn note(&self, line: &str) {
        let stage = self.counts.stage;
        match &self.shown {
            Shown::Nothing => {}
            Shown::Bar(bar) => bar.suspend(|| say(format_args!("{stage:>9} {line}"))),
            Shown::Lines => say(format_args!("{stage}: {line}")),
        }
    }

    fn advance(&self, amount: u64) {
        self.counts.done.fetch_add(amount, Ordering::Relaxed);
    }

    fn stored(&self, states: u64) {
        self.counts.states.fetch_add(states, Ordering::Relaxed);
    }

    fn stop(&self) -> bool {
        stop::asked().load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(total: u64, done: u64, states: u64, seconds: u64) -> Counts {
        Counts {
            stage: "search",
            total: AtomicU64::new(total),
            done: AtomicU64::new(done),
            states: AtomicU64::new(states),
            started: Instant::now() - Duration::from_secs(seconds),
            said: Mutex::default(),
            was_shown: AtomicBool::new(true),
        }
    }

    #[test]
    fn rates_do_not_read_zero_million() {
        assert_eq!(counts(0, 0, 1234, 10).rate(), "1234 states, 123 a second");
        assert_eq!(counts(0, 0, 30_000, 2).rate(), "30 thousand states, 14 thousand a second");
        assert_eq!(counts(0, 25_000_000, 0, 10).rate(), "25.0 million done, 2.5 million a second");
    }

    #[test]
    fn how_long_is_left_is_not_guessed_from_nothing() {
        assert_eq!(counts(1000, 0, 0, 120).line(), "0.0%, 2 minutes so far");
        assert!(!counts(1000, 10, 0, 60).line().contains("left"));
        assert!(!counts(1000, 500, 0, 1).line().contains("left"));
        assert!(counts(1000, 250, 0, 60).line().starts_with("25.0%, about 3 minutes left, "));
    }

    #[test]
    fn nothing_expected_is_not_shown_as_all_done() {
        assert!(!counts(0, 5, 0, 1).line().contains('%'));
    }
}
