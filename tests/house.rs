//! The crates depend on each other one way, and only the program is a program.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use toml::{Table, Value};

/// What builds on what, each on those behind it only.
const ARROWS: [&str; 6] = ["antipode", "pipeline", "families", "blocks", "frontier", "sealed"];

/// What a library has no use for: it takes plain values, returns typed errors and is silent.
const PROGRAMS_OWN: [&str; 5] = ["anyhow", "clap", "clap_complete", "clap_mangen", "indicatif"];

/// The manifests of all crates, by the names of their folders.
fn manifests() -> BTreeMap<String, Table> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let manifest = |folder: fs::DirEntry| {
        let text = fs::read_to_string(folder.path().join("Cargo.toml")).ok()?;
        Some((folder.file_name().into_string().unwrap(), text.parse().unwrap()))
    };
    fs::read_dir(crates).unwrap().filter_map(|folder| manifest(folder.unwrap())).collect()
}

/// The names in all tables of dependencies, for tests as well if `tests`.
fn dependencies(manifest: &Table, tests: bool) -> Vec<String> {
    let mut found = Vec::new();
    for (key, value) in manifest {
        match (key.as_str(), value) {
            ("dev-dependencies", _) if !tests => {}
            ("dependencies" | "build-dependencies" | "dev-dependencies", Value::Table(names)) => {
                found.extend(names.keys().cloned());
            }
            ("target", Value::Table(targets)) => {
                let targets = targets.values().filter_map(Value::as_table);
                found.extend(targets.flat_map(|target| dependencies(target, tests)));
            }
            _ => {}
        }
    }
    found
}

/// What is wrong with the house.
fn faults(manifests: &BTreeMap<String, Table>) -> Vec<String> {
    let mut faults = Vec::new();
    for (name, manifest) in manifests {
        if let Some(place) = ARROWS.iter().position(|known| known == name) {
            for other in dependencies(manifest, true) {
                let other = other.strip_prefix("antipode-").unwrap_or(&other);
                if ARROWS[..place].contains(&other) {
                    faults.push(format!("{name} depends on {other}, which builds on it"));
                }
            }
        }
        if name != "antipode" {
            let own = dependencies(manifest, false).into_iter();
            let own = own.filter(|other| PROGRAMS_OWN.contains(&other.as_str()));
            faults.extend(own.map(|other| format!("{name} is a library and depends on {other}")));
        }
    }
    faults
}

#[test]
fn the_arrows_between_the_crates_point_one_way() {
    let manifests = manifests();
    for name in ARROWS {
        assert!(manifests.contains_key(name), "there is no crate {name}");
    }
    assert_eq!(faults(&manifests), Vec::<String>::new());
}

#[test]
fn an_arrow_drawn_the_other_way_is_a_fault() {
    for (name, table, other) in [
        ("blocks", "dependencies", "antipode-families"),
        ("blocks", "dev-dependencies", "antipode-families"),
        ("frontier", "dependencies", "antipode-blocks"),
        ("families", "build-dependencies", "antipode-pipeline"),
        ("pipeline", "dependencies", "clap"),
        ("gallery", "dependencies", "anyhow"),
        ("web", "dependencies", "indicatif"),
    ] {
        let mut manifests = manifests();
        let manifest = manifests.get_mut(name).unwrap();
        let names = manifest.entry(table).or_insert(Value::Table(Table::new()));
        names.as_table_mut().unwrap().insert(other.to_owned(), Value::Table(Table::new()));
        assert_eq!(faults(&manifests).len(), 1, "{name} on {other}");
    }
}
