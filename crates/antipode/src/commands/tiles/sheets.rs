//! The CSV files of tiles.

use antipode_pipeline::table::column::Entry;

use crate::sheet::Sheet;

const SIZE: Entry = Entry::new("size", "WxH", "the board, width first");
const METRIC: Entry = Entry::new("metric", "name", "what counts as one move");
const GOAL: Entry = Entry::new("goal", "position", "where distances are counted from");
const DEPTH: Entry = Entry::new("depth", "whole number", "the distance from the goal");

/// How many positions there are at every distance.
pub const DEPTHS: Sheet = Sheet {
    file: "out/tiles/SIZE-METRIC-depths.csv",
    columns: &[
        SIZE,
        METRIC,
        GOAL,
        DEPTH,
        Entry::new("states", "whole number", "the number of positions there"),
    ],
};

/// The positions farthest from the goal.
pub const FARTHEST: Sheet = Sheet {
    file: "out/tiles/SIZE-METRIC-farthest.csv",
    columns: &[
        SIZE,
        METRIC,
        GOAL,
        DEPTH,
        Entry::new("position", "position", "one of the farthest"),
    ],
};

/// How the heuristic search compares with the optimum.
pub const HEURISTIC: Sheet = Sheet {
    file: "out/tiles/heuristic.csv",
    columns: &[
        Entry::new("depth_limit", "whole number", "the most moves of a solution"),
        Entry::new("branch_limit", "whole number", "the most branches visited"),
        Entry::new("positions", "whole number", "how many random positions were tried"),
        Entry::new("solved", "whole number", "how many of them were solved"),
        Entry::new("shortest", "whole number", "how many solutions were shortest"),
        Entry::new("proved", "whole number", "how many solutions were proved to be shortest"),
        Entry::new("mean_moves", "decimal", "the mean length of the solutions"),
        Entry::new("mean_optimum", "decimal", "the mean length of shortest solutions of the same"),
        Entry::new("mean_branches", "decimal", "the mean number of branches visited"),
    ],
};
