//! Every way to write a config, right and wrong.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use antipode_blocks::{Grid, Metric, Rule};
use antipode_families::{Distinct, Family, Method, Numbers, Shape, Shapes, Task};
use antipode_pipeline::configs::{ConfigError, template};
use antipode_pipeline::table::cell::Cell;
use antipode_pipeline::{Overrides, Settings};

fn parse_with(text: &str, overrides: &Overrides) -> Result<Settings, ConfigError> {
    Settings::parse(Path::new("configs/a.toml"), text, overrides)
}

/// The settings of a 4x4 grid with some lines more.
fn settings(lines: &str) -> Settings {
    parse_with(&format!("width = 4\nheight = 4\n{lines}"), &Overrides::default()).unwrap()
}

/// The family of a config that names one only.
fn only(settings: Settings) -> Family {
    let [family] = settings.families.try_into().expect("one family");
    family
}

fn error(text: &str) -> String {
    parse_with(text, &Overrides::default()).unwrap_err().to_string()
}

/// The error of a 4x4 grid with some lines more, the first of which is line 3.
fn error_of(lines: &str) -> String {
    let error = error(&format!("width = 4\nheight = 4\n{lines}"));
    error.strip_prefix("configs/a.toml:").expect("an error names the file").to_owned()
}

fn flag_error(overrides: Overrides) -> String {
    parse_with("width = 4\nheight = 4\npieces = 2", &overrides).unwrap_err().to_string()
}

#[test]
fn defaults() {
    let settings = settings("");
    let grid = Grid::new(4, 4).unwrap();
    assert_eq!(
        settings,
        Settings {
            name: "a".to_owned(),
            path: "configs/a.toml".into(),
            families: vec![Family::whole(grid, Rule::Strict)],
            generator: Method::Packing,
            top: 100,
            distinct: Distinct::Group,
            boards: true,
            groups: false,
            command: "antipode run configs/a.toml".to_owned(),
            threads: None,
            out: "out".into(),
        }
    );
    assert_eq!(settings.folder(), Path::new("out/a"));
}

/// Every key, for a 4x4 grid.
const EVERY_KEY: &str = "\
family = 'simple2'
rule = 'non-strict'
goal_cell = [3, 4]
metric = 'super-slide'
pieces = '3-7'
shapes = ['X', 'XX/XX']
rectangles_only = true
max_shapes = 2
min_holes = 2
max_holes = 5
top = 0
distinct = 'goal_shape'
boards = false
generator = 'fillboard'
threads = 2
out = 'elsewhere'
";

#[test]
fn every_key_is_read() {
    let settings = settings(EVERY_KEY);
    let grid = Grid::new(4, 4).unwrap();
    let shape = |text| Shape::parse(&grid, text).unwrap();
    assert_eq!(
        settings,
        Settings {
            families: vec![Family {
                grid,
                task: Task::Simple2,
                rule: Rule::NonStrict,
                start_cell: 0,
                goal_cell: 14,
                metric: Metric::SuperSlide,
                pieces: (3..=7).into(),
                holes: 2..=5,
                max_shapes: 2,
                shapes: Shapes::Only(vec![shape("XX/XX"), shape("X")]),
            }],
            generator: Method::Fillboard,
            top: 0,
            distinct: Distinct::GoalShape,
            boards: false,
            threads: Some(2),
            out: "elsewhere".into(),
            ..settings.clone()
        }
    );
}

#[test]
fn pieces_may_be_a_number_or_a_range() {
    for (line, range) in [
        ("pieces = 5", 5..=5),
        ("pieces = 0xF", 15..=15),
        ("pieces = '5'", 5..=5),
        ("pieces = '3 - 7'", 3..=7),
    ] {
        assert_eq!(only(settings(line)).pieces, range.into(), "{line}");
    }
}

#[test]
fn pieces_may_be_a_list_of_ranges() {
    let pieces = |line: &str| only(settings(line)).pieces;
    let expected = Numbers::new(vec![1..=3, 7..=7, 12..=15]);
    for line in [
        "pieces = ['1-3', 7, '12-15']",
        "pieces = ['12-15', '1-3', '7']",
        "pieces = '1-3, 7,12-15'",
    ] {
        assert_eq!(pieces(line), expected, "{line}");
    }
    assert_eq!(pieces("pieces = ['1-3', '4-6']"), (1..=6).into());
    assert_eq!(
        settings("pieces = ['4-6', '1-3']").fingerprint(),
        settings("pieces = '1-6'").fingerprint()
    );
}

#[test]
fn families_rules_and_metrics_may_be_lists() {
    use Metric::{Move, Slide, Step};
    use Rule::{NonStrict, Strict};
    use Task::{Compound, Simple2, Simple3};
    let told = |lines: &str| -> Vec<_> {
        let families = settings(lines).families.into_iter();
        families.map(|family| (family.task, family.rule, family.metric)).collect()
    };
    let both = [(Simple3, Strict, Move), (Simple3, NonStrict, Move)];
    assert_eq!(told("rule = ['strict', 'non-strict']"), both);
    assert_eq!(told("rule = ['non-strict', 'strict']"), both);
    assert_eq!(told("rule = 'all'"), both);
    assert_eq!(told("rule = ['strict']\nmetric = ['move']"), [(Simple3, Strict, Move)]);
    assert_eq!(
        told("family = ['compound', 'simple2']\nrule = 'all'\nmetric = ['slide', 'step']"),
        [
            (Simple2, Strict, Step),
            (Simple2, Strict, Slide),
            (Simple2, NonStrict, Step),
            (Simple2, NonStrict, Slide),
            (Compound, Strict, Step),
            (Compound, Strict, Slide),
        ]
    );
    let metrics: Vec<_> = told("metric = 'all'").into_iter().map(|family| family.2).collect();
    assert_eq!(metrics, Metric::NAMES.map(|named| named.1));
}

#[test]
fn cells_are_those_of_the_families_that_have_them() {
    let families = settings("family = 'all'\nstart_cell = [2, 1]\ngoal_cell = [3, 4]").families;
    let cells: Vec<_> =
        families.iter().map(|family| (family.start_cell, family.goal_cell)).collect();
    assert_eq!(cells, [(1, 14), (0, 14), (0, 15), (0, 15)]);
}

#[test]
fn lists_that_cannot_be_used() {
    for (lines, expected) in [
        ("metric = []", r#"3: metric: lists no metric; name one, such as "step""#),
        ("rule = []", r#"3: rule: lists no rule; name one, such as "strict""#),
        (
            "family = ['simple', 3]",
            concat!(
                r#"3: family: no such family "3" (valid: "simple3", "simple2", "simple", "compound", "#,
                r#""all")"#,
            ),
        ),
        ("rule = ['strict', 'strict']", r#"3: rule: lists "strict" twice; name it once"#),
        (
            "rule = 'strict,strict'",
            r#"3: rule = 'strict,strict': lists "strict" twice; name it once"#,
        ),
        (
            "metric = ['move', 'mvoe']",
            concat!(
                r#"3: metric: no such metric "mvoe"; did you mean "move"? (valid: "step", "slide", "#,
                r#""move", "super-step", "super-slide", "super-move", "all")"#,
            ),
        ),
        (
            "metric = ['move', 'all']",
            r#"3: metric: "all" stands for the whole list; leave the others out"#,
        ),
        ("pieces = []", "3: pieces: lists no number; leave the key out to allow all"),
        ("pieces = ['1-3', '3-5']", r#"3: pieces: "1-3" and "3-5" overlap; name a number once"#),
        ("pieces = ['1-3', 2]", r#"3: pieces: "1-3" and "2" overlap; name a number once"#),
        ("pieces = ['1-3', '9-5']", r#"3: pieces: "9-5": upside down; did you mean "5-9"?"#),
        (
            "pieces = ['1-3', '9-16']",
            r#"3: pieces: "9-16": a 4x4 grid takes at least 1 piece and at most 15"#,
        ),
        (
            "family = ['simple', 'compound']\nrule = 'strict'",
            "4: rule = 'strict': is for corners, and this family has none; leave the rule out",
        ),
        (
            "family = ['simple2', 'simple']\nstart_cell = [1, 1]",
            "4: start_cell: is no part of this family; leave it out",
        ),
    ] {
        assert_eq!(error_of(lines), expected, "{lines}");
    }
}

#[test]
fn a_list_of_one_is_the_one() {
    let (one, list) = (settings("metric = 'slide'"), settings("metric = ['slide']"));
    assert_eq!(one, list);
    assert_eq!(one.fingerprint(), list.fingerprint());
}

#[test]
fn other_lists_have_other_fingerprints() {
    let lines = [
        "",
        "rule = 'all'",
        "rule = 'non-strict'",
        "metric = 'all'",
        "metric = ['move', 'step']",
        "family = ['simple3', 'simple2']",
        "family = ['simple3', 'simple']",
        "family = ['simple3', 'simple']\nrule = 'all'",
        "family = ['simple3', 'simple']\nrule = 'non-strict'",
        "family = ['simple2', 'simple']\nrule = 'non-strict'",
        "pieces = ['1-3', '5-15']",
    ];
    let prints: BTreeSet<_> = lines.iter().map(|lines| settings(lines).fingerprint()).collect();
    assert_eq!(prints.len(), lines.len());
}

#[test]
fn shapes_may_be_listed_in_several_ways() {
    let texts = |lines: &str| {
        let family = only(settings(lines));
        let (kind, shapes) = match family.shapes {
            Shapes::All => ("all", Vec::new()),
            Shapes::Only(shapes) => ("only", shapes),
            Shapes::Exactly(shapes) => ("exactly", shapes),
        };
        let texts: Vec<_> = shapes.iter().map(|shape| shape.text(&family.grid, 'X')).collect();
        format!("{kind} {}", texts.join(" "))
    };
    assert_eq!(texts("shapes = ['X', 'XX']"), "only XX X");
    assert_eq!(texts("shapes = { only = ['X', 'XX'] }"), "only XX X");
    assert_eq!(texts("shapes = { exactly = ['X', 'XX', 'X'] }"), "exactly XX X X");
    assert_eq!(texts("[shapes]\nexactly = ['X', 'XX', 'X']"), "exactly XX X X");
    assert_eq!(
        texts("rectangles_only = true\nmin_holes = 12"),
        "only XXXX XX/XX X/X/X/X XXX X/X/X XX X/X X",
    );
}

#[test]
fn flags_come_before_keys() {
    let overrides = Overrides {
        threads: Some(3),
        out: Some("there".into()),
        pieces: Some("3-7".to_owned()),
        rule: Some("non-strict".to_owned()),
        metric: Some("step".to_owned()),
    };
    let text = "width = 4\nheight = 4\npieces = 2\nthreads = 1\nout = 'here'";
    let settings = parse_with(text, &overrides).unwrap();
    assert_eq!(settings.threads, Some(3));
    assert_eq!(settings.out, Path::new("there"));
    let family = only(settings);
    assert_eq!(family.pieces, (3..=7).into());
    assert_eq!((family.rule, family.metric), (Rule::NonStrict, Metric::Step));
    // What nobody asks for now is wrong all the same.
    for key in ["threads = 'two'", "out = 3", "metric = 'mvoe'", "rule = 7", "pieces = 'x'"] {
        let text = format!("width = 4\nheight = 4\n{key}");
        let error = parse_with(&text, &overrides).unwrap_err().to_string();
        assert!(error.contains(&format!(":3: {}", &key[..3])), "{error}");
    }
}

#[test]
fn a_batch_in_another_metric_has_a_folder_of_its_own() {
    let folder = |lines: &str, metric: &str| {
        let overrides = Overrides { metric: Some(metric.to_owned()), ..Overrides::default() };
        let text = format!("width = 4\nheight = 4\n{lines}");
        parse_with(&text, &overrides).unwrap().folder()
    };
    assert_eq!(folder("", "move"), Path::new("out/a"));
    assert_eq!(folder("", "super-step"), Path::new("out/a-super-step"));
    assert_eq!(folder("metric = 'slide'", "slide"), Path::new("out/a"));
    assert_eq!(folder("metric = 'slide'", "move"), Path::new("out/a-move"));
}

#[test]
fn a_part_of_the_pieces_has_a_folder_of_its_own() {
    let folder = |lines: &str, pieces: &str| {
        let overrides = Overrides { pieces: Some(pieces.to_owned()), ..Overrides::default() };
        let text = format!("width = 4\nheight = 4\n{lines}");
        parse_with(&text, &overrides).unwrap().folder()
    };
    assert_eq!(folder("", "1-15"), Path::new("out/a"));
    assert_eq!(folder("", "3-5"), Path::new("out/a-pieces-3-5"));
    assert_eq!(folder("pieces = 9", "9"), Path::new("out/a"));
    assert_eq!(folder("pieces = '2-5'", "9"), Path::new("out/a-pieces-9"));
}

#[test]
fn lists_of_flags_have_a_folder_of_their_own() {
    let folder = |lines: &str, rule: Option<&str>, metric: Option<&str>, pieces: Option<&str>| {
        let [rule, metric, pieces] = [rule, metric, pieces].map(|flag| flag.map(str::to_owned));
        let overrides = Overrides { rule, metric, pieces, ..Overrides::default() };
        let text = format!("width = 4\nheight = 4\n{lines}");
        parse_with(&text, &overrides).unwrap().folder().display().to_string()
    };
    assert_eq!(folder("", None, Some("all"), None), "out/a-all-metrics");
    assert_eq!(folder("", None, Some("step,move"), None), "out/a-step-move");
    assert_eq!(folder("metric = ['step', 'move']", None, Some("move,step"), None), "out/a");
    assert_eq!(folder("", Some("strict,non-strict"), None, None), "out/a-strict-non-strict");
    assert_eq!(folder("rule = 'all'", Some("non-strict"), None, None), "out/a-non-strict");
    assert_eq!(folder("", None, None, Some("1-3,9")), "out/a-pieces-1-3-and-9");
    assert_eq!(
        folder("", Some("non-strict"), Some("slide"), Some("9")),
        "out/a-non-strict-slide-pieces-9"
    );
}

#[test]
fn errors_of_flags_name_the_flag() {
    let pieces = |text: &str| Overrides { pieces: Some(text.to_owned()), ..Overrides::default() };
    assert_eq!(flag_error(pieces("7-3")), r#"--pieces 7-3: upside down; did you mean "3-7"?"#);
    assert_eq!(
        flag_error(pieces("-1")),
        r#"--pieces -1: must be a number, or a range such as "3-7", or a list of such"#
    );
    let metric = Overrides { metric: Some("mvoe".to_owned()), ..Overrides::default() };
    assert_eq!(
        flag_error(metric),
        "--metric mvoe: no such metric; did you mean \"move\"? (valid: \"step\", \"slide\", \
         \"move\", \"super-step\", \"super-slide\", \"super-move\", \"all\")"
    );
    for threads in [0, usize::MAX] {
        let overrides = Overrides { threads: Some(threads), ..Overrides::default() };
        assert_eq!(flag_error(overrides), format!("--threads {threads}: must be from 1 to 1024"));
    }
    let out = Overrides { out: Some(PathBuf::new()), ..Overrides::default() };
    assert_eq!(flag_error(out), "--out: is empty; name a folder, such as out");
}

#[test]
fn files_that_cannot_be_read() {
    let load = |path: &str| {
        let error = Settings::load(Path::new(path), &Overrides::default());
        error.unwrap_err().to_string()
    };
    assert_eq!(
        load("nowhere/4x4.toml"),
        "nowhere/4x4.toml: no such file; `antipode init` writes a first config"
    );
    assert_eq!(load("src"), "src: is a folder; name a config file in it");
    assert_eq!(load("/dev/zero"), "/dev/zero: is too large for a config");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.toml");
    fs::write(&path, b"width = 4\n# \xff").unwrap();
    let error = load(path.to_str().unwrap());
    assert!(error.ends_with("a.toml: line 2 is not UTF-8 text; save the file as UTF-8"), "{error}");
    for path in [".toml", "...toml", "configs/.hidden.toml"] {
        let error =
            Settings::parse(Path::new(path), "width = 4\nheight = 4", &Overrides::default());
        assert_eq!(
            error.unwrap_err().to_string(),
            format!(
                "{path}: names no batch; the file's name must be UTF-8 and must not start \
                 with a dot"
            )
        );
    }
}

#[test]
fn texts_that_are_not_toml() {
    for (lines, expected) in [
        (
            "rule = strict",
            "3:8: rule = strict: string values must be quoted, expected literal string",
        ),
        ("rule = 'strict", "3:15: rule = 'strict: invalid literal string, expected `'`"),
        ("rule 'strict'", "3:6: rule 'strict': key with no value, expected `=`"),
        ("width = 5", "3:1: width = 5: duplicate key"),
        (
            "# é\nout = \"é\" 5",
            "4:11: out = \"é\" 5: unexpected key or value, expected newline, `#`",
        ),
        ("pieces = 3-7", "3:10: pieces = 3-7: invalid date, expected `-` (MM-DD)"),
        ("[shapes", "3:8: [shapes: unclosed table, expected `]`"),
    ] {
        assert_eq!(error_of(lines), expected, "{lines}");
    }
    let deep = format!("{}a = 1", "a.".repeat(100_000));
    assert_eq!(error(&deep), "configs/a.toml: recursion limit");
}

#[test]
fn keys_that_are_unknown_or_missing() {
    for (text, expected) in [
        ("", "configs/a.toml: width is missing; add a line such as width = 4"),
        ("width = 3", "configs/a.toml: height is missing; add a line such as height = 4"),
        (
            "width = 3\nhieght = 3",
            r#"configs/a.toml:2: hieght: no such key; did you mean "height"?"#,
        ),
        (
            "zzz = 1\nWidth = 3",
            "configs/a.toml:1: zzz: no such key (valid: width, height, board, start_cell, \
             goal_cell, family, rule, metric, pieces, shapes, rectangles_only, max_shapes, \
             min_holes, max_holes, top, distinct, boards, groups, generator, threads, out)",
        ),
        (
            "[grid]\nwidth = 3",
            "configs/a.toml:1: grid: no such key (valid: width, height, board, start_cell, \
             goal_cell, family, rule, metric, pieces, shapes, rectangles_only, max_shapes, \
             min_holes, max_holes, top, distinct, boards, groups, generator, threads, out)",
        ),
    ] {
        assert_eq!(error(text), expected, "{text}");
    }
    for (lines, expected) in [
        ("Rule = 'strict'", r#"3: Rule: no such key; did you mean "rule"?"#),
        ("max-holes = 2", r#"3: max-holes: no such key; did you mean "max_holes"?"#),
        ("shapes.exact = ['X']", r#"3: exact: no such key; did you mean "exactly"?"#),
        ("[shapes]\n\nexclude = ['X']", "5: exclude: no such key (valid: only, exactly)"),
    ] {
        assert_eq!(error_of(lines), expected, "{lines}");
    }
}

#[test]
fn values_of_the_wrong_type() {
    for (lines, expected) in [
        ("top = 'ten'", "3: top = 'ten': must be a whole number from 0 to 1000000"),
        ("top = 1.5", "3: top = 1.5: must be a whole number from 0 to 1000000"),
        ("top = [1]", "3: top: must be a whole number from 0 to 1000000"),
        ("boards = 'yes'", "3: boards = 'yes': must be true or false, without quotes"),
        ("rule = 3", r#"3: rule = 3: must be text in quotes, such as "strict", or a list of such"#),
        ("out = true", r#"3: out = true: must be text in quotes, such as "out""#),
        (
            "pieces = 2001-01-01",
            r#"3: pieces = 2001-01-01: must be a number, or a range such as "3-7", or a list of such"#,
        ),
        (
            "pieces = [true]",
            r#"3: pieces: must be a number, or a range such as "3-7", or a list of such"#,
        ),
        (
            "metric = \"\"\"\nmany\nlines\"\"\"",
            "3: metric = \"\"\"...: no such metric (valid: \"step\", \"slide\", \"move\", \
             \"super-step\", \"super-slide\", \"super-move\", \"all\")",
        ),
    ] {
        assert_eq!(error_of(lines), expected, "{lines}");
    }
}

#[test]
fn misspelt_values() {
    for (lines, expected) in [
        (
            "\n# the rule\nrule = \"strickt\"",
            "5: rule = \"strickt\": no such rule; did you mean \"strict\"? (valid: \
             \"strict\", \"non-strict\", \"all\")",
        ),
        (
            "rule = 'lenient'",
            r#"3: rule = 'lenient': no such rule (valid: "strict", "non-strict", "all")"#,
        ),
        (
            "metric = ''",
            "3: metric = '': no such metric (valid: \"step\", \"slide\", \"move\", \
             \"super-step\", \"super-slide\", \"super-move\", \"all\")",
        ),
        (
            "generator = 'fill-board'",
            "3: generator = 'fill-board': no such generator; did you mean \"fillboard\"? \
             (valid: \"packing\", \"fillboard\")",
        ),
        (
            "distinct = 'Goal-shape'",
            "3: distinct = 'Goal-shape': no such choice; did you mean \"goal_shape\"? \
             (valid: \"group\", \"class\", \"goal_shape\")",
        ),
    ] {
        assert_eq!(error_of(lines), expected, "{lines}");
    }
}

#[test]
fn grids_that_cannot_be_used() {
    for (text, expected) in [
        ("width = 0\nheight = 4", "1: width = 0: must be from 1 to 32"),
        ("width = -4\nheight = 4", "1: width = -4: must be from 1 to 32"),
        (
            "width = 4\nheight = 99999999999999999999999999999999999999999999",
            "2: height = 9999999999999999999999999999999999999999...: must be from 1 to 32",
        ),
        (
            "height = 6\nwidth = 6",
            "1: height = 6: a grid of 6x6 has more than the 32 cells that are supported",
        ),
        (
            "width = 1\nheight = 1",
            "2: height = 1: a grid of 1x1 has no room for a piece and a hole",
        ),
    ] {
        assert_eq!(error(text), format!("configs/a.toml:{expected}"), "{text}");
    }
}

#[test]
fn boards_with_walls() {
    let family = |text: &str| only(parse_with(text, &Overrides::default()).unwrap());
    let walled = family("board = ['....', '.#..', '....']");
    assert_eq!(walled.grid.to_string(), "..../.#../....");
    assert_eq!((walled.pieces, walled.holes), ((1..=10).into(), 1..=10));
    assert_eq!((walled.start_cell, walled.goal_cell), (0, 11));
    let named = family("board = [\n'#.#',\n'...',\n]\nstart_cell = [2, 1]\ngoal_cell = [3, 2]");
    assert_eq!((named.start_cell, named.goal_cell), (1, 5));
    let rectangle = family("board = ['....', '....', '....', '....']");
    assert_eq!(rectangle, only(settings("")));
    assert_eq!(only(settings("start_cell = [1, 1]\ngoal_cell = [4, 4]")), rectangle);
    // No corner is asked for.
    family("board = ['.#', '..', '#.']\nfamily = 'simple2'\ngoal_cell = [1, 2]");
    family("board = ['#.', '..', '.#']\nfamily = 'compound'");
}

#[test]
fn boards_that_cannot_be_used() {
    let rows = r##"must be rows of free cells and walls, such as ["....", ".#..", "...."]"##;
    let corner = |which, key| {
        format!(
            "1: board: the {which} cell is a wall; name another, such as {key} = [2, 1] for \
             column 2 of row 1"
        )
    };
    for (text, expected) in [
        ("board = '...'", format!("1: board = '...': {rows}")),
        ("board = [3]", format!("1: board: {rows}")),
        ("board = []", "1: board: a grid of 0x0 has no room for a piece and a hole".to_owned()),
        ("board = ['...', '..']", "1: board: row 2 is 2 wide where row 1 is 3".to_owned()),
        (
            "board = ['...', '.x.']",
            "1: board: row 2, column 2: 'x' is neither a free cell (.) nor a wall (#)".to_owned(),
        ),
        ("board = ['##', '##']", "1: board: the walls leave no room for a piece and a hole".into()),
        ("board = ['...', '###']", "1: board: row 2 is nothing but walls; leave it out".into()),
        ("board = ['#.', '#.']", "1: board: column 1 is nothing but walls; leave it out".into()),
        (
            "board = ['......', '......', '......', '......', '......', '.....#']",
            "1: board: a grid of 6x6 has more than the 32 cells that are supported".to_owned(),
        ),
        (
            "board = ['..']\nheight = 1",
            "2: height = 1: board says how large the grid is; leave this out".to_owned(),
        ),
        ("board = ['#.', '..']", corner("upper-left", "start_cell")),
        ("board = ['..', '.#']", corner("lower-right", "goal_cell")),
        (
            "board = ['..', '.#']\ngoal_cell = [2, 2]",
            "2: goal_cell: is a wall; name a free cell".to_owned(),
        ),
        (
            "board = ['..', '.#']\nfamily = 'simple'\ngoal_cell = [1, 2]",
            "3: goal_cell: is no part of this family; leave it out".to_owned(),
        ),
        (
            "board = ['..', '..']\nfamily = 'simple2'\nstart_cell = [1, 2]",
            "3: start_cell: is no part of this family; leave it out".to_owned(),
        ),
        (
            "board = ['..', '.#']\ngoal_cell = [1, 1]",
            "2: goal_cell: no piece can be the goal piece: that must fit where it starts and ends, \
             have room to move, and cover the lower-right cell, or goal_cell, under the strict rule"
                .to_owned(),
        ),
        (
            "board = ['.#', '#.']\nfamily = 'simple'",
            "1: board: no piece can be the goal piece: that must have room to move".to_owned(),
        ),
        (
            "board = ['..', '..']\nfamily = ['simple', 'compound']\ndistinct = 'goal_shape'",
            "3: distinct = 'goal_shape': in the family compound no piece is the goal piece; leave this out"
                .to_owned(),
        ),
    ] {
        assert_eq!(error(text), format!("configs/a.toml:{expected}"), "{text}");
    }
    for cell in ["3", "[1]", "[1, 2, 3]", "[0, 1]", "[-1, 1]", "[1, 5]", "[5, 1]", "['1', 1]"] {
        let error = error_of(&format!("goal_cell = {cell}"));
        let told = "must be [column, row], from [1, 1] to [4, 4] on this board";
        assert!(error.starts_with("3: goal_cell") && error.ends_with(told), "{error}");
    }
}

#[test]
fn numbers_that_do_not_fit() {
    for (lines, expected) in [
        ("pieces = '7-3'", r#"3: pieces = '7-3': upside down; did you mean "3-7"?"#),
        ("pieces = '1-16'", "3: pieces = '1-16': a 4x4 grid takes at least 1 piece and at most 15"),
        ("pieces = '0-3'", "3: pieces = '0-3': a 4x4 grid takes at least 1 piece and at most 15"),
        (
            "pieces = '1-99999999999999999999'",
            "3: pieces = '1-99999999999999999999': a 4x4 grid takes at least 1 piece and at \
             most 15",
        ),
        ("pieces = 16", "3: pieces = 16: must be from 1 to 15"),
        (
            "pieces = '3-'",
            r#"3: pieces = '3-': must be a number, or a range such as "3-7", or a list of such"#,
        ),
        (
            "pieces = '3–7'",
            r#"3: pieces = '3–7': must be a number, or a range such as "3-7", or a list of such"#,
        ),
        (
            "pieces = '٣'",
            r#"3: pieces = '٣': must be a number, or a range such as "3-7", or a list of such"#,
        ),
        ("min_holes = 0", "3: min_holes = 0: must be from 1 to 15"),
        ("max_holes = 16", "3: max_holes = 16: must be from 1 to 15"),
        ("max_holes = 2\nmin_holes = 3", "3: max_holes = 2: less than min_holes = 3"),
        (
            "pieces = '9-12'\nmin_holes = 8",
            "3: pieces = '9-12': min_holes = 8 leaves room for at most 8",
        ),
        (
            "pieces = '1'\nshapes = ['X']\nmax_holes = 2",
            "4: shapes: no number of such pieces that is wanted leaves from 1 to 2 holes (pieces, \
             min_holes, max_holes)",
        ),
        (
            "shapes = ['XX']\nmin_holes = 3\nmax_holes = 3",
            "3: shapes: no number of such pieces that is wanted leaves from 3 to 3 holes (pieces, \
             min_holes, max_holes)",
        ),
        ("max_shapes = 0", "3: max_shapes = 0: must be from 1 to 15"),
        ("top = -1", "3: top = -1: must be from 0 to 1000000"),
        ("threads = 0", "3: threads = 0: must be from 1 to 1024"),
        ("out = ''", "3: out = '': is empty; name a folder, such as out"),
    ] {
        assert_eq!(error_of(lines), expected, "{lines}");
    }
}

#[test]
fn shapes_that_cannot_be_used() {
    let forms = "must be a list such as [\"XX/XX\", \"X\"]; for an exact multiset write \
         shapes.exactly = [...]";
    for (lines, expected) in [
        ("shapes = 'X'", format!("3: shapes = 'X': {forms}")),
        ("shapes = {}", format!("3: shapes: {forms}")),
        ("shapes = {}\ntop = 1", format!("3: shapes: {forms}")),
    ] {
        assert_eq!(error_of(lines), expected, "{lines}");
    }
    for (lines, expected) in [
        ("shapes = []", "3: shapes: lists no shape; leave the key out to allow every shape"),
        (
            "shapes.exactly = []",
            "3: shapes.exactly: lists no shape; leave the key out to allow every shape",
        ),
        ("shapes.exactly = 'X'", r#"3: shapes.exactly: must be a list such as ["XX/XX", "X"]"#),
        (
            "shapes = { only = ['X'], exactly = ['X'] }",
            "3: shapes: has both only and exactly; keep one of them",
        ),
        (
            "shapes = [\n  'X',\n  7,\n]",
            r#"5: shapes: a shape must be text in quotes, such as "XX/X.""#,
        ),
        ("shapes = [\n  'X',\n  'X.X',\n]", r#"5: shapes: shape "X.X" is not connected"#),
        ("shapes = ['X#']", r#"3: shapes: shape "X#": '#' is neither a cell (X) nor a gap (.)"#),
        ("shapes = ['']", r#"3: shapes: shape "" has no cells"#),
        (
            "shapes = ['XXXXX']",
            r#"3: shapes: shape "XXXXX" does not fit a 4x4 grid with a hole left"#,
        ),
        (
            "shapes = ['XX', '.XX']",
            "3: shapes: shape \".XX\" is listed twice; once allows any number of such \
             pieces (for an exact multiset write shapes.exactly = [...])",
        ),
        (
            "shapes = ['XX/XX', 'X']\nmin_holes = 13",
            r#"3: shapes: shape "XX/XX" leaves a 4x4 grid fewer holes than min_holes = 13"#,
        ),
        (
            "rectangles_only = true\nshapes = ['XX', 'XX/X.']",
            "4: shapes: shape \"XX/X.\" is not a rectangle, but rectangles_only = true; \
             drop one of them",
        ),
        (
            "shapes.exactly = ['XXXX/XXXX', 'XXXX/XXXX']",
            "3: shapes.exactly: the pieces have 16 cells together; a 4x4 grid with a hole \
             has room for 15",
        ),
        (
            "shapes.exactly = ['XX', 'X']\nmax_holes = 4",
            "3: shapes.exactly: the pieces leave 13 holes on a 4x4 grid, but from 1 to 4 \
             are wanted (min_holes, max_holes)",
        ),
        (
            "shapes.exactly = ['XX', 'X']\npieces = '3-7'",
            "4: pieces = '3-7': shapes.exactly lists 2 pieces",
        ),
        (
            "shapes.exactly = ['XX', 'X', 'X']\nmax_shapes = 1",
            "4: max_shapes = 1: shapes.exactly lists 2 different shapes",
        ),
        (
            "shapes = ['XX/X.']",
            "3: shapes: no piece can be the goal piece: that must fit where it starts and ends, \
             have room to move, and cover the lower-right cell, or goal_cell, under the strict rule",
        ),
    ] {
        assert_eq!(error_of(lines), expected, "{lines}");
    }
}

#[test]
fn the_fingerprint_covers_what_changes_results() {
    let plain = settings("").fingerprint();
    assert_eq!(plain, "54a1a012b3a0c0a0");
    for lines in [
        "# the same",
        "rule = 'strict'\npieces = '1-15'\nmax_holes = 15\ntop = 100",
        "generator = 'fillboard'\nboards = false\nthreads = 2\nout = 'there'",
    ] {
        assert_eq!(settings(lines).fingerprint(), plain, "{lines}");
    }
    let mut seen = vec![plain];
    for lines in [
        "rule = 'non-strict'",
        "pieces = '1-14'",
        "min_holes = 2",
        "max_holes = 2",
        "max_shapes = 2",
        "rectangles_only = true",
        "shapes = ['XX', 'X']",
        "shapes.exactly = ['XX', 'X']",
        "top = 99",
        "distinct = 'class'",
        "metric = 'slide'",
        "start_cell = [2, 1]",
        "goal_cell = [2, 1]",
    ] {
        let fingerprint = settings(lines).fingerprint();
        assert!(!seen.contains(&fingerprint), "{lines}");
        seen.push(fingerprint);
    }
}

#[test]
fn every_value_has_a_name() {
    assert_eq!(Rule::NonStrict.write(), "non-strict");
    assert_eq!(Distinct::GoalShape.write(), "goal_shape");
}

#[test]
fn the_template_is_a_config_with_every_key() {
    for (width, height) in [(4, 4), (2, 2), (3, 2), (2, 8)] {
        let grid = Grid::new(width, height).unwrap();
        let template = template(&grid);
        let load = |text: &str| parse_with(text, &Overrides::default()).unwrap();
        assert_eq!(only(load(&template)), Family::whole(grid, Rule::Strict));
        for key in Settings::KEYS {
            let line = |line: &str| line.trim_start_matches('#').starts_with(&format!("{key} ="));
            assert!(template.lines().any(line), "{key}");
        }
        // Each line that is commented out may be taken in.
        let out = |line: &&str| line.starts_with('#') && !line.starts_with("# ");
        for line in template.lines().filter(out) {
            let text = template.replace(line, &line[1..]);
            if line.starts_with("#board") {
                // In place of the size, that is.
                let size = [format!("width = {width}\n"), format!("height = {height}\n")];
                load(&size.iter().fold(text, |text, line| text.replace(line, "")));
            } else {
                load(&text);
            }
        }
    }
}

#[test]
fn the_readme_has_every_key() {
    let readme = include_str!("../../README.md");
    let rows = readme.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
    let told: Vec<&str> = rows.flat_map(|keys| keys.split(['`', ',', ' '])).collect();
    for key in Settings::KEYS.into_iter().filter(|&key| !["width", "height"].contains(&key)) {
        assert!(told.contains(&key), "{key}");
    }
}

/// Every key that takes a list, for a 4x4 grid.
const EVERY_LIST: &str = "\
family = ['simple3', 'compound']
rule = [\"strict\", 'non-strict']
metric = 'all'
pieces = ['1-3', 7, \"9-12\"]
";

#[test]
fn a_slip_of_the_finger_gives_settings_or_one_line() {
    for lines in [EVERY_KEY, EVERY_LIST] {
        let text = format!("width = 4\nheight = 4\n{lines}");
        for (start, symbol) in text.char_indices() {
            let (before, after) = (&text[..start], &text[start + symbol.len_utf8()..]);
            for slip in ["", "9", "-", ",", "\"", "[", ".", "\n", "\u{e9}", "\u{1b}"] {
                let text = format!("{before}{slip}{after}");
                if let Err(error) = parse_with(&text, &Overrides::default()) {
                    let line = error.to_string();
                    assert!(line.starts_with("configs/a.toml"), "{line}");
                    assert!(!line.contains(char::is_control), "{line}");
                }
            }
        }
    }
}

#[test]
fn the_configs_of_the_project_load() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs");
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // Puzzles have a folder of their own there.
        if path.is_dir() {
            continue;
        }
        let settings = Settings::load(&path, &Overrides::default()).unwrap();
        let grid = settings.families[0].grid;
        let named = grid.has_walls() || settings.name.starts_with(&grid.to_string());
        assert!(named, "{}", settings.name);
        names.push(settings.name);
    }
    assert!(names.len() >= 8, "{names:?}");
}
