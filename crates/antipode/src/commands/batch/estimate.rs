//! What a batch would take.

use std::fmt::Write;
use std::time::Duration;

use antipode_pipeline as pipeline;
use antipode_pipeline::inspect::{Estimate, Interval, Pieces};
use anyhow::Result;

use super::args::BatchArgs;
use crate::args::Json;
use crate::output::print;
use crate::stop::{self, Left};

/// How long samples are drawn, unless they agree before.
const TIME: Duration = Duration::from_secs(60);

/// Prints what a search of the whole batch would take.
pub fn estimate(args: &BatchArgs, json: &Json) -> Result<()> {
    args.work(|batch, report| {
        stop::leaves(Left::Nothing);
        let estimate = pipeline::inspect::estimate(batch, TIME, &report("estimate"))?;
        print(&match json.json {
            true => serde_json::to_string(&estimate)? + "\n",
            false => text(&estimate)?,
        })
    })
}

/// The upper end of an interval, if there is one.
fn bound(high: f64, text: impl Fn(f64) -> String) -> String {
    if high.is_finite() { text(high) } else { "unknown".to_owned() }
}

fn text(estimate: &Estimate) -> Result<String> {
    let mut text = format!("samples={}\nsearched={}\n", estimate.samples, estimate.searched);
    let mut known = |name: &str, interval: &Interval| {
        let Interval { value, low, high } = interval;
        let high = bound(*high, |high| format!("{high:.2e}"));
        writeln!(text, "{name}={value:.3e}\n{name}_from={low:.2e}\n{name}_to={high}")
    };
    known("boards", &estimate.boards)?;
    // Zeros would be taken for what was found.
    if estimate.searched > 0 {
        known("justsolved", &estimate.justsolved)?;
        known("states", &estimate.states)?;
        let Interval { value, low, high } = estimate.core_hours;
        let high = bound(high, |high| format!("{high:.4}"));
        writeln!(text, "core_hours={value:.4}\ncore_hours_from={low:.4}\ncore_hours_to={high}")?;
        writeln!(text, "threads={}\nhours={:.4}", estimate.threads, estimate.hours)?;
    }
    if estimate.boards.value > 0.0 {
        writeln!(text, "largest_class={:.2e}", estimate.largest_class)?;
        writeln!(text, "largest_class_bytes={:.2e}", estimate.largest_class_bytes)?;
        writeln!(text, "on_disk={:.1}%", 100.0 * estimate.on_disk)?;
    }
    writeln!(text, "\npieces  boards    justsolved  states    core_hours  largest_class")?;
    for row in &estimate.by_pieces {
        if row.boards == 0.0 {
            writeln!(text, "{:6}  no class sampled", row.pieces)?;
            continue;
        }
        let Pieces { pieces, boards, justsolved, states, core_hours, largest_class } = row;
        let found = match estimate.searched {
            0 => "too large to be searched here".to_owned(),
            _ => format!("{justsolved:<10.2e}  {states:<8.2e}  {core_hours:<10.4}"),
        };
        writeln!(text, "{pieces:6}  {boards:<8.2e}  {found:<32}  {largest_class:.2e}")?;
    }
    Ok(text)
}
