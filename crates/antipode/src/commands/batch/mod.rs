//! The commands of batches: the stages, and what helps to run and look at them.

mod args;
mod boards;
mod estimate;
mod foreign;
mod gallery;
mod init;
mod run;
mod status;
mod submit;
mod verify;

use antipode_pipeline::Part;
use anyhow::Result;
use clap::Subcommand;

use args::{BatchArgs, FreshArgs};

use crate::args::Json;

/// What to do with a batch.
#[derive(Debug, Subcommand)]
pub enum BatchCommand {
    /// Do a whole batch: enumerate, search, merge, export and gallery.
    ///
    /// What was enumerated and searched already is not done again, so the same command goes on after
    /// any stop. The tables are made anew.
    #[command(after_help = "\
Examples:
  antipode run configs/4x4.toml
  antipode run configs/4x5.toml --threads 2 --out /data
  antipode run configs/3x4.toml --pieces 5-7 --out /tmp/some")]
    Run {
        #[command(flatten)]
        batch: BatchArgs,
        #[command(flatten)]
        fresh: FreshArgs,
    },

    /// Stage 1: count all boards, cut them into shards, and keep the justsolved ones in boxes.
    #[command(after_help = "\
Examples:
  antipode enumerate configs/4x4.toml
  antipode enumerate configs/4x5.toml --out /data    # boards = false in the config: none are kept")]
    Enumerate {
        #[command(flatten)]
        batch: BatchArgs,
        #[command(flatten)]
        fresh: FreshArgs,
    },

    /// Stage 2: search every class of the shards that stage 1 has cut.
    #[command(after_help = "\
Examples:
  antipode search configs/4x4.toml
  antipode search configs/4x5.toml --shard 3/20    # the third of twenty even parts")]
    Search {
        #[command(flatten)]
        batch: BatchArgs,
        /// Search only part K of N; parts may be searched by different processes and machines.
        #[arg(long, value_name = "K/N")]
        shard: Option<Part>,
    },

    /// Stage 3: add up the results of all shards; refuses if one is missing or damaged.
    #[command(after_help = "\
Example:
  antipode merge configs/4x4.toml    # after search, or several of them on several machines")]
    Merge(BatchArgs),

    /// Stage 4: solve the hardest puzzles again and write the tables.
    #[command(after_help = "\
Example:
  antipode export configs/4x4.toml --memory 4GiB")]
    Export(BatchArgs),

    /// Tell what the search of a batch would take, from samples of its classes.
    ///
    /// Takes up to about a minute and writes nothing. Boards are those that are searched: all of each class
    /// without a goal piece, one of each set of images. States are the boards of all groups that hold
    /// a justsolved board. Core hours are processor time; by number of pieces they are without the
    /// time to make the boards. The truth lies between `_from` and `_to` 19 times out of 20; `_to` is
    /// unknown where a few of the samples tell all that there is. The largest class is the
    /// largest sampled, without a goal piece too; its bytes are what each thread needs to search it. Classes larger than
    /// all of the memory (`on_disk`) are searched on disk, which takes many times as long, and is not counted; in `simple` and
    /// `compound` they cannot be searched.
    #[command(after_help = "\
Examples:
  antipode estimate configs/4x5.toml
  antipode estimate configs/5x5.toml --json")]
    Estimate {
        #[command(flatten)]
        batch: BatchArgs,
        #[command(flatten)]
        json: Json,
    },

    /// Tell how far a batch is.
    #[command(after_help = "\
Examples:
  antipode status configs/4x4.toml
  watch antipode status configs/4x5.toml --out /data")]
    Status {
        #[command(flatten)]
        batch: BatchArgs,
        #[command(flatten)]
        json: Json,
    },

    /// Check every puzzle in the tables of a batch by other means than made them.
    ///
    /// The solution is replayed, and the whole group is searched by the general solver: for its
    /// size, the distance of the start, that no start of the group is harder, and how many are as
    /// hard.
    #[command(after_help = "\
Examples:
  antipode verify out/4x4
  antipode verify out/3x4-slide --threads 2 --memory 4GiB
  antipode verify out/4x4/puzzles.csv --all --json -o verified.jsonl")]
    Verify(verify::VerifyArgs),

    /// Put a batch on a cluster: enumerate here, then queue the search and the other stages.
    ///
    /// The search becomes an array of tasks, each of them a part of the shards; one more job
    /// does what is left when all have ended. With --threads (or `threads` in the config) a task
    /// takes that many cores, without it a whole node. Submitting again searches only what is left
    /// to do. What else a site wants said, sbatch takes from the environment.
    #[command(after_help = "\
Examples:
  antipode submit configs/4x5.toml --engine slurm --nodes 8 --time 12:00:00
  antipode submit configs/4x5.toml --engine slurm --threads 16 --dry-run
  SBATCH_PARTITION=long SBATCH_ACCOUNT=me antipode submit configs/4x5.toml --engine slurm")]
    Submit {
        #[command(flatten)]
        batch: BatchArgs,
        #[command(flatten)]
        order: submit::OrderArgs,
    },

    /// Print the justsolved boards that a batch kept.
    #[command(after_help = "\
Examples:
  antipode enumerate configs/4x4.toml
  antipode boards out/4x4 --pieces 9 | head
  antipode boards out/4x4 --pieces 4 --format csv > boards.csv")]
    Boards(boards::BoardsArgs),

    /// Stage 5: write a page with pictures of the hardest puzzles, to look at and to play.
    #[command(after_help = gallery::EXAMPLES)]
    Gallery(gallery::GalleryArgs),

    /// Write a commented config to start from.
    #[command(after_help = "\
Examples:
  antipode init 3x5                       # writes 3x5.toml
  antipode init 4x4 -o configs/mine.toml")]
    Init(init::InitArgs),
}

/// Does what was asked.
pub fn act(command: BatchCommand) -> Result<()> {
    match command {
        BatchCommand::Run { batch, fresh } => run::run(&batch, &fresh),
        BatchCommand::Enumerate { batch, fresh } => run::enumerate(&batch, &fresh),
        BatchCommand::Search { batch, shard } => run::search(&batch, shard.unwrap_or(Part::WHOLE)),
        BatchCommand::Merge(args) => run::merge(&args),
        BatchCommand::Export(args) => run::export(&args),
        BatchCommand::Estimate { batch, json } => estimate::estimate(&batch, &json),
        BatchCommand::Status { batch, json } => status::status(&batch, &json),
        BatchCommand::Verify(args) => verify::verify(&args),
        BatchCommand::Submit { batch, order } => submit::submit(&batch, &order),
        BatchCommand::Boards(args) => boards::boards(&args),
        BatchCommand::Gallery(args) => gallery::gallery(&args),
        BatchCommand::Init(args) => init::init(&args),
    }
}
