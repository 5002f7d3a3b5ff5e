//! Questions as text: `ask=hint&puzzle=p1%3D...&position=...`, as forms of pages are sent.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use crate::trouble::Trouble;

/// How much memory a search takes at most if nobody says it.
const MEMORY: usize = 1 << 30;

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ask {
    Read,
    Solve,
    Hint,
    Difficulty,
    Harder,
    Hardest,
}

impl Ask {
    const NAMES: [(&'static str, Self); 6] = [
        ("read", Self::Read),
        ("solve", Self::Solve),
        ("hint", Self::Hint),
        ("difficulty", Self::Difficulty),
        ("harder", Self::Harder),
        ("hardest", Self::Hardest),
    ];
}

/// A question.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Question {
    pub(crate) ask: Ask,
    /// A link, or blocks in any of their forms.
    pub(crate) puzzle: String,
    /// What counts in blocks.
    pub(crate) metric: Option<String>,
    /// Where to stand.
    pub(crate) position: Option<String>,
    /// About how many bytes a search may take.
    pub(crate) memory: usize,
    /// How many milliseconds; fifty days if nobody says it.
    pub(crate) budget: u32,
}

impl Question {
    /// Reads a question.
    pub(crate) fn read(text: &str) -> Result<Self, Trouble> {
        let decoded = |text: &str| {
            let spaced = text.replace('+', " ");
            percent_decode_str(&spaced).decode_utf8().map(Cow::into_owned)
        };
        let mut ask = None;
        let mut question = Question {
            ask: Ask::Read,
            puzzle: String::new(),
            metric: None,
            position: None,
            memory: MEMORY,
            budget: u32::MAX,
        };
        for field in text.split('&') {
            let wrong = || Trouble::bug(format!("{field:?} is nothing that can be asked"));
            let (key, value) = field.split_once('=').ok_or_else(wrong)?;
            let value = decoded(value).map_err(|_| wrong())?;
            match key {
                "ask" => ask = Ask::NAMES.into_iter().find(|(name, _)| *name == value),
                "puzzle" => question.puzzle = value,
                "metric" => question.metric = Some(value),
                "position" => question.position = Some(value),
                "memory" => question.memory = value.parse().map_err(|_| wrong())?,
                "budget" => question.budget = value.parse().map_err(|_| wrong())?,
                _ => return Err(wrong()),
            }
        }
        (_, question.ask) = ask.ok_or_else(|| Trouble::bug("nothing is asked"))?;
        Ok(question)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_read_as_forms_are_sent() {
        let question = Question::read("ask=hint&puzzle=a+b%2Bc%3D%C3%A9&budget=100").unwrap();
        assert_eq!((question.ask, question.puzzle.as_str()), (Ask::Hint, "a b+c=é"));
        assert_eq!((question.budget, question.position), (100, None));
        for wrong in ["", "ask", "ask=dance", "ask=solve&puzzle=%ff", "ask=solve&memory=x", "x=y"] {
            assert!(Question::read(wrong).is_err(), "{wrong}");
        }
    }
}
