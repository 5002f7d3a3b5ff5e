//! What to do about an error, said after what went wrong.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

/// An error with what to do about it.
#[derive(Debug)]
struct Advised {
    error: anyhow::Error,
    advice: Cow<'static, str>,
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
}

impl<T, E: Into<anyhow::Error>> Advise<T> for Result<T, E> {
    fn advise(self, advice: impl Into<Cow<'static, str>>) -> anyhow::Result<T> {
        self.map_err(|error| Advised { error: error.into(), advice: advice.into() }.into())
    }
}

/// An error in one line: what went wrong from the outermost to the innermost cause, then what to do.
pub fn line(error: &anyhow::Error) -> String {
    let mut causes: Vec<String> = Vec::new();
    let mut advice = Vec::new();
    for cause in error.chain() {
        advice.extend(cause.downcast_ref::<Advised>().map(|advised| advised.advice.clone()));
        let told = cause.to_string();
        // Some errors tell their cause themselves.
        if causes.last().is_none_or(|last| !last.ends_with(&told)) {
            causes.push(told);
        }
    }
    [vec![causes.join(": ")], advice.into_iter().map(Cow::into_owned).collect()].concat().join("; ")
}
