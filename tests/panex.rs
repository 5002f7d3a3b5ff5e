//! Panex, from the command line.

use std::process::Stdio;

use crate::support::{Desk, send_signal};

#[test]
fn an_exchange_is_solved_and_kept() {
    let desk = Desk::new();
    let output = desk.ok("panex solve --exchange --height 2 --keep out/panex --layers layers.csv");
    let (solution, rest) = output.split_once('\n').unwrap();
    assert_eq!(solution.split(' ').count(), 13);
    assert_eq!(rest, "moves=13\nstates=45\nproof=search\n");
    let layers = "depth,states\n0,1\n1,2\n2,3\n3,6\n4,6\n5,9\n6,8\n7,10\n";
    assert_eq!(desk.read("layers.csv"), layers);
    let kept = format!("task,n,moves,states,how,solution\nX,2,13,45,search,{solution}\n");
    assert_eq!(desk.read("out/panex/results.csv"), kept);
    let table = desk.ok("panex table --height 5 --csv");
    let expected = "\
n,T,T_bar,S,S_bar,X,X_source,U,L
1,1,1,,,3,search,,
2,3,2,3,2,13,search,,
3,9,9,8,8,42,search,,
4,24,23,22,22,128,search,,
5,58,58,57,57,343,search,343,320
";
    assert_eq!(table, expected);
    let table = desk.ok("panex table --height 9 --search 3");
    let words =
        |line: usize| table.lines().nth(line).unwrap().split_whitespace().collect::<Vec<_>>();
    assert_eq!(words(3).join(" "), "3 9 9 8 8 42 search");
    assert_eq!(words(9).join(" "), "9 2018 2018 2017 2017 13023 search 13023 11408");
    assert_eq!(desk.read("out/panex/results.csv").lines().count(), 14);
    let compared = desk.ok("panex construct --exchange --height 4 --compare");
    assert_eq!(
        compared,
        "n,constructed,least,difference\n1,3,3,0\n2,13,13,0\n3,42,42,0\n4,128,128,0\n"
    );
    let compared = desk.ok("panex construct --transfer --height 9 --compare");
    assert!(compared.ends_with("\n8,836,836,0\n9,2018,2018,0\n"), "{compared}");
}

#[test]
fn answers_have_the_same_keys_as_everywhere() {
    let desk = Desk::new();
    for (words, moves) in [
        ("--from b2b1//o2o1 --to b2/b1/o2o1", 1),
        ("--from b2b1//o2o1 --to b2b1@0//o2o1 --height 2", 1),
        ("--transfer --height 4 --length-only", 24),
        ("--sink --barred --height 4 --no-symmetry", 22),
    ] {
        let output = desk.ok(&format!("panex solve {words} --json --quiet"));
        let answer: serde_json::Value = serde_json::from_str(&output).unwrap();
        assert_eq!((&answer["moves"], &answer["proved"]), (&moves.into(), &true.into()), "{words}");
        let keys: Vec<_> = answer.as_object().unwrap().keys().map(String::as_str).collect();
        let mut expected =
            ["moves", "proved", "metric", "states", "solution", "start", "goal", "seconds"];
        expected.sort_unstable();
        assert_eq!(keys, expected);
    }
}

#[test]
#[ignore = "long: ten seconds"]
fn towers_may_be_higher_than_the_positions_of_searches() {
    let words = "panex solve --sink --height 13 --json --quiet";
    let answer: serde_json::Value = serde_json::from_str(&Desk::new().ok(words)).unwrap();
    let goal = answer["goal"].as_str().unwrap();
    assert!(goal.starts_with("b12b11b10") && goal.contains("/b13/o13o12"), "{answer}");
}

#[test]
fn high_towers_are_solved_by_structure() {
    let desk = Desk::new();
    let words = "panex solve --exchange --height 10 --checkpoint levels --keep kept --certify";
    assert_eq!(desk.ok(words), "moves=31537\nproof=structure\ncertified=yes\n");
    let kept = "task,n,moves,states,how,solution\nX,10,31537,,structure,\n";
    assert_eq!(desk.read("kept/results.csv"), kept);
    assert!(desk.path("levels/level-09").exists());
    let words = "panex solve --sink --barred --height 10 --checkpoint levels --json --quiet";
    let answer: serde_json::Value = serde_json::from_str(&desk.ok(words)).unwrap();
    assert_eq!((&answer["moves"], &answer["solution"]), (&4873.into(), &().into()));
    desk.write("levels/level-05", "Panex");
    let error = desk.fails(words, 2);
    assert!(error.contains("levels/level-05 is damaged"), "{error}");
    assert!(error.ends_with("; remove it, and it is made again\n"), "{error}");
    let error = desk.fails("panex solve --exchange --height 19 --memory 256MiB", 1);
    assert!(error.contains("towers 19 high take about") && error.contains("--memory"), "{error}");
    for by in ["search", "structure"] {
        let words = format!("panex table --height 6 --search 5 --by {by} --results {by} --csv");
        let table = desk.ok(&words);
        assert!(
            table.contains(&format!(",128,{by},")) && table.contains(",881,search,"),
            "{table}"
        );
    }
    let structure = desk.read("structure/structure.csv");
    assert!(structure.starts_with("height,moves,U,L,seconds,how\n3,42,,,"), "{structure}");
    assert_eq!(structure.lines().count(), 4);
}

#[test]
fn a_construction_of_ten_to_the_fifteen_moves_is_counted_at_once() {
    let desk = Desk::new();
    let count = desk.ok("panex construct --exchange --height 40 --count");
    assert_eq!(count, "moves=9620964235986159\n");
    let error = desk.fails("panex construct --exchange --height 40", 2);
    assert!(error.contains("these are 9620964235986159 moves; --all writes them"), "{error}");
    let error = desk.fails("panex construct --exchange --height 4 --compare --all", 2);
    assert!(error.contains("cannot be used with"), "{error}");
}

#[test]
fn constructions_are_written() {
    let desk = Desk::new();
    assert_eq!(desk.ok("panex construct --transfer --height 10 --count"), "moves=4875\n");
    assert_eq!(desk.ok("panex construct --exchange --height 10 --count"), "moves=31537\n");
    let sink = desk.ok("panex construct --sink --barred --inverse --height 2");
    assert_eq!(sink, "L>R C>L\nmoves=2\n");
    let way = desk.ok("panex solve --sink --barred --height 2 --positions --quiet");
    assert!(way.starts_with("b2//o2o1b1\nL>C /b2/o2o1b1\nR>L b1/b2/o2o1\nmoves=2\n"), "{way}");
}

#[test]
fn a_stopped_search_goes_on() {
    let desk = Desk::new();
    let words = "panex solve --exchange --height 6 --checkpoint saved --threads 1 --quiet";
    let mut child =
        desk.command(words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    // Its first layer is kept once it listens for signals.
    while !desk.path("saved/layer-000064").exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended too early");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    send_signal(&child, "INT");
    assert_eq!(child.wait().unwrap().code(), Some(75));
    assert!(desk.path("saved/sweep.checkpoint").exists());
    let output = desk.ok(words);
    assert!(output.ends_with("moves=881\nstates=4078382\nproof=search\n"), "{output}");
    let error = desk.fails("panex solve --exchange --height 5 --checkpoint saved --quiet", 2);
    assert!(error.contains("saved/sweep.checkpoint belongs to"), "{error}");
    assert!(
        error.contains("; choose another folder, or remove saved, and the search starts over"),
        "{error}"
    );
}

#[cfg(unix)]
#[test]
fn a_stopped_table_says_what_is_kept() {
    let desk = Desk::new();
    for (by, kept, told) in [
        (
            "search",
            "X,6,881,",
            "everything finished is kept, and the same command goes on from here",
        ),
        (
            "structure",
            "X,11,76245,",
            "what was found is kept, and the same command starts over, but with --checkpoint goes on",
        ),
    ] {
        let words =
            format!("panex table --height 20 --results {by} --by {by} --threads 1 --search");
        let height = if by == "search" { "9" } else { "20" };
        let told_to = std::fs::File::create(desk.path("told")).unwrap();
        let mut child = desk
            .command(&format!("{words} {height} --quiet"))
            .stdout(Stdio::null())
            .stderr(told_to)
            .spawn()
            .unwrap();
        let results = || std::fs::read_to_string(desk.path(&format!("{by}/results.csv")));
        while !results().is_ok_and(|rows| rows.contains(kept)) {
            assert!(child.try_wait().unwrap().is_none(), "it ended too early");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        send_signal(&child, "INT");
        assert_eq!(child.wait().unwrap().code(), Some(75));
        assert_eq!(desk.read("told"), format!("antipode: stopped; {told}\n"));
    }
    assert!(desk.read("structure/structure.csv").contains("\n10,31537,31537,27564,"));
}

#[test]
fn a_checkpoint_is_of_both_ends() {
    let desk = Desk::new();
    desk.ok("panex solve --transfer --height 4 --checkpoint saved --quiet");
    let words = "panex solve --from b4b3b2b1//o4o3o2o1 --to b4b3b2/b1/o4o3o2o1 --quiet";
    let with = format!("{words} --checkpoint saved");
    let error = desk.fails(&with, 2);
    assert!(error.contains("saved/start/sweep.checkpoint belongs to"), "{error}");
    std::fs::remove_dir_all(desk.path("saved/goal")).unwrap();
    desk.fails(&with, 2);
    std::fs::remove_dir_all(desk.path("saved")).unwrap();
    assert_eq!(desk.ok(&with), desk.ok(words));
    for file in ["sweep.checkpoint", "start/layers.csv"] {
        let error = desk.fails(&format!("{with} --layers saved/{file}"), 2);
        assert!(error.contains("is in saved, where a search is kept"), "{error}");
    }
    std::fs::remove_file(desk.path("saved/start/layer-000000")).unwrap();
    let error = desk.fails(&with, 1);
    assert!(
        error.contains("the least number of moves is 1, but the moves could not be found"),
        "{error}"
    );
    assert!(
        error.ends_with("; choose another folder, or remove saved, and the search starts over\n")
    );
}

#[test]
fn what_goes_beside_an_answer_is_written_each_for_itself() {
    let desk = Desk::new();
    let words = "panex solve --exchange --height 2 --quiet";
    // No folder has so long a name.
    let beside = format!("--layers {}/layers.csv --html page.html --keep kept", "long".repeat(70));
    let (found, _) = desk.answers_but_fails(&format!("{words} {beside}"), 2);
    assert!(found.contains("moves=13"), "{found}");
    assert!(desk.path("page.html").exists() && desk.path("kept/results.csv").exists());
    let error = desk.fails(&format!("{words} --keep new --layers ./new/results.csv"), 2);
    assert!(error.contains("is to be written twice"), "{error}");
}

#[test]
fn results_of_two_at_once_are_both_kept() {
    let desk = Desk::new();
    let words = |height| format!("panex solve --exchange --height {height} --keep kept --quiet");
    let mut long = desk.command(&words(6)).stdout(Stdio::null()).spawn().unwrap();
    desk.ok(&words(3));
    assert!(long.wait().unwrap().success());
    let kept = desk.read("kept/results.csv");
    assert!(kept.contains("\nX,3,42,") && kept.contains("\nX,6,881,"), "{kept}");
}

#[test]
fn mistakes_are_one_line() {
    let desk = Desk::new();
    for (words, error) in [
        (
            "--from b1o1 --to b1//o1",
            "\"b1o1\" is no position: \"b1o1\" does not have three tracks but 1",
        ),
        ("--from b1@2//o1 --to b1//o1", "b1 cannot be in layer 2: it goes no deeper than layer 1"),
        ("--from b2b1//o1 --to b1//o1", "o2 is missing: b2 is there"),
        ("--from b2b1//o2o1 --to b1//o1", "the towers of --from are 2 high and those of --to 1"),
        ("--from b1//o1 --to b1//o1 --height 2", "the towers are 1 high, not 2"),
        ("--exchange", "say how high the towers are, as in --height 5"),
        ("--exchange --height 13 --by search", "searches are for towers up to 12 high"),
        ("--exchange --height 21", "structure is for towers 3 to 20 high"),
        ("--exchange --height 2 --by structure", "structure is for towers 3 to 20 high"),
        ("--exchange --height 11 --html a.html", "--html is for searches"),
        ("--from b1//o1 --to b1//o1 --by structure", "structure is for tasks that have names"),
        ("--exchange --height 5 --certify", "--certify is for --by structure"),
        ("--exchange --height 11 --checkpoint a --every 9", "--every is for searches"),
        ("--exchange --height 11 --scratch a", "--scratch is for searches"),
        ("--sink --height 1", "there is nothing to sink at height 1"),
        ("--height 3", "say --exchange, --transfer or --sink; or give --from and --to"),
    ] {
        let told = desk.fails(&format!("panex solve {words}"), 2);
        assert!(told.contains(error), "{words}: {told}");
        assert_eq!(told.lines().count(), 1, "{told}");
    }
}

#[test]
fn a_table_is_of_all_that_is_to_be_found() {
    let desk = Desk::new();
    for (words, error) in [
        ("--height 3 --search 8", "--search 8 goes beyond the last row, --height 3"),
        ("--search 40 --by structure", "--search 40 goes beyond the last row, --height 10"),
        ("--height 40 --search 13", "searches are for towers up to 12 high"),
        ("--search 2 --by structure", "structure is for towers 3 to 20 high"),
        ("--search 4 --by structure --scratch a", "--scratch is for searches"),
        ("--search 4 --checkpoint a", "--checkpoint is for --by structure"),
    ] {
        let told = desk.fails(&format!("panex table {words}"), 2);
        assert!(told.contains(error) && told.lines().count() == 1, "{words}: {told}");
    }
    assert!(!desk.path("out").exists());
}

#[test]
fn a_position_is_drawn() {
    let desk = Desk::new();
    desk.ok("panex draw b2@1b1//o2o1 -o position.svg");
    let picture = desk.read("position.svg");
    assert!(picture.starts_with("<svg ") && picture.contains(">o2</text>"), "{picture}");
}

#[test]
fn what_is_kept_is_not_spoilt_by_another_question() {
    let desk = Desk::new();
    let words = "panex solve --exchange --height 4 --quiet --checkpoint kept";
    let solved = desk.ok(words);
    let error = desk.fails(&format!("{words} --length-only"), 2);
    assert!(error.contains("kept/sweep.checkpoint belongs to"), "{error}");
    assert_eq!(desk.ok(words), solved);
    let error = desk.fails("panex solve --exchange --height 4 --memory 1MiB --quiet", 1);
    assert!(error.contains("--memory"), "{error}");

    std::fs::create_dir(desk.path("wrong")).unwrap();
    desk.write("wrong/results.csv", "task,n,moves,states,how,solution\nX,5,400,,search,\n");
    for words in ["construct --exchange --height 5 --compare", "table --height 5"] {
        let error = desk.fails(&format!("panex {words} --results wrong"), 2);
        assert!(error.contains("wrong/results.csv:2: X(5) is 343, and not 400"), "{error}");
    }
    let words = "panex table --height 5 --by structure --results found --quiet --search";
    desk.ok(&format!("{words} 5"));
    desk.ok(&format!("{words} 4"));
    assert_eq!(desk.read("found/structure.csv").lines().count(), 4, "heights 3 to 5 and a heading");
    let words =
        "panex table --height 8 --by structure --results levels --checkpoint levels --search";
    let table = desk.ok(&format!("{words} 8"));
    let structure = desk.read("levels/structure.csv");
    assert_eq!(structure.lines().count(), 7, "{structure}");
    // What a kept level gives is found again from it, and how long the level took is not known.
    let results = desk.read("levels/results.csv");
    for file in ["levels/results.csv", "levels/structure.csv", "levels/level-07"] {
        std::fs::remove_file(desk.path(file)).unwrap();
    }
    desk.write("levels/structure.csv", structure.lines().next().unwrap());
    assert_eq!(desk.ok(&format!("{words} 8")), table);
    assert_eq!(desk.read("levels/results.csv"), results);
    let lines = desk.read("levels/structure.csv").lines().count();
    assert_eq!(lines, 2, "a heading, and height 3, of which no level is kept");
    assert!(desk.path("levels/level-07").exists());
    let error = desk.fails("panex solve --from b1//o1 --to o1//b1 --barred", 2);
    assert!(error.contains("--exchange|--transfer|--sink"), "{error}");
}

#[test]
fn kept_tables_that_are_not_understood_are_not_written_over() {
    let desk = Desk::new();
    let (heading, row) = ("task,n,moves,states,how,solution\n", "X,2,13,45,search,\n");
    let cases = [
        ("", ":1: the heading is not task,n,moves,states,how,solution; mend it"),
        ("garbage\n", ":1: the heading is not"),
        (row, ":1: the heading is not"),
        ("task,n,moves,states,how,solution,mine\nX,2,13,45,search,,1\n", ":1: the heading is not"),
        (&format!("{heading}{row}X,3\n"), ":3: CSV error"),
        (&format!("{heading}X,two,13,45,search,\n"), ":2: CSV deserialize error"),
    ];
    std::fs::create_dir(desk.path("kept")).unwrap();
    for (text, told) in cases {
        desk.write("kept/results.csv", text);
        for words in [
            "solve --exchange --height 2 --keep kept",
            "solve --exchange --height 3 --by structure --keep kept",
            "table --search 2 --results kept",
            "construct --exchange --height 2 --compare --results kept",
        ] {
            let error = desk.fails(&format!("panex {words}"), 2);
            assert!(error.contains(&format!("kept/results.csv{told}")), "{words}: {error}");
            assert!(error.ends_with("; mend it, or move it away\n"), "{error}");
            assert_eq!((error.lines().count(), desk.read("kept/results.csv").as_str()), (1, text));
        }
    }
    std::fs::remove_file(desk.path("kept/results.csv")).unwrap();
    std::fs::create_dir(desk.path("kept/results.csv")).unwrap();
    let error = desk.fails("panex table --results kept", 2);
    assert!(error.contains("cannot read kept/results.csv: "), "{error}");

    let heading = "height,moves,U,L,seconds,how\n";
    for (text, told) in [
        ("high,moves\n", ":1: the heading is not height,moves,U,L,seconds,how"),
        (&format!("{heading}high,1,,,0.0,structure\n"), ":2: CSV deserialize error"),
        (&format!("{heading}3,42,,,0.0,structure\n3,42,,,9.0,structure\n"), ":3: this height"),
        (&format!("{heading}5,9,9,9,9,structure\n"), ":2: X(5) is 343, and not 9"),
        (&format!("{heading}5,343,9,9,9,structure\n"), ":2: these are not the bounds"),
        (&format!("{heading}3,42,,,0.0,search\n"), ":2: this was not found by structure"),
    ] {
        desk.write("structure.csv", text);
        let words = "panex table --height 4 --search 4 --by structure --results .";
        let error = desk.fails(words, 2);
        assert!(error.contains(&format!("./structure.csv{told}")), "{error}");
        assert!(error.ends_with("; mend it, or move it away\n"), "{error}");
        assert_eq!(desk.read("structure.csv"), text);
    }
}

#[test]
fn results_that_cannot_be_are_refused() {
    let desk = Desk::new();
    std::fs::create_dir(desk.path("kept")).unwrap();
    let heading = "task,n,moves,states,how,solution";
    for (rows, told) in [
        ("X,20,5,,structure,", "2: X(20) is from 185503036 to 212669183, and not 5"),
        ("X,5,344,,search,", "2: X(5) is 343, and not 344"),
        ("T,18,7,,structure,", "2: T(18) is 5626323, and not 7"),
        ("S,3,8,,search,\nS,3,8,,structure,", "3: S(3) is there twice"),
        ("Y,3,8,,search,", "2: there is no task Y(3)"),
        ("S,1,1,,search,", "2: there is no task S(1)"),
        ("X,0,0,,search,", "2: there is no task X(0)"),
        ("X,200,1,,search,", "2: there is no task X(200)"),
        ("X,1,3,3,search,garbage", "2: the solution of X(1) does not hold"),
        ("X,1,3,3,search,L>C R>L", "2: the solution of X(1) does not hold"),
        ("X,1,3,3,search,L>C R>L C>L", "2: the solution of X(1) does not hold"),
    ] {
        desk.write("kept/results.csv", &format!("{heading}\n{rows}\n"));
        let error = desk.fails("panex table --height 5 --results kept", 2);
        let told = format!("kept/results.csv:{told}; mend it, or move it away\n");
        assert!(error.ends_with(&told), "{rows}: {error}");
    }
    desk.write("kept/results.csv", &format!("{heading}\nX,1,3,3,search,L>C R>L C>R\n"));
    desk.ok("panex table --height 5 --results kept");
    desk.ok("panex table --search 5 --results kept --quiet");
    desk.ok("panex table --height 5 --results kept");
}
