//! Searches keep within the memory that they are given, and find the same whatever it is.

mod support;

use support::Desk;

#[test]
fn a_class_of_4x5_is_searched_alike_in_memory_and_on_disk() {
    let desk = Desk::new();
    desk.write(
        "configs/class.toml",
        "width = 4\nheight = 5\nboards = false\n\
         shapes.exactly = [\"XX\", \"XX\", \"XX\", \"X/X\", \"X/X\", \"X\", \"X\"]\n",
    );
    let files = ["hardest.csv", "puzzles.csv", "classes.csv", "summary.json"];
    let mut tables = Vec::new();
    for memory in [1024, 64] {
        desk.ok(&format!("run configs/class.toml --memory {memory}MiB --out {memory}"));
        assert!(desk.peak_memory(&format!("{memory}/class")) <= memory * 11 / 10);
        tables.push(files.map(|file| desk.read(&format!("{memory}/class/{file}"))));
    }
    assert_eq!(tables[0], tables[1]);
}
