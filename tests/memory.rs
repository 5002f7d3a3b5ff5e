//! Searches keep within the memory that they are given, and find the same whatever it is.

use crate::support::Desk;

/// About what the figures of a row of the tables take, however little memory there is.
const FIGURES_MIB: u64 = 60;

/// Runs a batch of one class by two threads in so many MiB, and compares the tables. There is enough first
/// for the part of one thread, and then for one that has all, or for none.
fn is_searched_alike(config: &str, memories: &[u64]) {
    let desk = Desk::new();
    desk.write("configs/class.toml", config);
    let files = ["hardest.csv", "puzzles.csv", "classes.csv", "summary.json"];
    let mut tables = Vec::new();
    for memory in memories {
        desk.ok(&format!(
            "run configs/class.toml --yes --threads 2 --memory {memory}MiB --out {memory}"
        ));
        let peak = desk.peak_memory(&format!("{memory}/class"));
        assert!(peak <= FIGURES_MIB.max(memory * 11 / 10), "{peak} of {memory} MiB");
        tables.push(files.map(|file| desk.read(&format!("{memory}/class/{file}"))));
    }
    assert!(tables.iter().all(|table| *table == tables[0]));
}

/// The config of a batch of one class, so many single cells on a grid of width 4.
fn of_singles(singles: usize, height: u32, family: &str, metric: &str) -> String {
    format!(
        "width = 4\nheight = {height}\nfamily = \"{family}\"\nmetric = \"{metric}\"\nboards = false\n\
         shapes.exactly = {:?}\n",
        vec!["X"; singles]
    )
}

/// Searches a batch by so many threads in so many MiB, and returns its tally.
fn searched_within(config: &str, threads: u32, memory: u64) -> String {
    let desk = Desk::new();
    desk.write("configs/batch.toml", config);
    let batch = format!("configs/batch.toml --threads {threads}");
    desk.ok(&format!("enumerate {batch} --memory {memory}MiB"));
    desk.ok(&format!("search {batch} --memory {memory}MiB"));
    desk.ok("merge configs/batch.toml");
    let peak = desk.peak_memory("out/batch");
    assert!(peak <= memory * 11 / 10, "{peak} of {memory} MiB");
    desk.read("out/batch/tally.json")
}

#[test]
fn threads_that_share_the_memory_keep_within_it_together() {
    // Where there is plenty, four threads take 60 MiB of it.
    let batch = "width = 2\nheight = 9\npieces = 11\nboards = false\ntop = 1\n";
    assert_eq!(searched_within(batch, 1, 4096), searched_within(batch, 4, 40));
}

/// Searches a batch by two threads in so many MiB, and by one in plenty. These parts are in both tallies.
fn is_tallied_alike(batch: &str, memory: u64, parts: &[&str]) {
    let tally = searched_within(batch, 2, memory);
    assert_eq!(tally, searched_within(batch, 1, 4096));
    for part in parts {
        assert!(tally.contains(part), "{part} in {tally}");
    }
}

#[test]
fn all_places_as_goals_take_no_more_memory_than_there_is() {
    // The only class has 19 million starts, which are met distance by distance; too many are the hardest to be listed.
    let batch = of_singles(8, 5, "simple", "move");
    let parts = ["..../..../..../BCDE/AFGH", "..../..../..../..../...A", "\"ties\":18972,"];
    is_tallied_alike(&batch, 32, &parts);
}

#[test]
fn starts_anywhere_take_no_more_memory_than_there_is() {
    // Of 6 million starts in a group there are millions at some distances.
    let batch = of_singles(8, 6, "simple2", "move");
    is_tallied_alike(&batch, 52, &["..../..../..../..../BCDE/AFGH"]);
}

#[test]
#[ignore = "long: a quarter of a minute"]
fn very_many_starts_at_the_last_distance_take_no_more_memory_than_there_is() {
    let batch = of_singles(10, 5, "simple2", "super-move");
    is_tallied_alike(&batch, 192, &["..../...B/...C/ADEF/GHIJ"]);
}

#[test]
fn a_class_of_4x5_is_searched_alike_whatever_the_memory() {
    // With less still it is searched on disk, as in the tests of what survives.
    is_searched_alike(
        "width = 4\nheight = 5\nboards = false\n\
         shapes.exactly = [\"XX\", \"XX\", \"XX\", \"X/X\", \"X/X\", \"X\", \"X\"]\n",
        &[1024, 40],
    );
}

/// Runs a batch of one class of 5x5 by two threads in so many MiB, and compares its tables with those that it has where
/// memory is plenty. Returns how many MiB the first run took.
fn peak_of_rows(metric: &str, shapes: &[&str], memory: u64) -> u64 {
    let desk = Desk::new();
    let class = format!("metric = \"{metric}\"\nboards = false\nshapes.exactly = {shapes:?}\n");
    desk.write("class.toml", &format!("width = 5\nheight = 5\n{class}"));
    let tables = [memory, 8192].map(|memory| {
        desk.ok(&format!(
            "run class.toml --yes --threads 2 --memory {memory}MiB --out {memory} --quiet"
        ));
        ["hardest.csv", "puzzles.csv"].map(|file| desk.read(&format!("{memory}/class/{file}")))
    });
    assert_eq!(tables[0], tables[1]);
    desk.peak_memory(&format!("{memory}/class"))
}

#[test]
#[ignore = "long: a quarter of a minute"]
fn a_row_of_an_open_class_takes_no_more_than_is_said() {
    let peak = peak_of_rows("move", &[".X/XX", ".X/XX", "XX", "X", "X"], 100);
    assert!((100..=400).contains(&peak), "{peak} MiB");
}

#[test]
#[ignore = "long: minutes"]
fn rows_that_take_more_than_their_part_are_made_one_by_one() {
    // Its figures take more than half of that.
    let peak = peak_of_rows("super-move", &["X"; 5], 850);
    assert!((425..=935).contains(&peak), "{peak} MiB");
}

#[test]
#[ignore = "long: minutes"]
fn the_lists_of_a_class_of_5x5_count_when_it_is_searched_on_disk() {
    // Before the last there is enough for one thread that has all and lists less.
    is_searched_alike(
        "width = 5\nheight = 5\nboards = false\n\
         shapes.exactly = [\"XX\", \"X\", \"X\", \"X\", \"X\", \"X\", \"X\"]\n",
        &[4096, 256, 144, 80],
    );
}

#[test]
#[ignore = "long: minutes"]
fn one_thread_on_disk_keeps_within_the_memory() {
    // The graph of the second metric comes after a search on disk.
    let batch = "width = 5\nheight = 5\nmetric = [\"move\", \"slide\"]\nboards = false\n\
                 shapes.exactly = [\"XX\", \"XX\", \".X/XX\", \"X./XX\", \"X\", \"X\", \"X\"]\n";
    assert_eq!(searched_within(batch, 1, 254), searched_within(batch, 2, 4096));
}

#[test]
fn the_edges_of_a_compound_class_are_part_of_its_memory() {
    // The boards and their cliques would fit. The second class has fewer boards, and more edges from each.
    for (singles, height, metric, memory) in [(5, 7, "move", 32), (6, 5, "super-move", 64)] {
        let desk = Desk::new();
        desk.write("class.toml", &of_singles(singles, height, "compound", metric));
        let run = format!("run class.toml --yes --threads 1 --memory {memory}MiB");
        let error = desk.fails(&run, 1);
        assert!(error.contains("--memory says how much"), "{error}");
    }
}
