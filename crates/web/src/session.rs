//! Questions and answers.

/// What a solver needs from where it runs.
pub trait Host {
    /// So many more states were stored.
    fn stored(&self, states: u64);

    /// Milliseconds since some time.
    fn now(&self) -> f64;
}

/// Answers questions, and keeps what it found out for those that follow.
#[derive(Debug, Default)]
pub struct Session {}

impl Session {
    /// The answer to a question.
    pub fn answer(&mut self, question: &str, host: &impl Host) -> String {
        host.stored(host.now() as u64);
        format!("{{\"error\":\"the solver is being built: {}\",\"why\":\"bug\"}}", question.len())
    }
}
