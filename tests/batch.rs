//! Batches on small grids, from config to tables.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::Desk;
use crate::support::same::{assert_same, assert_untouched};

const ROW_3X3: &str = "1 2 5 10 14 22 18 13";

#[test]
fn a_run_ends_on_the_table() {
    let desk = Desk::new();
    for (name, row, justsolved) in [
        ("2x2", "1 2 5", 10),
        ("3x2", "1 2 5 5 9", 93),
        ("3x3", ROW_3X3, 3_026),
        ("3x4", "1 2 6 18 29 30 37 43 28 24 17", 101_063),
    ] {
        let output = desk.ok(&format!("run configs/{name}.toml"));
        assert!(output.starts_with(&format!("{row}\njustsolved={justsolved}\n")), "{output}");
    }
}

#[test]
fn every_table_is_written() {
    let desk = Desk::new();
    desk.ok("run configs/3x3.toml");
    let hardest = desk.read("out/3x3/hardest.csv");
    let mut lines = hardest.lines();
    assert_eq!(
        lines.next().unwrap(),
        "grid,family,rule,metric,pieces,holes,goal_shape,moves,start,goal,ties,group_states,\
         solution,bb,bb_error,paths,on_paths,branching,dead_ends,walk"
    );
    assert_eq!(
        lines.next().unwrap(),
        "3x3,simple3,strict,move,1,5,..A/AAA,1,..A/AAA/...,.../..A/AAA,31,2,Ad,\
         0.0,0.0,1,1.0000,1.000,1,1.0"
    );
    assert_eq!(hardest.lines().count(), 9);
    let row = hardest.lines().nth(8).unwrap();
    assert!(
        row.starts_with(
            "3x3,simple3,strict,move,8,1,A,13,ABC/DEF/GH.,DBC/EH./GFA,1,72,\
         Fd Cd Br Ar Du El Ad Bl Cu Ar Hu Fl Ad,"
        ),
        "{row}"
    );
    assert_eq!(desk.read("out/3x3/puzzles.csv").lines().count(), 101);
    let classes = desk.read("out/3x3/classes.csv");
    assert!(classes.starts_with("pieces,sizes,boards,groups,states,hardest\n"), "{classes}");
    assert!(classes.contains("\n8,1+1+1+1+1+1+1+1,2,1,72,13\n"), "{classes}");
    let summary: serde_json::Value =
        serde_json::from_str(&desk.read("out/3x3/summary.json")).unwrap();
    for (key, value) in [("justsolved", 3_026), ("groups", 1_171), ("states", 22_392)] {
        assert_eq!(summary[key], value, "{key}");
    }
    let timing: serde_json::Value =
        serde_json::from_str(&desk.read("out/3x3/timing.json")).unwrap();
    assert!(timing["search"]["states"].as_u64().unwrap() > 10_000);
}

#[test]
fn threads_generators_and_stages_leave_the_same_files() {
    let desk = Desk::new();
    desk.ok("run configs/3x4.toml --threads 1 --out one");
    desk.ok("run configs/3x4.toml --threads 2 --out two");
    let one = desk.files("one/3x4");
    assert_same(&one, &desk.files("two/3x4"));
    for stage in ["enumerate", "search", "merge", "export", "gallery"] {
        desk.ok(&format!("{stage} configs/3x4.toml --out staged"));
    }
    assert_same(&one, &desk.files("staged/3x4"));

    // Without boxes the search makes the boards again, and finds the same.
    desk.write("3x4.toml", &(desk.read("configs/3x4.toml") + "\nboards = false\n"));
    desk.ok("run 3x4.toml --out bare");
    let mut bare = one.clone();
    bare.retain(|path, _| !path.starts_with("boards"));
    assert_same(&bare, &desk.files("bare/3x4"));

    // Fillboard sees more packings on its way; what it finds is the same.
    desk.write("3x4.toml", &(desk.read("configs/3x4.toml") + "\ngenerator = \"fillboard\"\n"));
    desk.ok("run 3x4.toml --out filled");
    let filled = desk.files("filled/3x4");
    for (path, bytes) in &one {
        let name = path.to_string_lossy();
        if name.starts_with("boards") || name.ends_with(".csv") {
            assert!(filled[path] == *bytes, "{name} differs");
        }
    }
}

#[test]
fn parts_searched_apart_merge_into_the_whole() {
    let desk = Desk::new();
    desk.ok("run configs/3x4.toml --out whole");
    let cut = desk.ok("enumerate configs/3x4.toml");
    let shards = cut.lines().find_map(|line| line.strip_prefix("shards="));
    let shards: usize = shards.unwrap().parse().unwrap();
    desk.ok("search configs/3x4.toml --shard 2/3");
    let error = desk.fails("merge configs/3x4.toml", 2);
    assert!(error.contains("0001.json is missing"), "{error}");
    // The second, the fifth and so on.
    let done = format!("\ndone={}\n", (shards + 1) / 3);
    assert!(desk.ok("status configs/3x4.toml").contains(&done));
    desk.ok("search configs/3x4.toml --shard 3/3");
    desk.ok("search configs/3x4.toml --shard 1/3");
    desk.ok("merge configs/3x4.toml");
    desk.ok("export configs/3x4.toml");
    desk.ok("gallery configs/3x4.toml");
    assert_same(&desk.files("whole/3x4"), &desk.files("out/3x4"));
}

#[test]
fn an_estimate_is_near_the_truth_and_writes_nothing() {
    let desk = Desk::new();
    let output = desk.ok("estimate configs/3x4.toml");
    let value = |key: &str| -> f64 {
        let line = output.lines().find_map(|line| line.strip_prefix(key));
        line.and_then(|value| value.parse().ok()).expect(key)
    };
    // The whole batch has 101,063 justsolved boards in groups of 994,059.
    assert!((value("justsolved=") / 101_063.0 - 1.0).abs() < 0.25, "{output}");
    assert!((value("states=") / 994_059.0 - 1.0).abs() < 0.25, "{output}");
    assert!(!desk.path("out").exists());
}

#[test]
fn a_memory_budget_changes_no_table() {
    let desk = Desk::new();
    desk.ok("run configs/3x3.toml --out roomy");
    desk.ok("run configs/3x3.toml --out tight --memory 16KiB --scratch spill");
    assert_same(&desk.files("roomy/3x3"), &desk.files("tight/3x3"));
    assert_eq!(desk.files("spill").len(), 0, "nothing is left behind");
    for size in ["0", "8", "8XB", "GiB", "99999999999999999999GiB", "-1MiB"] {
        let code = if size == "8" { Some(0) } else { Some(2) };
        let words = format!("status configs/3x3.toml --out roomy --memory={size}");
        assert_eq!(desk.run(&words).status.code(), code, "{size}");
    }
}

#[test]
fn a_damaged_shard_is_named_and_done_again() {
    let desk = Desk::new();
    desk.ok("run configs/3x4.toml");
    let whole = desk.files("out/3x4");
    let shard = desk.path("out/3x4/shards/0003.json");
    let text = fs::read_to_string(&shard).unwrap();
    fs::write(&shard, text.replacen("boards\":", "boards\": ", 1)).unwrap();
    let error = desk.fails("merge configs/3x4.toml", 2);
    assert!(error.contains("0003.json is damaged (its checksum is wrong)"), "{error}");
    fs::write(&shard, &text[..text.len() / 2]).unwrap();
    let error = desk.fails("merge configs/3x4.toml", 2);
    assert!(error.contains("0003.json is damaged"), "{error}");
    let states = || {
        let timing: serde_json::Value =
            serde_json::from_str(&desk.read("out/3x4/timing.json")).unwrap();
        timing["search"]["states"].as_u64().unwrap()
    };
    let before = states();
    let shards = desk.files("out/3x4/shards").len();
    let told = String::from_utf8(desk.run("run configs/3x4.toml").stderr).unwrap();
    assert!(told.contains("shard 3 is done again"), "{told}");
    let known = format!("going on after {} of {shards} shards", shards - 1);
    assert!(told.contains(&known), "{told}");
    assert!(states() > before, "what a stage takes is summed over its runs");
    assert_same(&whole, &desk.files("out/3x4"));
}

#[test]
fn a_shard_is_not_taken_for_another() {
    let desk = Desk::new();
    desk.ok("run configs/3x4.toml");
    let whole = desk.files("out/3x4");
    fs::copy(desk.path("out/3x4/shards/0001.json"), desk.path("out/3x4/shards/0002.json")).unwrap();
    let error = desk.fails("merge configs/3x4.toml", 2);
    assert!(error.contains("0002.json is damaged (it is a shard 1 of "), "{error}");
    desk.ok("run configs/3x4.toml");
    assert_same(&whole, &desk.files("out/3x4"));
}

#[test]
fn another_generator_checks_the_first() {
    let desk = Desk::new();
    desk.ok("run configs/3x3.toml");
    let packing = desk.files("out/3x3");
    let config = desk.read("configs/3x3.toml");
    desk.write("configs/3x3.toml", &format!("{config}\ngenerator = \"fillboard\"\n"));
    let told = String::from_utf8(desk.run("run configs/3x3.toml").stderr).unwrap();
    assert!(
        told.contains("by the other generator") && told.contains("search: up to date"),
        "{told}"
    );
    desk.ok("run configs/3x3.toml --out fresh");
    assert_same(&desk.files("out/3x3"), &desk.files("fresh/3x3"));
    assert!(desk.read("out/3x3/summary.json").contains("\"packings_seen\": 28423"));
    desk.write("configs/3x3.toml", &config);
    desk.ok("run configs/3x3.toml");
    assert_same(&packing, &desk.files("out/3x3"));
}

#[test]
fn a_damaged_box_is_refused_by_name_and_tables_stay() {
    let desk = Desk::new();
    desk.ok("run configs/3x4.toml");
    let path = desk.path("out/3x4/boards/p07.boards");
    let bytes = fs::read(&path).unwrap();
    let tables = desk.read("out/3x4/hardest.csv");
    fs::remove_dir_all(desk.path("out/3x4/shards")).unwrap();

    let mut cases: Vec<Vec<u8>> =
        [0, 10, bytes.len() / 2, bytes.len() - 1].map(|length| bytes[..length].to_vec()).to_vec();
    for place in (0..bytes.len()).step_by(bytes.len() / 50) {
        let mut altered = bytes.clone();
        altered[place] ^= 1;
        cases.push(altered);
    }
    for case in cases {
        fs::write(&path, case).unwrap();
        let error = desk.fails("search configs/3x4.toml", 2);
        assert!(error.contains("p07.boards is damaged"), "{error}");
        assert!(!desk.path("out/3x4/shards").exists(), "nothing is written");
    }
    assert_eq!(desk.read("out/3x4/hardest.csv"), tables);
    fs::write(&path, &bytes).unwrap();
    desk.ok("search configs/3x4.toml");
}

#[test]
fn another_config_is_not_mixed_in() {
    let desk = Desk::new();
    desk.ok("run configs/3x3.toml");
    let before = desk.files("out/3x3");
    let config = desk.read("configs/3x3.toml");
    desk.write("configs/3x3.toml", &format!("{config}\nmin_holes = 2\n"));
    let error = desk.fails("run configs/3x3.toml", 2);
    assert!(error.contains("another config") && error.contains("--fresh"), "{error}");
    assert_untouched(&before, &desk.files("out/3x3"));
    for command in ["status", "gallery", "submit --engine slurm --dry-run"] {
        let error = desk.fails(&format!("{command} configs/3x3.toml"), 2);
        assert!(
            error.contains("another config") && error.contains("--fresh"),
            "{command}: {error}"
        );
    }
    // Neither where the manifest of the other one is damaged, or of another version.
    let manifest = desk.read("out/3x3/manifest.json");
    let older = manifest.replacen("\"format\":", "\"format\":1", 1);
    for (text, named) in [(&manifest[..99], "0001.json"), (older.as_str(), "manifest.json")] {
        desk.write("out/3x3/manifest.json", text);
        let error = desk.fails("run configs/3x3.toml", 2);
        assert!(error.contains(&format!("{named} belongs to another config")), "{error}");
    }
    desk.write("out/3x3/manifest.json", &manifest);
    assert_untouched(&before, &desk.files("out/3x3"));
    // Neither where nothing but its shards tells which config it was.
    fs::remove_file(desk.path("out/3x3/manifest.json")).unwrap();
    let error = desk.fails("run configs/3x3.toml", 2);
    assert!(error.contains("0001.json belongs to another config"), "{error}");
    // Nor where somebody else's shards came in between.
    let foreign = desk.files("out/3x3/shards");
    desk.ok("run configs/3x3.toml --fresh");
    for (path, bytes) in &foreign {
        fs::write(desk.path("out/3x3/shards").join(path), bytes).unwrap();
    }
    for command in ["search", "merge", "status", "run"] {
        let error = desk.fails(&format!("{command} configs/3x3.toml"), 2);
        assert!(
            error.contains("another config") && error.contains("--fresh"),
            "{command}: {error}"
        );
    }
    assert_eq!(desk.files("out/3x3/shards"), foreign);
    desk.ok("run configs/3x3.toml --fresh");
    desk.write("configs/3x3.toml", &config);
    // Nor are published tables, which have no more than themselves beside them, replaced by those of another.
    for name in ["manifest.json", "tally.json", "timing.json"] {
        fs::remove_file(desk.path("out/3x3").join(name)).unwrap();
    }
    for name in ["shards", "boards"] {
        fs::remove_dir_all(desk.path("out/3x3").join(name)).unwrap();
    }
    let tables = desk.files("out/3x3");
    for command in ["run", "enumerate", "submit --engine slurm"] {
        let error = desk.fails(&format!("{command} configs/3x3.toml"), 2);
        assert!(error.contains("summary.json belongs to another config"), "{command}: {error}");
        assert!(error.contains("--fresh") && error.contains("--out"), "{command}: {error}");
    }
    assert_same(&tables, &desk.files("out/3x3"));
    // Whatever else lies there, and whether or not anything tells whose they are.
    fs::create_dir(desk.path("out/3x3/boards")).unwrap();
    let summary = desk.read("out/3x3/summary.json");
    for (told, expected) in [
        (Some(summary.as_str()), "summary.json belongs to another config"),
        (Some(&summary[..99]), "summary.json is damaged"),
        (Some("{}"), "hardest.csv may be of something else"),
        (None, "hardest.csv may be of something else"),
    ] {
        fs::remove_file(desk.path("out/3x3/summary.json")).unwrap();
        if let Some(told) = told {
            desk.write("out/3x3/summary.json", told);
        }
        let error = desk.fails("run configs/3x3.toml", 2);
        assert!(error.contains(expected) && error.contains("--out"), "{error}");
        assert_eq!(desk.read("out/3x3/hardest.csv").as_bytes(), tables[Path::new("hardest.csv")]);
    }
    desk.ok("run configs/3x3.toml --fresh");
    // So are documents of other programs, but none of ours that was cut off.
    let app = "{\n  \"name\": \"My own\",\n  \"icons\": []\n}\n";
    let manifest = desk.read("out/3x3/manifest.json");
    desk.write("out/3x3/manifest.json", app);
    let error = desk.fails("run configs/3x3.toml", 2);
    assert!(error.contains("manifest.json is nothing that a batch writes"), "{error}");
    assert_eq!(desk.read("out/3x3/manifest.json"), app);
    desk.write("out/3x3/manifest.json", &manifest);
    for (name, found) in [
        ("tally.json", "to be counted:\napples\n"),
        ("timing.json", "{\"begun\": \"at noon\"}"),
        ("command.txt", "my own list"),
        ("summary.json", "not to forget: apples\n"),
        ("hardest.csv", "my own,list\n"),
        ("classes.csv", "class,pupils\n7b,24\n"),
        ("index.html", "<!DOCTYPE html>\n<title>My own</title>\n"),
    ] {
        let ours = desk.read(&format!("out/3x3/{name}"));
        desk.write(&format!("out/3x3/{name}"), found);
        for fresh in ["", " --fresh"] {
            let error = desk.fails(&format!("run configs/3x3.toml{fresh}"), 2);
            assert!(error.contains(name) && error.contains("move it away"), "{name}: {error}");
            assert_eq!(desk.read(&format!("out/3x3/{name}")), found);
        }
        desk.write(&format!("out/3x3/{name}"), &ours[..ours.len() / 2]);
        desk.ok("run configs/3x3.toml");
    }
    // Nor is a table deleted that the config does not ask for.
    desk.write("out/3x3/groups.csv", "age,visitors\n");
    assert!(desk.fails("export configs/3x3.toml", 2).contains("groups.csv is nothing that"));
    assert_eq!(desk.read("out/3x3/groups.csv"), "age,visitors\n");
    fs::remove_file(desk.path("out/3x3/groups.csv")).unwrap();
    for length in [0, 40, manifest.find('\n').unwrap() + 1, manifest.len() - 9] {
        desk.write("out/3x3/manifest.json", &manifest[..length]);
        desk.ok("run configs/3x3.toml");
        assert_eq!(desk.read("out/3x3/manifest.json"), manifest);
    }
}

#[test]
fn what_is_in_the_way_is_refused_before_anything_is_searched_or_deleted() {
    let desk = Desk::new();
    desk.write("configs/2x2.toml", "width = 2\nheight = 2\n");
    desk.ok("run configs/2x2.toml");
    let done = desk.files("out/2x2");
    let aside = desk.path("aside");
    for name in ["hardest.csv", "groups.csv", "summary.json", "tally.json", "shards", "boards"] {
        let path = desk.path("out/2x2").join(name);
        let was_there = fs::rename(&path, &aside).is_ok();
        match aside.is_dir() {
            true => fs::write(&path, "").unwrap(),
            false => fs::create_dir(&path).unwrap(),
        }
        for command in ["run", "run --fresh", "enumerate", "search", "export"] {
            let error = desk.fails(&format!("{command} configs/2x2.toml"), 2);
            assert!(error.contains(&format!("{name} is nothing that a batch writes")), "{error}");
        }
        match path.is_dir() {
            true => fs::remove_dir(&path).unwrap(),
            false => fs::remove_file(&path).unwrap(),
        }
        if was_there {
            fs::rename(&aside, &path).unwrap();
        }
    }
    assert_same(&done, &desk.files("out/2x2"));
}

#[test]
fn a_missing_box_is_named() {
    let desk = Desk::new();
    desk.ok("enumerate configs/3x3.toml --quiet");
    fs::remove_file(desk.path("out/3x3/boards/p04.boards")).unwrap();
    let error = desk.fails("search configs/3x3.toml", 2);
    assert!(
        error.contains("p04.boards is missing") && error.contains("antipode enumerate"),
        "{error}"
    );
}

#[test]
fn a_file_in_the_way_is_named() {
    let desk = Desk::new();
    desk.write("file", "");
    fs::create_dir(desk.path("taken")).unwrap();
    desk.write("taken/3x3", "");
    for (out, told) in [
        ("file", "is a file; name a folder"),
        ("file/below", "is a file; name a folder"),
        ("taken", "taken/3x3 is a file, where the folder of the batch belongs"),
    ] {
        let error = desk.fails(&format!("run configs/3x3.toml --out {out}"), 2);
        assert!(error.contains(told) && error.lines().count() == 1, "{error}");
    }
    let error = desk.fails("submit /dev/stdin --engine slurm --dry-run", 2);
    assert!(error.contains("write it to a file"), "{error}");
}

#[test]
fn a_page_is_of_the_batch_that_is_asked_for() {
    let desk = Desk::new();
    desk.ok("run configs/3x3.toml --metric slide --quiet");
    fs::remove_file(desk.path("out/3x3-slide/index.html")).unwrap();
    desk.ok("gallery configs/3x3.toml --metric slide --quiet");
    assert!(desk.path("out/3x3-slide/index.html").exists());
    assert!(desk.fails("gallery out/3x3-slide --metric slide", 2).contains("go with a config"));
}

#[test]
fn a_part_of_the_pieces_does_not_cost_the_whole_batch() {
    let desk = Desk::new();
    desk.ok("run configs/3x3.toml");
    let before = desk.files("out/3x3");
    assert!(desk.ok("run configs/3x3.toml --pieces 3-5").starts_with("5 10 14\n"));
    assert!(desk.ok("run configs/3x3.toml --pieces 3-5 --fresh").starts_with("5 10 14\n"));
    assert_untouched(&before, &desk.files("out/3x3"));
    assert!(desk.path("out/3x3-pieces-3-5/hardest.csv").exists());
}

#[cfg(unix)]
#[test]
fn what_starts_over_keeps_links_and_files_of_others_and_leaves_no_scratch() {
    let desk = Desk::new();
    desk.ok("run configs/3x3.toml --quiet");
    let before = desk.files("out/3x3");
    fs::rename(desk.path("out/3x3/shards"), desk.path("elsewhere")).unwrap();
    std::os::unix::fs::symlink(desk.path("elsewhere"), desk.path("out/3x3/shards")).unwrap();
    fs::create_dir(desk.path("precious")).unwrap();
    desk.write("precious/file", "");
    std::os::unix::fs::symlink(desk.path("precious"), desk.path("elsewhere/link")).unwrap();
    fs::create_dir(desk.path("elsewhere/photos")).unwrap();
    let others = ["elsewhere/photos/1.jpg", "elsewhere/notes.json", "out/3x3/boards/p.boards"];
    for other in others {
        desk.write(other, "mine");
    }
    let old = desk.path("elsewhere/0001.json").metadata().unwrap().modified().unwrap();
    fs::create_dir_all(desk.path("out/3x3/scratch/scratch-0123456789abcdef")).unwrap();
    desk.write("out/3x3/scratch/scratch-0123456789abcdef/lock", "");
    desk.write("out/3x3/scratch/scratch-0123456789abcdef/runs", "gigabytes");
    desk.ok("run configs/3x3.toml --quiet --fresh");
    assert!(desk.path("out/3x3/shards").is_symlink() && desk.path("precious/file").exists());
    assert!(desk.path("elsewhere/0001.json").metadata().unwrap().modified().unwrap() > old);
    assert!(!desk.path("out/3x3/scratch/scratch-0123456789abcdef").exists());
    for other in others {
        assert_eq!(desk.read(other), "mine", "{other}");
        fs::remove_file(desk.path(other)).unwrap();
    }
    fs::remove_file(desk.path("elsewhere/link")).unwrap();
    fs::remove_file(desk.path("out/3x3/shards")).unwrap();
    fs::rename(desk.path("elsewhere"), desk.path("out/3x3/shards")).unwrap();
    fs::remove_dir_all(desk.path("out/3x3/scratch")).unwrap();
    assert_same(&before, &desk.files("out/3x3"));
}

#[test]
fn only_what_makes_a_batch_can_start_it_over() {
    let desk = Desk::new();
    desk.ok("run configs/3x3.toml --quiet");
    let before = desk.files("out/3x3");
    for command in ["status", "estimate", "merge", "export", "search --shard 1/4"] {
        let error = desk.fails(&format!("{command} configs/3x3.toml --fresh"), 2);
        assert!(error.contains("'--fresh'"), "{command}: {error}");
    }
    assert_untouched(&before, &desk.files("out/3x3"));
    // An hour of work is not deleted in passing.
    let timing = desk.read("out/3x3/timing.json");
    let long = timing.replacen("\"seconds\": ", "\"seconds\": 3600", 1);
    desk.write("out/3x3/timing.json", &long);
    let error = desk.fails("run configs/3x3.toml --fresh", 2);
    assert!(error.contains("manifest.json") && error.contains("--yes"), "{error}");
    assert_untouched(&before, &desk.files("out/3x3"));
    let told = desk.run("run configs/3x3.toml --fresh --yes").stderr;
    assert!(String::from_utf8(told).unwrap().contains("starting over: deleting out/3x3/manifest"));
    assert_same(&before, &desk.files("out/3x3"));
}

#[test]
fn a_damaged_box_does_not_cost_the_shards() {
    let desk = Desk::new();
    desk.ok("run configs/3x4.toml --quiet");
    let before = desk.files("out/3x4");
    let shard = |desk: &Desk| fs::metadata(desk.path("out/3x4/shards/0001.json")).unwrap();
    let written = shard(&desk).modified().unwrap();
    let path = desk.path("out/3x4/boards/p07.boards");
    let mut bytes = fs::read(&path).unwrap();
    bytes[100] ^= 1;
    fs::write(&path, bytes).unwrap();
    desk.ok("run configs/3x4.toml --quiet");
    assert_untouched(&before, &desk.files("out/3x4"));
    assert_eq!(shard(&desk).modified().unwrap(), written);
}

#[test]
fn two_processes_do_not_search_the_same_shards() {
    let desk = Desk::new();
    desk.ok("enumerate configs/3x4.toml --quiet");
    let start = || {
        let mut command = desk.command("search configs/3x4.toml --threads 1");
        command.stderr(Stdio::piped()).spawn().unwrap()
    };
    let both = [start(), start()].map(|child| child.wait_with_output().unwrap());
    let mut searched = 0;
    let mut shards = 0;
    for output in both {
        assert!(output.status.success());
        let told = String::from_utf8(output.stderr).unwrap();
        // "search: 12 of 20 shards, .."; nothing where the other had done all before.
        for line in told.lines().filter(|line| line.contains(" million states, ")) {
            let numbers: Vec<usize> =
                line.split(' ').filter_map(|word| word.parse().ok()).collect();
            searched += numbers[0];
            shards = numbers[1];
        }
    }
    assert_eq!(searched, shards);
    desk.ok("run configs/3x4.toml --quiet");
    desk.ok("run configs/3x4.toml --quiet --out alone");
    assert_same(&desk.files("alone/3x4"), &desk.files("out/3x4"));
}

#[cfg(unix)]
#[test]
fn a_claim_dies_with_its_process() {
    let desk = Desk::new();
    desk.ok("enumerate configs/3x4.toml --quiet");
    let search = "search configs/3x4.toml --threads 1 --quiet";
    let folder = desk.path("out/3x4/shards");
    let mut child = desk.command(search).spawn().unwrap();
    while !fs::read_dir(&folder).is_ok_and(|mut files| files.next().is_some()) {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it was killed");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    desk.ok(search);
}

#[test]
fn filters_ask_a_designers_questions() {
    let desk = Desk::new();
    let exactly = "width = 3\nheight = 3\nshapes.exactly = [\"XX\", \"X/X\", \"X\", \"X\"]\n";
    desk.write("mine.toml", exactly);
    let output = desk.ok("run mine.toml");
    assert_eq!(desk.read("out/mine/hardest.csv").lines().count(), 2);
    let moves: u32 = output.lines().next().unwrap().parse().unwrap();
    assert!((5..=10).contains(&moves), "{output}");

    desk.write("some.toml", "width = 3\nheight = 3\nrectangles_only = true\nmin_holes = 2\n");
    let output = desk.ok("run some.toml");
    assert!(output.starts_with("1 "), "{output}");
    assert!(desk.read("out/some/hardest.csv").lines().nth(8).unwrap().contains(",8,,,0,,,0,0,"));
}

#[test]
fn the_hardest_are_distinct_as_asked() {
    let desk = Desk::new();
    for (distinct, column) in [("group", 8), ("goal_shape", 6)] {
        desk.write(
            "d.toml",
            &format!("width = 3\nheight = 3\ntop = 20\ndistinct = \"{distinct}\"\n"),
        );
        desk.ok(&format!("run d.toml --fresh --out {distinct}"));
        let rows = desk.read(&format!("{distinct}/d/puzzles.csv"));
        let mut keys: Vec<_> =
            rows.lines().skip(1).map(|row| row.split(',').nth(column).unwrap()).collect();
        let all = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), all, "{distinct}");
        let moves: Vec<u32> = rows
            .lines()
            .skip(1)
            .map(|row| row.split(',').nth(7).unwrap().parse().unwrap())
            .collect();
        assert!(moves.is_sorted_by(|a, b| a >= b), "{moves:?}");
    }
}

#[test]
fn kept_boards_are_printed() {
    let desk = Desk::new();
    desk.ok("enumerate configs/3x3.toml");
    let text = desk.ok("boards out/3x3 --pieces 8");
    assert_eq!(text.lines().filter(|line| line.is_empty()).count(), 2);
    assert!(text.starts_with("BCD\nEFG\nH.A\n\n"), "{text}");
    let csv = desk.ok("boards out/3x3 --pieces 8 --format csv");
    assert_eq!(csv, "pieces,holes,goal_shape,board\n8,1,A,BCD/EFG/H.A\n8,1,A,BCD/EF./GHA\n");
    desk.write("boards.csv", &csv);
    for words in ["solve boards.csv", "solve boards.csv:1", "solve boards.csv --all --json"] {
        let error = desk.fails(words, 2);
        assert!(error.contains("boards.csv:1: this is no table of puzzles"), "{words}: {error}");
    }
    let array = desk.ok("boards out/3x3 --pieces 8 --format array");
    assert_eq!(array, "2 3 4 5 6 7 8 0 1\n2 3 4 5 6 0 7 8 1\n");
    let total: usize = (1..=8)
        .map(|pieces| desk.ok(&format!("boards out/3x3 --pieces {pieces} --format array")))
        .map(|text| text.lines().count())
        .sum();
    assert_eq!(total, 3_026);
    let error = desk.fails("boards out/3x3 --pieces 9", 2);
    assert!(error.contains("1, 2, 3, 4, 5, 6, 7, 8"), "{error}");
}

#[test]
fn a_closed_pipe_is_success() {
    let desk = Desk::new();
    desk.ok("enumerate configs/3x4.toml");
    let mut child =
        desk.command("boards out/3x4 --pieces 6").stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
}

#[test]
fn quiet_is_silent_and_data_is_apart() {
    let desk = Desk::new();
    let output = desk.run("run configs/3x3.toml --quiet");
    assert!(output.stderr.is_empty());
    assert!(String::from_utf8(output.stdout).unwrap().starts_with(ROW_3X3));
    let output = desk.run("run configs/3x3.toml");
    assert!(String::from_utf8(output.stderr).unwrap().contains("search: up to date"));
}

#[test]
fn mistakes_get_one_line_and_exit_code_2() {
    let desk = Desk::new();
    desk.write("bad.toml", "width = 4\nheight = 4\nmetric = \"mvoe\"\n");
    desk.write("nul.toml", "width = 3\nheight = 3\nout = \"\\u0000\"\n");
    for (words, told) in [
        ("run bad.toml", "bad.toml:3: metric"),
        ("run nul.toml", "nul.toml:3: out"),
        ("run configs/3x3.toml --out bad.toml", "--out: bad.toml is a file"),
        ("run none.toml", "none.toml"),
        ("run configs/3x3.toml --pieces 9", "--pieces"),
        ("run configs/3x3.toml --pieces 5-2", "--pieces"),
        ("search configs/3x3.toml", "enumerate"),
        ("merge configs/3x3.toml", "enumerate"),
        ("export configs/3x3.toml", "enumerate"),
        ("status configs/3x3.toml", "enumerate"),
        ("boards out/3x3 --pieces 3", "there is no folder out/3x3"),
        ("boards configs --pieces 3", "holds no boards"),
        ("draw AB/A", "this row is 1 wide"),
        ("draw A.A/...", "not in one part"),
        ("draw BB/..", "goal piece"),
    ] {
        let error = desk.fails(words, 2);
        assert_eq!(error.lines().count(), 1, "{words}: {error}");
        assert!(error.contains(told), "{words}: {error}");
    }
    for words in [
        "search configs/3x3.toml --shard 4/3",
        "init 9x9",
        "runn configs/3x3.toml",
        "solve AB/C. --hardest --scratch .",
        "run configs/3x3.toml --threads 0",
        "draw AB/C. --metric step -o board.svg",
        "draw A.B/.CC/... --solution Add --columns 2 -o play.html",
    ] {
        assert_eq!(desk.run(words).status.code(), Some(2), "{words}");
    }
    assert!(!desk.path("out").exists(), "nothing is written");
}

#[test]
fn a_new_config_runs_as_it_is() {
    let desk = Desk::new();
    assert_eq!(desk.ok("init 3x3"), "config=3x3.toml\n");
    assert!(desk.fails("init 3x3", 2).contains("exists already"));
    assert!(desk.ok("run 3x3.toml").starts_with(ROW_3X3));
}

#[test]
fn pictures_scripts_and_the_manual() {
    let desk = Desk::new();
    desk.ok("draw AABC/DEBB/DFGH/.FI. -o hardest.svg --title <script>");
    let svg = desk.read("hardest.svg");
    assert!(svg.starts_with("<svg") && !svg.contains("<script>"), "{svg}");
    assert!(desk.ok("draw A./..").contains("</svg>"));
    assert!(desk.ok("completions bash").contains("_antipode"));
    assert!(desk.ok("man").contains(".TH antipode"));
    assert!(desk.ok("--help").contains("enumerate"));
}

#[test]
fn every_family_has_its_tables() {
    let desk = Desk::new();
    for family in ["simple2", "simple", "compound"] {
        let output = desk.ok(&format!("run configs/3x3-{family}.toml --threads 1 --out one"));
        desk.ok(&format!("run configs/3x3-{family}.toml --threads 2 --out two"));
        let one = desk.files(&format!("one/3x3-{family}"));
        assert_same(&one, &desk.files(&format!("two/3x3-{family}")));
        let row = match family {
            "simple2" => "1 3 5 11 14 22 24 13",
            "simple" => "1 3 6 11 14 22 24 13",
            _ => "1 3 6 12 13 14 9 4",
        };
        assert_eq!(output.lines().next(), Some(row), "{family}");
        let hardest = desk.read(&format!("one/3x3-{family}/hardest.csv"));
        assert!(
            hardest.lines().nth(8).unwrap().starts_with(&format!("3x3,{family},")),
            "{hardest}"
        );
    }
    // They know no justsolved boards, and others may have none.
    let told = desk.ok("enumerate configs/3x3-compound.toml --pieces 1-4 --quiet");
    assert!(told.starts_with("boards=2978\n"), "{told}");
    let told = desk.ok("status configs/3x3-compound.toml --pieces 1-4");
    assert!(told.contains("\nboards=2978\n") && !told.contains("justsolved"), "{told}");
    desk.write("none.toml", "width = 3\nheight = 3\npieces = 1\nmax_holes = 1\n");
    assert!(desk.ok("enumerate none.toml --quiet").starts_with("justsolved=0\n"));
    let error = "width = 3\nheight = 3\nfamily = \"simple\"\n";
    desk.write("3x3.toml", &(error.to_owned() + "rule = \"strict\"\n"));
    assert!(desk.fails("run 3x3.toml", 2).contains("this family has none"));
    desk.write("3x3.toml", &(error.to_owned() + "generator = \"fillboard\"\n"));
    assert!(desk.fails("run 3x3.toml", 2).contains("justsolved boards only"));
    desk.write("3x3.toml", &(error.to_owned() + "boards = true\n"));
    assert!(desk.fails("run 3x3.toml", 2).contains("no justsolved boards"));
}

/// What a batch of lists is told on the command line.
const LISTS: &str = "lists.toml --rule all --metric move,super-step --pieces 1-3,6-9";

#[test]
fn a_batch_of_lists_is_the_same_in_stages_in_parts_and_by_threads() {
    let desk = Desk::new();
    desk.write("lists.toml", "width = 3\nheight = 4\ntop = 3\n");
    let output = desk.ok(&format!("run {LISTS} --threads 1 --out whole --quiet"));
    let folder = "lists-strict-non-strict-move-super-step-pieces-1-3-and-6-9";
    let whole = desk.files(&format!("whole/{folder}"));
    assert_eq!(
        output.matches("family=simple3\nrule=strict\nmetric=super-step\n5 6 11 ").count(),
        1
    );
    desk.ok(&format!("enumerate {LISTS}"));
    for part in 1..=3 {
        let status = desk.ok(&format!("status {LISTS}"));
        assert!(status.contains("\ndone=0\n") == (part == 1), "{status}");
        desk.ok(&format!("search {LISTS} --shard {part}/3"));
    }
    desk.ok(&format!("merge {LISTS}"));
    desk.ok(&format!("export {LISTS}"));
    desk.ok(&format!("gallery out/{folder}"));
    assert_same(&whole, &desk.files(&format!("out/{folder}")));
    let scripts = desk.ok(&format!("submit {LISTS} --engine slurm --dry-run"));
    let flags = "--pieces=1-3,6-9 --rule=all --metric=move,super-step";
    assert_eq!(scripts.matches(flags).count(), 3, "{scripts}");

    desk.ok(&format!("verify out/{folder} --quiet"));
    desk.ok(&format!("estimate {LISTS}"));
    let table = desk.read(&format!("out/{folder}/hardest.csv"));
    let (strict, loose) = (",strict,super-step,", ",non-strict,super-step,");
    assert_eq!((table.matches(strict).count(), table.matches(loose).count()), (7, 7));
    // Three pieces take eleven where they may move together, and ten where they may not.
    let wrong = table.replacen(strict, ",strict,step,", 3);
    desk.write(&format!("out/{folder}/hardest.csv"), &wrong);
    assert!(desk.fails(&format!("verify out/{folder} --quiet"), 2).contains("hardest.csv:"));
}

#[test]
fn a_page_of_lists_tells_their_puzzles_apart() {
    let desk = Desk::new();
    desk.ok("run configs/3x3.toml --metric slide,move --rule all --quiet");
    let page = desk.read("out/3x3-strict-non-strict-slide-move/index.html");
    assert!(page.contains("Rule: strict, non-strict. Metric: slide, move."));
    assert!(page.contains("\"columns\":[\"Rule\",\"Metric\",\"Pieces\""));
    assert!(page.contains("\"name\":\"strict, move: moves of the hardest\""));
    assert!(page.contains("\"name\":\"non-strict, slide: boards in groups\""));
    desk.ok("gallery out");
    let index = desk.read("out/index.html");
    assert!(index.contains("\"name\":\"3x3-strict-non-strict-slide-move: non-strict, slide\""));
}

#[test]
fn groups_are_told_on_request() {
    let desk = Desk::new();
    desk.write("small.toml", "width = 3\nheight = 3\ntop = 20\ngroups = true\n");
    desk.ok("run small.toml --quiet --metric slide");
    assert_eq!(
        desk.read("out/small-slide/command.txt"),
        "antipode run small.toml --metric slide\n"
    );
    let table = desk.read("out/small-slide/groups.csv");
    let mut lines = table.lines();
    let header = "grid,family,metric,pieces,moves,start,goal,group_states,farthest,histogram";
    assert_eq!(lines.next(), Some(header));
    let mut listed = 0;
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        let counts: Vec<u64> = cells[9].split(' ').map(|count| count.parse().unwrap()).collect();
        assert_eq!(counts.iter().sum::<u64>().to_string(), cells[7], "{line}");
        assert_eq!((counts.len() - 1).to_string(), cells[8], "{line}");
        let moves: usize = cells[4].parse().unwrap();
        assert!(moves < counts.len(), "{line}");
        listed += 1;
    }
    assert!((20..=28).contains(&listed), "{listed}");
    let columns = desk.ok("columns");
    assert!(columns.contains("out/BATCH/groups.csv") && columns.contains("panex table --csv"));
    desk.write("small.toml", "width = 3\nheight = 4\ntop = 20\ngroups = true\n");
    desk.ok("run small.toml --quiet --out roomy");
    desk.ok("run small.toml --quiet --out tight --memory 1MiB");
    assert_same(&desk.files("roomy"), &desk.files("tight"));
    desk.write("small.toml", "width = 3\nheight = 3\ntop = 20\n");
    desk.ok("run small.toml --quiet --metric slide");
    assert!(!desk.path("out/small-slide/groups.csv").exists(), "it is of other tables");
    desk.write("small.toml", "width = 3\nheight = 3\ngroups = 1\n");
    assert!(desk.fails("run small.toml", 2).contains("small.toml:3: groups"));
}

#[cfg(unix)]
#[test]
fn what_takes_long_is_told_before_it_is_begun() {
    let desk = Desk::new();
    let mut command = desk.command("run configs/5x5.toml --pieces 1-24 --threads 1");
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let told = lines.by_ref().map(Result::unwrap).find(|line| line.contains("justsolved boards"));
    Command::new("kill").arg(child.id().to_string()).status().unwrap();
    for what in ["estimate: about ", " by 1 thread, and ", "antipode submit", "GB of memory"] {
        assert!(told.as_ref().is_some_and(|told| told.contains(what)), "{told:?}");
    }
    assert_eq!(child.wait().unwrap().code(), Some(75));
    assert!(!desk.path("out/5x5-pieces-1-24/manifest.json").exists());
}
