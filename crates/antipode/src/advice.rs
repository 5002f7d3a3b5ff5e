//! What to do about an error, said after what went wrong.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use antipode_pipeline as pipeline;

/// An error with what to do about it.
#[derive(Debug)]
struct Advised {
    error: anyhow::Error,
    advice: Cow<'static, str>,
    on_memory: bool,
}

impl fmt::Display for Advised {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(out)
    }
}

impl Error for Advised {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.error)
    }
}

/// Results whose errors can be advised on.
pub trait Advise<T> {
    /// Adds what to do about an error; its causes stay.
    fn advise(self, advice: impl Into<Cow<'static, str>>) -> anyhow::Result<T>;

    /// Adds what to do where there is not enough memory, so that nothing else need be said of that.
    fn advise_on_memory(self, advice: impl Into<Cow<'static, str>>) -> anyhow::Result<T>;
}

impl<T, E: Into<anyhow::Error>> Advise<T> for Result<T, E> {
    fn advise(self, advice: impl Into<Cow<'static, str>>) -> anyhow::Result<T> {
        self.map_err(|error| advised(error, advice, false))
    }

    fn advise_on_memory(self, advice: impl Into<Cow<'static, str>>) -> anyhow::Result<T> {
        self.map_err(|error| advised(error, advice, true))
    }
}

fn advised(
    error: impl Into<anyhow::Error>,
    advice: impl Into<Cow<'static, str>>,
    on_memory: bool,
) -> anyhow::Error {
    Advised { error: error.into(), advice: advice.into(), on_memory }.into()
}

/// Whether a cause is an error with what to do where there is not enough memory.
pub fn is_on_memory(cause: &(dyn Error + 'static)) -> bool {
    cause.downcast_ref::<Advised>().is_some_and(|advised| advised.on_memory)
}

/// An error in one line: what went wrong from the outermost to the innermost cause, then what to do.
pub fn line(error: &anyhow::Error) -> String {
    let mut causes: Vec<String> = Vec::new();
    let mut advice = Vec::new();
    for cause in error.chain() {
        advice.extend(cause.downcast_ref::<Advised>().map(|advised| advised.advice.clone()));
        let has_lines = matches!(cause.downcast_ref(), Some(pipeline::Error::Wrong { .. }));
        let told = plain(&cause.to_string(), has_lines);
        // Some errors tell their cause themselves.
        if causes.last().is_none_or(|last| !last.ends_with(&told)) {
            causes.push(told);
        }
    }
    let causes = causes.iter().map(|cause| shortened(cause)).collect::<Vec<_>>();
    [vec![causes.join(": ")], advice.into_iter().map(Cow::into_owned).collect()].concat().join("; ")
}

/// A text in one line, unless it `has_lines` of its own, whatever the names in it are: what controls a terminal is escaped.
fn plain(text: &str, has_lines: bool) -> String {
    let escaped = |symbol: char| match symbol.is_control() && !(has_lines && symbol == '\n') {
        true => symbol.escape_default().to_string(),
        false => symbol.to_string(),
    };
    text.chars().map(escaped).collect()
}

/// A text without the midst of any line that is much too long to be read, as one that quotes a whole file is.
fn shortened(text: &str) -> String {
    const END: usize = 500;
    let line = |line: &str| {
        let symbols: Vec<char> = line.chars().collect();
        if symbols.len() <= 2 * END + 1 {
            return line.to_owned();
        }
        let [first, last] =
            [&symbols[..END], &symbols[symbols.len() - END..]].map(String::from_iter);
        format!("{first}…{last}")
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_quotes_a_whole_file_is_cut() {
        let wrong = vec!["é".repeat(5000) + "is no position"];
        let told = line(&pipeline::Error::Wrong { wrong, puzzles: 2 }.into());
        assert!(
            told.starts_with("not as written: 1 of 2 puzzles") && told.ends_with("éis no position"),
            "{told}"
        );
        assert_eq!(told.lines().nth(1).unwrap().chars().count(), 1001);
    }

    #[test]
    fn a_name_makes_no_line_of_its_own() {
        let told = line(&anyhow::anyhow!("a\nb\u{1b}[2J.toml: no such file"));
        assert_eq!(told, "a\\nb\\u{1b}[2J.toml: no such file");
    }
}
