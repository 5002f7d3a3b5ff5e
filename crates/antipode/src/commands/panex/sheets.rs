//! The CSV files of Panex.

use antipode_pipeline::table::column::Entry;

use crate::sheet::Sheet;

const N: Entry = Entry::new("n", "whole number", "the height of the towers");
const U: Entry = Entry::new("U", "whole number", "the length of the paper's way, from height 5 on");
const L: Entry = Entry::new("L", "whole number", "the paper's lower bound, from height 5 on");
/// The first column of both kinds of lists of layers.
pub const DEPTH: Entry = Entry::new("depth", "whole number", "the distance from the ends");

/// Results of searches.
pub const RESULTS: Sheet = Sheet {
    file: "out/panex/results.csv",
    columns: &[
        Entry::new("task", "name", "the paper's letter: X, T, T_bar, S or S_bar"),
        N,
        Entry::new("moves", "whole number", "the least number of moves"),
        Entry::new("states", "whole number", "how many states were stored; empty by structure"),
        Entry::new("how", "name", "how it was found: search or structure"),
        Entry::new("solution", "moves", "a shortest solution; empty if only its length was found"),
    ],
};

/// What was found by structure.
pub const STRUCTURE: Sheet = Sheet {
    file: "out/panex/structure.csv",
    columns: &[
        Entry::new("height", "whole number", "the height of the towers"),
        Entry::new("moves", "whole number", "the least number of moves to exchange them, X"),
        U,
        L,
        Entry::new("seconds", "number", "how long it took, with all heights below"),
        Entry::new("how", "name", "how it was found"),
    ],
};

/// The states of every layer of a search from one end.
pub const LAYERS: Sheet = Sheet {
    file: "out/panex/exchange-HEIGHT.csv",
    columns: &[DEPTH, Entry::new("states", "whole number", "the number of states in that layer")],
};

/// The states of every layer of a search from both ends.
pub const LAYERS_OF_BOTH: Sheet = Sheet {
    file: "antipode panex solve --layers, from both ends",
    columns: &[
        DEPTH,
        Entry::new("from_start", "whole number", "the number of states in that layer"),
        Entry::new("from_goal", "whole number", "the same from the other end"),
    ],
};

/// What is known of every height.
pub const LENGTHS: Sheet = Sheet {
    file: "antipode panex table --csv",
    columns: &[
        N,
        Entry::new("T", "whole number", "the least number of moves to transfer a tower"),
        Entry::new(
            "T_bar",
            "whole number",
            "the same but for the first tile, which ends on top of the other tower",
        ),
        Entry::new(
            "S",
            "whole number",
            "the least number of moves to sink the largest tile, from height 2 on",
        ),
        Entry::new(
            "S_bar",
            "whole number",
            "the same with the first tile on top of the other tower at the start",
        ),
        Entry::new(
            "X",
            "whole number",
            "the least number of moves to exchange the towers, or a bound",
        ),
        Entry::new("X_source", "name", "how X was found: search, structure or upper_bound"),
        U,
        L,
    ],
};

/// The construction beside what is known.
pub const CONSTRUCTED: Sheet = Sheet {
    file: "antipode panex construct --compare",
    columns: &[
        N,
        Entry::new("constructed", "whole number", "the number of moves of the construction"),
        Entry::new("least", "whole number", "the least number; empty if it is not known"),
        Entry::new("difference", "whole number", "by how much the construction is longer"),
    ],
};
