//! One question after another.

use std::collections::BTreeMap;

use antipode_blocks::Metric;
use antipode_gallery::Puzzle;
use serde::Serialize;

use crate::host::{Host, Search};
use crate::kind::Kind;
use crate::kinds::blocks::Blocks;
use crate::kinds::colorsort::ColourSort;
use crate::kinds::panex::Panex;
use crate::kinds::tiles::Tiles;
use crate::link::{LinkError, Linked};
use crate::question::{Ask, Question};
use crate::trouble::Trouble;

/// Answers questions, and keeps what it found out about the last puzzle.
#[derive(Default)]
pub struct Session {
    /// The puzzle and the metric of the last question, and what they mean.
    open: Option<(String, Option<String>, Box<dyn Kind>)>,
}

/// What a text says.
#[derive(Serialize)]
struct Read {
    link: Option<String>,
    puzzle: Puzzle,
    forms: BTreeMap<&'static str, Form>,
}

/// A puzzle in some form, or why there is none.
#[derive(Serialize)]
#[serde(untagged)]
enum Form {
    Text(String),
    None { error: String },
}

impl Session {
    /// The answer to a question, as JSON. What is asked and answered is told in `solver.js`.
    pub fn answer(&mut self, question: &str, host: &impl Host) -> String {
        let answer = self.answered(question, host);
        let command = || {
            let ask = Question::read(question).ok()?.ask;
            command(ask, self.open.as_ref()?.2.as_ref())
        };
        answer.unwrap_or_else(|trouble| json(&trouble.told(command().as_deref())))
    }

    fn answered(&mut self, question: &str, host: &impl Host) -> Result<String, Trouble> {
        let question = Question::read(question)?;
        let until = host.now() + f64::from(question.budget);
        let search = Search { host, memory: question.memory, until };
        let position = question.position.as_deref();
        let kind = self.open(&question)?;
        Ok(match question.ask {
            Ask::Read => json(&read(kind)),
            Ask::Solve => json(&kind.solve(position, &search)?),
            Ask::Hint => json(&kind.hint(position, &search)?),
            Ask::Difficulty => json(&kind.difficulty(&search)?),
            Ask::Harder => json(&kind.harder(&search)?),
            Ask::Hardest => json(&kind.hardest(&search)?),
        })
    }

    /// The puzzle of a question, with what is known if it is that of the last.
    fn open(&mut self, question: &Question) -> Result<&mut dyn Kind, Trouble> {
        let Question { puzzle, metric, .. } = question;
        let same = |open: &(String, Option<String>, _)| open.0 == *puzzle && open.1 == *metric;
        let kind = match self.open.take().filter(same) {
            Some((_, _, kind)) => kind,
            None => kind(puzzle, metric.as_deref())?,
        };
        Ok(self.open.insert((puzzle.clone(), metric.clone(), kind)).2.as_mut())
    }
}

/// The puzzle that a text says.
fn kind(text: &str, metric: Option<&str>) -> Result<Box<dyn Kind>, Trouble> {
    let named = |name: &str| {
        let found = Metric::NAMES.into_iter().find(|(known, _)| *known == name);
        let found = found.map(|(_, metric)| metric);
        found.ok_or_else(|| Trouble::bug(format!("{name:?} is no metric")))
    };
    let counted = metric.map(named).transpose()?;
    if !Linked::is_meant(text) {
        return Ok(Box::new(Blocks::read(text, counted.unwrap_or(Metric::Move))?));
    }
    Ok(match Linked::read(text)? {
        Linked::Blocks { puzzle, metric } => {
            Box::new(Blocks::new(puzzle, counted.unwrap_or(metric)))
        }
        Linked::ColourSort { start, rule } => Box::new(ColourSort::new(start, rule)),
        Linked::Tiles { start, goal, metric } => Box::new(Tiles::new(start, goal, metric)),
        Linked::Panex { start, goal } => Box::new(Panex::new(start, goal)),
    })
}

fn read(kind: &dyn Kind) -> Read {
    let form = |(name, text)| {
        let form = match text {
            Ok(text) => Form::Text(text),
            Err(error) => Form::None { error },
        };
        (name, form)
    };
    Read {
        link: kind.linked().write().ok(),
        puzzle: kind.played(),
        forms: kind.forms().into_iter().map(form).collect(),
    }
}

/// The command that goes on where the page has to give up. No link holds a quotation mark.
fn command(ask: Ask, kind: &dyn Kind) -> Option<String> {
    let command = match ask {
        Ask::Difficulty => "difficulty",
        Ask::Harder => "solve --farthest",
        Ask::Hardest => "solve --hardest",
        Ask::Read | Ask::Solve | Ask::Hint => "solve",
    };
    kind.linked().write().ok().map(|link| format!("antipode {command} --link '{link}'"))
}

fn json(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("answers are texts and numbers, under keys that are texts")
}

impl From<LinkError> for Trouble {
    fn from(error: LinkError) -> Self {
        match error {
            LinkError::Version(_) => Trouble::Version(error.to_string()),
            _ => Trouble::Damage(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    /// A clock that goes by what is stored.
    #[derive(Default)]
    struct Stored(AtomicU64);

    impl Host for Stored {
        fn stored(&self, states: u64) {
            self.0.fetch_add(states, Ordering::Relaxed);
        }

        fn now(&self) -> f64 {
            self.0.load(Ordering::Relaxed) as f64
        }
    }

    #[test]
    fn what_needs_another_remedy_has_another_why() {
        let why = |question: &str| {
            let answer = Session::default().answer(question, &Stored::default());
            answer.split("\"why\":\"").nth(1).map(|told| told.split('"').next().unwrap().to_owned())
        };
        for (question, wanted) in [
            ("ask=read&puzzle=A./..", "text"),
            ("ask=read&puzzle=p1%3D4x4:AABC/DE", "damage"),
            ("ask=read&puzzle=c1%3DFOFO;OFOF;", "damage"),
            ("ask=read&puzzle=p2%3D4x4:AABC/DE", "version"),
            ("ask=harder&puzzle=c1%3DFOFO;OFOF;:rule1", "kind"),
            ("ask=difficulty&memory=1&puzzle=p1%3D3x3:AB/CD:/A:move", "memory"),
            ("ask=harder&budget=1&puzzle=p1%3D5x5:ABCDE/FGHIJ/KLM//:////....A:move", "time"),
            ("ask=solve&position=B&puzzle=p1%3D3x3:A://..A:move", "bug"),
            ("ask=dance", "bug"),
        ] {
            assert_eq!(why(question).as_deref(), Some(wanted), "{question}");
        }
    }

    #[test]
    fn a_hint_needs_no_group_that_takes_too_long() {
        let question = "ask=hint&budget=20000&puzzle=p1%3D6x6:ABCDEF/GHIJKL/MNOP///://///.....A:move\
                        &position=.BCDEF/GHIJKL/MNOP../....../....../....A.";
        let (mut session, host) = (Session::default(), Stored::default());
        let hint = session.answer(question, &host);
        assert!(hint.contains("\"togo\":1"), "{hint}");
        // Only once is it found out that the group is too large.
        let (first, other) = (host.now(), question.replace("....A.", "...A.."));
        let hint = session.answer(&other, &host);
        assert!(hint.contains("\"togo\":1"), "{hint}");
        assert!(host.now() < 1.5 * first, "{} and {first}", host.now());
    }
}
