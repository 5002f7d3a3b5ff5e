//! The CSV files of colour sort.

use antipode_pipeline::table::column::Entry;

use crate::sheet::Sheet;

const RULE: Entry =
    Entry::new("rule", "1 or 2", "a move takes as many of the top colour as fit, or one object");
const MOVES: Entry = Entry::new("moves", "whole number", "the least number of moves");
const DEALS: Entry = Entry::new("deals", "whole number", "the number of deals");
const CONTAINERS: Entry = Entry::new("containers", "text", "how containers are written");
const START: Entry = Entry::new("start", "position", "the deal");
const GOAL: Entry = Entry::new("goal", "position", "the position reached");
const SOLUTION: Entry = Entry::new("solution", "moves", "a shortest solution, if any");

/// How containers are written in tables.
pub const BOTTOM_TO_TOP: &str = "bottom-to-top";

/// Answers for a file of positions. Their last column is there on demand.
pub const ANSWERS: Sheet = Sheet {
    file: "antipode colorsort batch",
    columns: &[
        Entry::new("line", "whole number", "the line of the position in its file"),
        RULE,
        Entry::new(
            "method",
            "name",
            "search, of all positions or fast, or reference, as published",
        ),
        CONTAINERS,
        Entry::new("start", "position", "the position"),
        Entry::new("moves", "whole number", "the number of moves; empty if none was found"),
        Entry::new("proved", "true or false", "whether that is proved"),
        Entry::new("states", "whole number", "the number of positions stored"),
        GOAL,
        Entry::new("solution", "moves", "a solution, if any; a shortest one if that is proved"),
        Entry::new("seconds", "decimal", "how long it took; with --seconds alone"),
    ],
};

/// Figures of all deals of a kind.
pub const FIGURES: Sheet = Sheet {
    file: "out/colorsort/COLORS-CAPACITY-EMPTY-figures.csv",
    columns: &[
        Entry::new("colors", "whole number", "the number of colours"),
        Entry::new("capacity", "whole number", "how many objects a container takes"),
        Entry::new("empty", "whole number", "the number of empty containers"),
        RULE,
        DEALS,
        Entry::new("unsolvable", "whole number", "how many of them have no solution"),
        Entry::new("mean", "decimal", "the mean number of moves of the others"),
        Entry::new("greatest", "whole number", "the greatest number of moves"),
    ],
};

/// How many deals have each length.
pub const LENGTHS: Sheet = Sheet {
    file: "out/colorsort/COLORS-CAPACITY-EMPTY-lengths.csv",
    columns: &[RULE, MOVES, DEALS],
};

/// The hardest deals.
pub const HARDEST: Sheet = Sheet {
    file: "out/colorsort/COLORS-CAPACITY-EMPTY-hardest.csv",
    columns: &[RULE, MOVES, DEALS, CONTAINERS, START, GOAL, SOLUTION],
};
