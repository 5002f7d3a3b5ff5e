//! The commands of the Panex puzzle.

mod construct;
mod draw;
mod levels;
mod machine;
mod play;
mod results;
mod sheets;
mod solve;
mod table;
mod task;
mod text;
mod times;

use anyhow::Result;
use clap::Subcommand;

use crate::sheet::Sheet;

/// The CSV files of these commands.
pub const SHEETS: &[Sheet] = &[
    sheets::RESULTS,
    sheets::STRUCTURE,
    sheets::LAYERS,
    sheets::LAYERS_OF_BOTH,
    sheets::LENGTHS,
    sheets::CONSTRUCTED,
];

const POSITIONS: &str = "\
Positions: LEFT/CENTRE/RIGHT, the tiles of each track from the bottom up, b1 to b12 blue and o1 to \
o12 orange: b3b2b1//o3o2o1 is the start of towers of height 3. A tile is as deep as it can go \
unless its layer is given: b1@0 is in the top cell.

Moves: L>C takes the highest tile of the left track to the centre, as deep as it goes; L>C@1 stops \
in layer 1, and L@3>L@5 takes the tile in layer 3 down to layer 5.";

/// Examples, and how positions are written.
fn with_positions(examples: &str) -> String {
    format!("{examples}\n\n{POSITIONS}")
}

/// The subcommands of `antipode panex`.
#[derive(Debug, Subcommand)]
pub enum PanexCommand {
    /// Find a shortest solution, from any position to any other.
    ///
    /// The search goes from both ends, or from one where swapping the colours makes the start into
    /// the goal. The solution is replayed before it is shown. Of higher towers the least number of
    /// moves is found by structure: from what the highest tiles can do between the positions in
    /// which larger ones pass.
    #[command(after_help = with_positions("\
Examples:
  antipode panex solve --exchange --height 4
  antipode panex solve --transfer --barred --height 7 --json
  antipode panex solve --exchange --height 3 --html panex.html
  antipode panex solve --from b2b1//o2o1 --to b1/b2/o2o1
  antipode panex solve --exchange --height 9 --length-only --checkpoint /data/x9
  antipode panex solve --exchange --height 14 --certify"))]
    Solve(solve::SolveArgs),

    /// Print the least numbers of moves for towers of height 1, 2, 3, .. and their bounds.
    ///
    /// T, S and their barred forms are by formula, which results that were found must match. X is
    /// what a search or structure found (now with --search, or kept, or published), or else an
    /// upper bound.
    #[command(after_help = "\
Examples:
  antipode panex table --height 10
  antipode panex table --height 8 --search 5 --csv
  antipode panex table --height 14 --search 14 --by structure")]
    Table(table::TableArgs),

    /// Write the moves of the paper's construction, replayed.
    ///
    /// Nothing is searched, so towers may be up to 40 high. More than ten million moves are written
    /// only with --all.
    #[command(after_help = "\
Examples:
  antipode panex construct --exchange --height 40 --count
  antipode panex construct --sink --barred --inverse --height 4
  antipode panex construct --exchange --height 8 --compare")]
    Construct(construct::ConstructArgs),

    /// Draw a position.
    #[command(after_help = with_positions("\
Examples:
  antipode panex draw b3b2b1//o3o2o1 -o start.svg
  antipode panex draw /b3b2b1/o3o2o1 > transferred.svg"))]
    Draw(draw::DrawArgs),
}

/// Does a subcommand.
pub fn act(command: &PanexCommand) -> Result<()> {
    match command {
        PanexCommand::Solve(args) => solve::solve(args),
        PanexCommand::Table(args) => table::table(args),
        PanexCommand::Construct(args) => construct::write(args),
        PanexCommand::Draw(args) => draw::draw(args),
    }
}
