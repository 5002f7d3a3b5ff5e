//! The main job: the whole strict 4x4 grid.

use crate::support::Desk;

#[test]
#[ignore = "long: a quarter of a minute"]
fn the_whole_4x4_grid_confirms_132() {
    let desk = Desk::new();
    let output = desk.ok("run configs/4x4.toml --memory 96MiB");
    assert!(desk.peak_memory("out/4x4") <= 105, "it keeps within the memory");
    assert!(
        output.starts_with("1 4 9 19 36 51 62 89 132 81 64 73 61 25 21\njustsolved=12295564\n"),
        "{output}"
    );
    assert!(output.contains("\ngroups=2202851\nstates=166971886\n"), "{output}");

    let summary: serde_json::Value =
        serde_json::from_str(&desk.read("out/4x4/summary.json")).unwrap();
    assert_eq!(summary["largest_class"], 598_752);
    let hardest = desk.read("out/4x4/hardest.csv");
    let row: Vec<&str> = hardest.lines().nth(9).unwrap().split(',').collect();
    assert_eq!(row[7..9], ["132", "AABC/DEBB/DFGH/.FI."]);
    assert_eq!(row[12].split(' ').count(), 132);

    // 132 and 114 are two goal pieces on the boards of one class, not two starts of one group.
    let puzzles = desk.read("out/4x4/puzzles.csv");
    let top: Vec<&str> =
        puzzles.lines().skip(1).take(3).map(|row| row.split(',').nth(7).unwrap()).collect();
    assert_eq!(top, ["132", "114", "89"]);
}
