//! Tells the person at the keyboard what is going on, on standard error.

use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use antipode_frontier::Progress;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How often a line is written where there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(5);

/// Progress of one stage: a bar on a terminal, a line every few seconds elsewhere.
#[derive(Debug)]
pub struct Report<'a> {
    stage: &'static str,
    /// 0 where nobody knows.
    total: AtomicU64,
    done: AtomicU64,
    states: AtomicU64,
    started: Instant,
    shown: Shown,
    stop: &'a AtomicBool,
}

#[derive(Debug)]
enum Shown {
    Nothing,
    Bar(ProgressBar),
    Lines(Mutex<Instant>),
}

impl<'a> Report<'a> {
    /// A stage of `total` boards, or of nobody knows how many, to be stopped when `stop` is set.
    pub fn new(
        stage: &'static str,
        total: impl Into<Option<u64>>,
        quiet: bool,
        stop: &'a AtomicBool,
    ) -> Self {
        let total = total.into();
        let shown = if quiet {
            Shown::Nothing
        } else if io::stderr().is_terminal() {
            let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr());
            set_style(&bar, total);
            bar.set_prefix(stage);
            Shown::Bar(bar)
        } else {
            Shown::Lines(Mutex::new(Instant::now()))
        };
        let (done, states) = (AtomicU64::new(0), AtomicU64::new(0));
        let total = AtomicU64::new(total.unwrap_or(0));
        Report { stage, total, done, states, started: Instant::now(), shown, stop }
    }

    /// How long the stage has taken so far.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// States stored so far.
    pub fn states(&self) -> u64 {
        self.states.load(Ordering::Relaxed)
    }

    /// Says a line; of the stage's end, what it did.
    pub fn finish(&self, summary: &str) {
        match &self.shown {
            Shown::Nothing => {}
            Shown::Bar(_) => {
                self.clear();
                eprintln!("{:>9} {summary}", self.stage);
            }
            Shown::Lines(_) => eprintln!("{}: {summary}", self.stage),
        }
    }

    /// Ends the stage without a word.
    pub fn clear(&self) {
        if let Shown::Bar(bar) = &self.shown {
            bar.finish_and_clear();
        }
    }

    /// Says how far a stage is, where that is not a matter of boards done.
    pub fn tell(&self, line: impl FnOnce() -> String) {
        match &self.shown {
            Shown::Nothing => {}
            Shown::Bar(bar) => bar.set_message(line()),
            Shown::Lines(last) => {
                if let Ok(mut last) = last.try_lock()
                    && last.elapsed() >= LINE_EVERY
                {
                    *last = Instant::now();
                    eprintln!("{}: {}", self.stage, line());
                }
            }
        }
    }

    fn line(&self) -> String {
        let total = self.total.load(Ordering::Relaxed);
        if total == 0 {
            return self.rate();
        }
        let done = self.done.load(Ordering::Relaxed);
        let seconds = self.elapsed().as_secs_f64();
        let left = seconds * total.saturating_sub(done) as f64 / done.max(1) as f64;
        let percent = 100.0 * done as f64 / total.max(1) as f64;
        format!(
            "{percent:.1}%, {}, about {} left",
            self.rate(),
            HumanDuration(Duration::from_secs_f64(left))
        )
    }

    /// What was stored, or else done, so far, and how much a second.
    pub fn rate(&self) -> String {
        // Searches that store nothing count what they generate.
        let (count, what) = match self.states() {
            0 => (self.done.load(Ordering::Relaxed), "boards"),
            states => (states, "states"),
        };
        let rate = count as f64 / self.elapsed().as_secs_f64() / 1e6;
        format!("{:.1} million {what}, {rate:.1} million a second", count as f64 / 1e6)
    }
}

/// A bar where it is known how much lies ahead.
fn set_style(bar: &ProgressBar, total: Option<u64>) {
    let template = match total {
        Some(_) => "{prefix:>9} {wide_bar:.cyan} {percent:>3}% {elapsed} (left {eta}) {msg}",
        None => "{prefix:>9} {spinner:.cyan} {elapsed} {msg}",
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
}

impl Progress for Report<'_> {
    fn expect(&self, amount: u64) {
        let total = self.total.fetch_add(amount, Ordering::Relaxed) + amount;
        if let Shown::Bar(bar) = &self.shown {
            bar.set_length(total);
            set_style(bar, Some(total));
        }
    }

    fn note(&self, line: &str) {
        self.finish(line);
    }

    fn advance(&self, amount: u64) {
        self.done.fetch_add(amount, Ordering::Relaxed);
        match &self.shown {
            Shown::Bar(bar) => {
                bar.inc(amount);
                if self.states() > 0 || self.total.load(Ordering::Relaxed) == 0 {
                    bar.set_message(self.rate());
                }
            }
            _ => self.tell(|| self.line()),
        }
    }

    fn stored(&self, states: u64) {
        self.states.fetch_add(states, Ordering::Relaxed);
    }

    fn stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
