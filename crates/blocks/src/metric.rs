//! Metrics: what counts as one action.
//!
//! There are six, from two choices: what moves, one piece or any set of pieces as a rigid body,
//! and how far, one unit, a straight line or any path. The moving set stays the same through an
//! action, everything else stays still, and every unit step of it is legal. The set need not be
//! connected.

/// What counts as one action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Metric {
    /// One piece, one unit.
    Step,
    /// One piece, any distance in a straight line.
    Slide,
    /// One piece, any path.
    Move,
    /// Some pieces together, one unit.
    SuperStep,
    /// Some pieces together, any distance in a straight line.
    SuperSlide,
    /// Some pieces together, any path.
    SuperMove,
}

/// How far one action goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reach {
    /// One unit.
    Unit,
    /// Any distance in a straight line.
    Line,
    /// Any path.
    Path,
}

impl Metric {
    /// Every metric, by the name it has in configs, flags and tables.
    pub const NAMES: [(&'static str, Self); 6] = [
        ("step", Self::Step),
        ("slide", Self::Slide),
        ("move", Self::Move),
        ("super-step", Self::SuperStep),
        ("super-slide", Self::SuperSlide),
        ("super-move", Self::SuperMove),
    ];

    /// The name that the metric has in configs, flags and tables.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize].0
    }

    /// Whether several pieces may move together.
    pub fn is_super(self) -> bool {
        matches!(self, Self::SuperStep | Self::SuperSlide | Self::SuperMove)
    }

    /// How far one action goes.
    pub fn reach(self) -> Reach {
        match self {
            Self::Step | Self::SuperStep => Reach::Unit,
            Self::Slide | Self::SuperSlide => Reach::Line,
            Self::Move | Self::SuperMove => Reach::Path,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_metric_has_its_name() {
        for (name, metric) in Metric::NAMES {
            assert_eq!(metric.name(), name);
        }
    }
}
