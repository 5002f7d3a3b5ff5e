//! Puts a batch on a Slurm cluster.
//!
//! Two jobs are submitted. The first is an array whose tasks search one part of the shards each;
//! what a task finished stays finished, so a task may be stopped, killed, requeued or submitted
//! again at will. The second does the stages behind when no task is left, and may be stopped as
//! well. It depends on the array by `afterany`: after a failed task `afterok` would keep it waiting
//! for ever, whereas `merge` itself refuses and names what is missing.
//!
//! The scripts name everything by absolute paths, which must be the same on all nodes. Of the
//! user's words only the time limit and the name of the batch reach an `#SBATCH` line, where
//! the shell's quotes do not hold; both are kept to harmless characters. The scripts stay beside
//! the logs, in the batch's folder `slurm`.

use std::io::Write;
use std::path::{self, Path};
use std::process::Command;

use antipode_frontier::Progress;
use antipode_sealed::replace;

use crate::batch::Batch;
use crate::config::settings::Overrides;
use crate::document::SealError;
use crate::error::Error;
use crate::shell::quote;
use crate::stages::enumerate::enumerate;

/// How many tasks there are for each that runs at a time: few enough to keep starting them
/// cheap, and more than one, so that whoever is done first takes work from the others.
const ROUNDS: u32 = 4;

/// How many seconds before its time limit a task is told to stop, which it does within a second. Slurm may
/// tell it up to a minute earlier than asked.
const NOTICE: u32 = 60;

/// How often a task that was stopped in time goes on by itself. One whose limit is too short
/// for even a single shard would otherwise go round for ever.
const MOST_REQUEUES: u32 = 20;

/// How a batch is put on a cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order<'a> {
    /// The program that the jobs run.
    pub program: &'a Path,
    /// What it is told in place of the config.
    pub overrides: &'a Overrides,
    /// At most this many tasks run at a time, each on one node.
    pub nodes: u32,
    /// The number of tasks; four times as many as nodes if not given.
    pub tasks: Option<u32>,
    /// The time limit of a task, in the form that Slurm takes.
    pub time: Option<String>,
    /// How many bytes of memory a task may use; three quarters of what it has if not given.
    pub memory: Option<usize>,
    /// Where its searches go that do not fit in memory; the folder of the batch if not given.
    pub scratch: Option<&'a Path>,
}

impl Order<'_> {
    fn tasks(&self) -> usize {
        self.tasks.unwrap_or(self.nodes.saturating_mul(ROUNDS)) as usize
    }
}

/// The jobs of a batch, as Slurm numbers them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submitted {
    /// The array that searches.
    pub array: String,
    /// The job behind it.
    pub merge: String,
    /// The number of tasks of the array.
    pub tasks: usize,
    /// The number of shards that they share.
    pub shards: usize,
}

/// The scripts of both jobs, of which nothing is submitted or written.
///
/// # Errors
/// If the batch is of another config, or a path cannot be told.
pub fn scripts(batch: &Batch, order: &Order<'_>) -> Result<[String; 2], Error> {
    // Before the enumeration nobody knows how many shards there will be.
    let tasks = match batch.plan() {
        Ok(plan) => order.tasks().min(plan.shards.len()),
        Err(foreign @ SealError::Foreign { .. }) => return Err(foreign.into()),
        Err(_) => order.tasks(),
    };
    let jobs = Jobs::new(batch, order, tasks)?;
    Ok([jobs.array(), jobs.merge("ARRAY_JOB")])
}

/// Enumerates a batch and submits its jobs.
///
/// # Errors
/// If it cannot be enumerated, or Slurm is not there or refuses a job.
pub fn submit(
    batch: &Batch,
    order: &Order<'_>,
    progress: &dyn Progress,
) -> Result<Submitted, Error> {
    // Enumerating may take long; that there is no Slurm should show before, not after.
    sbatch(Command::new("sbatch").arg("--version"))?;
    let shards = enumerate(batch, progress)?.shards.len();
    let jobs = Jobs::new(batch, order, order.tasks().min(shards))?;
    let folder = batch.folder.join("slurm");
    let array = queue(&folder, "search.sh", &jobs.array())?;
    let merge = queue(&folder, "merge.sh", &jobs.merge(&array)).map_err(|error| {
        Error::Slurm(format!("job {array} searches, but no job merges: {error}"))
    })?;
    Ok(Submitted { array, merge, tasks: jobs.tasks, shards })
}

/// Keeps a script in `folder`, submits it to run there, and returns the number of its job.
fn queue(folder: &Path, name: &str, script: &str) -> Result<String, Error> {
    replace(&folder.join(name), |file| file.write_all(script.as_bytes()))?;
    let answer = sbatch(Command::new("sbatch").args(["--parsable", name]).current_dir(folder))?;
    // The number alone, or `number;cluster`.
    let job = answer.trim().split(';').next().unwrap_or_default();
    if job.is_empty() || !job.bytes().all(|byte| byte.is_ascii_digit()) {
        let problem = format!("sbatch answered {answer:?} instead of the number of a job");
        return Err(Error::Slurm(problem));
    }
    Ok(job.to_owned())
}

/// Runs `sbatch` and returns what it printed.
fn sbatch(command: &mut Command) -> Result<String, Error> {
    let output = command.output().map_err(Error::NoSlurm)?;
    if !output.status.success() {
        let answer = String::from_utf8_lossy(&output.stderr);
        let lines: Vec<_> = answer.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let why = if lines.is_empty() { output.status.to_string() } else { lines.join("; ") };
        return Err(Error::Slurm(format!("sbatch refused: {why}")));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The scripts of a batch.
struct Jobs {
    /// The name of the batch.
    name: String,
    /// The number of tasks, which is the number of parts of the search.
    tasks: usize,
    /// How many tasks run at a time.
    nodes: u32,
    /// The threads of a task; as many as a node of its own has if not said.
    threads: Option<usize>,
    /// The time limit of a task.
    time: Option<String>,
    /// The program, as a word of shell.
    program: String,
    /// Which batch it is, as words of shell.
    batch: String,
    /// The folder of its results, as a word of shell.
    folder: String,
}

impl Jobs {
    fn new(batch: &Batch, order: &Order<'_>, tasks: usize) -> Result<Self, Error> {
        let settings = &batch.settings;
        let Overrides { pieces, rule, metric, .. } = order.overrides;
        let mut words = vec![absolute(&settings.path)?];
        words.push(format!("--out={}", absolute(&settings.out)?));
        words.extend(pieces.iter().map(|pieces| format!("--pieces={pieces}")));
        words.extend(rule.iter().map(|rule| format!("--rule={rule}")));
        words.extend(metric.iter().map(|metric| format!("--metric={metric}")));
        words.extend(order.memory.map(|bytes| format!("--memory={bytes}")));
        if let Some(scratch) = order.scratch {
            words.push(format!("--scratch={}", absolute(scratch)?));
        }
        let words: Vec<String> = words.iter().map(|word| quote(word)).collect();
        Ok(Jobs {
            name: settings.name.clone(),
            // A batch without a board has no shards, and Slurm no arrays without a task.
            tasks: tasks.max(1),
            nodes: order.nodes,
            threads: settings.threads,
            time: order.time.clone(),
            program: quote(&absolute(order.program)?),
            batch: words.join(" "),
            folder: quote(&absolute(&batch.folder)?),
        })
    }

    /// The script of the array that searches.
    fn array(&self) -> String {
        let Jobs { tasks, nodes, batch, .. } = self;
        // A task must name itself by both numbers: one task of an array has the array's own
        // number, and requeuing that one would requeue all.
        let (head, run, threads) = (self.head(), self.run(), self.threads());
        let ending = ending("${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID");
        format!(
            r#"{head}
#SBATCH --array=1-{tasks}%{nodes}
#SBATCH --output=search-%A_%a.log

{run} search {batch} \
    --shard="$SLURM_ARRAY_TASK_ID/{tasks}" --threads={threads} --quiet
{ending}"#
        )
    }

    /// The script of the job behind the array, which does the stages that are left.
    fn merge(&self, array: &str) -> String {
        let Jobs { batch, folder, .. } = self;
        let (head, run, threads) = (self.head(), self.run(), self.threads());
        let ending = ending("$SLURM_JOB_ID");
        format!(
            r#"{head}
#SBATCH --dependency=afterany:{array}
#SBATCH --output=merge-%j.log

{run} merge {batch} &&
    {run} export {batch} --threads={threads} &&
    {run} gallery {folder}
{ending}"#
        )
    }

    /// What both jobs ask for.
    fn head(&self) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' };
        let name: String = self.name.chars().map(plain).collect();
        let mut head = format!(
            "#!/bin/sh\n#SBATCH --job-name=antipode-{name}\n#SBATCH --nodes=1\n#SBATCH --ntasks=1"
        );
        head += &match self.threads {
            Some(threads) => format!("\n#SBATCH --cpus-per-task={threads}"),
            None => "\n#SBATCH --exclusive\n#SBATCH --mem=0".to_owned(),
        };
        if let Some(time) = &self.time {
            head += &format!("\n#SBATCH --time={time}");
        }
        head + &format!(
            "\n#SBATCH --open-mode=append\n#SBATCH --requeue\n#SBATCH --signal=USR1@{NOTICE}"
        )
    }

    /// Runs the program in a step of its own, as only those are told to stop.
    fn run(&self) -> String {
        format!("srun --cpus-per-task={} {}", self.threads(), self.program)
    }

    /// The number of threads, as a word of shell.
    fn threads(&self) -> String {
        self.threads.map_or(r#""$SLURM_CPUS_ON_NODE""#.to_owned(), |threads| threads.to_string())
    }
}

/// The end of a script: a job that was stopped in time goes on later, as that number.
fn ending(job: &str) -> String {
    format!(
        r#"code=$?

# Stopped before it was complete, by its time limit or by a TERM or USR1: it goes on later.
if [ "$code" -eq 75 ]; then
    if [ "${{SLURM_RESTART_COUNT:-0}}" -lt {MOST_REQUEUES} ]; then
        scontrol requeue "{job}"
    else
        echo "requeued {MOST_REQUEUES} times already; a longer time limit is needed, or another requeue" >&2
    fi
fi
exit "$code"
"#
    )
}

/// The path from the root, which holds wherever a job starts.
fn absolute(path: &Path) -> Result<String, Error> {
    let failed = |problem| Error::Path { path: path.to_owned(), problem };
    let absolute = path::absolute(path).map_err(|_| failed("it has no folder"))?;
    absolute.to_str().map(str::to_owned).ok_or_else(|| failed("it is not UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jobs() -> Jobs {
        Jobs {
            name: "4x4".to_owned(),
            tasks: 16,
            nodes: 4,
            threads: Some(8),
            time: Some("12:00:00".to_owned()),
            program: "/bin/antipode".to_owned(),
            batch: "/home/me/4x4.toml --out=/data".to_owned(),
            folder: "/data/4x4".to_owned(),
        }
    }

    #[test]
    fn the_array_searches_every_part_and_goes_on_after_a_stop() {
        let expected = r#"#!/bin/sh
#SBATCH --job-name=antipode-4x4
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=8
#SBATCH --time=12:00:00
#SBATCH --open-mode=append
#SBATCH --requeue
#SBATCH --signal=USR1@60
#SBATCH --array=1-16%4
#SBATCH --output=search-%A_%a.log

srun --cpus-per-task=8 /bin/antipode search /home/me/4x4.toml --out=/data \
    --shard="$SLURM_ARRAY_TASK_ID/16" --threads=8 --quiet
code=$?

# Stopped before it was complete, by its time limit or by a TERM or USR1: it goes on later.
if [ "$code" -eq 75 ]; then
    if [ "${SLURM_RESTART_COUNT:-0}" -lt 20 ]; then
        scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
    else
        echo "requeued 20 times already; a longer time limit is needed, or another requeue" >&2
    fi
fi
exit "$code"
"#;
        assert_eq!(jobs().array(), expected);
    }

    #[test]
    fn the_merge_waits_for_the_array_whatever_became_of_it() {
        let expected = r#"#!/bin/sh
#SBATCH --job-name=antipode-4x4
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=8
#SBATCH --time=12:00:00
#SBATCH --open-mode=append
#SBATCH --requeue
#SBATCH --signal=USR1@60
#SBATCH --dependency=afterany:17
#SBATCH --output=merge-%j.log

srun --cpus-per-task=8 /bin/antipode merge /home/me/4x4.toml --out=/data &&
    srun --cpus-per-task=8 /bin/antipode export /home/me/4x4.toml --out=/data --threads=8 &&
    srun --cpus-per-task=8 /bin/antipode gallery /data/4x4
code=$?

# Stopped before it was complete, by its time limit or by a TERM or USR1: it goes on later.
if [ "$code" -eq 75 ]; then
    if [ "${SLURM_RESTART_COUNT:-0}" -lt 20 ]; then
        scontrol requeue "$SLURM_JOB_ID"
    else
        echo "requeued 20 times already; a longer time limit is needed, or another requeue" >&2
    fi
fi
exit "$code"
"#;
        assert_eq!(jobs().merge("17"), expected);
    }

    #[test]
    fn without_threads_a_task_takes_a_node_of_its_own() {
        let array = Jobs { threads: None, time: None, ..jobs() }.array();
        assert!(array.contains("#SBATCH --exclusive\n#SBATCH --mem=0\n#SBATCH --open"));
        assert!(array.contains(r#"--threads="$SLURM_CPUS_ON_NODE" "#));
        assert!(!array.contains("#SBATCH --cpus-per-task"));
    }

    #[test]
    fn no_name_breaks_out_of_its_line() {
        let array = Jobs { name: "a b\n#SBATCH $(x)\"é".to_owned(), ..jobs() }.array();
        assert!(array.contains("\n#SBATCH --job-name=antipode-a_b__SBATCH___x___\n"));
    }
}
