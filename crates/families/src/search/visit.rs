//! From the name of a metric to the code of its actions, for whoever searches the boards of a class.

use antipode_blocks::Metric;
use antipode_frontier::joined::Joins;
use antipode_frontier::{Record, Space};

use crate::actions::boards::{Actions, Boards};
use crate::actions::moves::Moves;
use crate::actions::slides::Slides;
use crate::actions::steps::Steps;
use crate::actions::supers::Supers;
use crate::key::Key;
use crate::search::graphs::Kept;

/// Something to do with the boards of a class, whatever counts as one action.
pub(crate) trait Visit<K: Key> {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<A>(self, actions: A) -> Self::Output
    where
        A: Actions<State = K, Used: Record + Kept> + Joins<State = K, Used = <A as Space>::Used>;
}

/// Has `visitor` visit `boards`, joined by the actions of `metric`.
pub(crate) fn visit<K: Key, V: Visit<K>>(
    metric: Metric,
    boards: Boards<K>,
    visitor: V,
) -> V::Output {
    match metric {
        Metric::Step => visitor.visit(Steps(boards)),
        Metric::Slide => visitor.visit(Slides(boards)),
        Metric::Move => visitor.visit(Moves(boards)),
        Metric::SuperStep | Metric::SuperSlide | Metric::SuperMove => {
            visitor.visit(Supers::new(boards, metric.reach()))
        }
    }
}
