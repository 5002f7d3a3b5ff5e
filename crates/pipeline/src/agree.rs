//! What the tables of a batch have to agree on.
//!
//! A row of hardest.csv or puzzles.csv is right if its puzzle is. What is missing, and whether the counts are right, only
//! the other tables tell.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use antipode_families::{Shape, goal_shape};
use antipode_frontier::Progress;

use crate::error::Error;
use crate::summary::{self, Hardest, SUMMARY, Summary};
use crate::table::file::{Record, Table, TableError};
use crate::table::kinds::{Kind, kind};
use crate::table::puzzles::{ClassRow, PuzzleRow};

/// The tables of a batch as they were found in its folder.
#[derive(Debug)]
pub(crate) struct Tables {
    /// hardest.csv.
    pub(crate) hardest: Table,
    /// puzzles.csv.
    pub(crate) listed: Table,
    /// classes.csv, if it is there.
    classes: Option<Table>,
    summaries: Vec<Summary>,
    folder: PathBuf,
}

impl Tables {
    /// Reads the tables of a folder.
    pub(crate) fn read(folder: &Path) -> Result<Self, Error> {
        let table = |name: &str| Table::read(&folder.join(name));
        Ok(Tables {
            hardest: table("hardest.csv")?,
            listed: table("puzzles.csv")?,
            classes: match table("classes.csv") {
                Err(TableError::Missing(_)) => None,
                classes => Some(classes?),
            },
            summaries: summary::read(&folder.join(SUMMARY))?,
            folder: folder.to_owned(),
        })
    }

    /// Fails with the first row that another table, or the summary, does not agree with: hardest.csv has the rows that
    /// the summary tells of; puzzles.csv has no others than these allow, each once, the hardest first, and all
    /// that are harder than its last; and the counts of classes.csv add up to those of the summary.
    pub(crate) fn agree(&self, progress: &dyn Progress) -> Result<(), Error> {
        let families = &self.summaries[..];
        let is_told = families.iter().any(|family| family.hardest_by_pieces.is_some());
        if is_told {
            self.check_hardest(families)?;
        } else {
            progress
                .note("no summary.json tells which rows there are to be, and what they add up to");
        }
        self.check_listed(progress)?;
        match &self.classes {
            None => progress.note("there is no classes.csv to be looked at"),
            Some(classes) if is_told => self.check_classes(classes, families)?,
            Some(_) => {}
        }
        Ok(())
    }

    /// Checks that hardest.csv has a row for each number of pieces of which the summary tells the moves.
    fn check_hardest(&self, families: &[Summary]) -> Result<(), TableError> {
        let mut expected = Vec::new();
        for family in families {
            for Hardest { pieces, moves } in family.hardest_by_pieces.iter().flatten() {
                let [family, rule, metric] = family.kind().map(str::to_owned);
                expected.push([family, rule, metric, pieces.to_string(), moves.to_string()]);
            }
        }
        let found: Vec<_> = self.hardest.records().map(texts).collect();
        if found == expected {
            return Ok(());
        }
        let same = found.iter().zip(&expected).take_while(|(found, expected)| found == expected);
        let same = same.count();
        let told = match expected.get(same) {
            Some(row) => format!("there is to be a row {}", row.join(",")),
            None => "there is to be no more".to_owned(),
        };
        let problem = format!("by summary.json {told}; `antipode export` makes both again");
        let end = self.hardest.records().last().map_or(1, |record| record.line()) + 1;
        let line = self.hardest.records().nth(same).map_or(end, |record| record.line());
        Err(TableError::Value { path: self.folder.join("hardest.csv"), line, problem })
    }

    /// Checks that puzzles.csv lists what hardest.csv lets it list.
    fn check_listed(&self, progress: &dyn Progress) -> Result<(), TableError> {
        let (hardest, listed) = (told(&self.hardest)?, told(&self.listed)?);
        let most: BTreeMap<_, _> =
            hardest.iter().map(|row| ((row.kind, row.pieces), row.moves)).collect();
        let mut seen = BTreeSet::new();
        let mut last: BTreeMap<Kind<'_>, u32> = BTreeMap::new();
        for row in &listed {
            let most = most.get(&(row.kind, row.pieces)).copied().unwrap_or(0);
            let boards =
                [&PuzzleRow::START, &PuzzleRow::GOAL].map(|column| row.record.text(column));
            let before = last.insert(row.kind, row.moves).unwrap_or(u32::MAX);
            let problem = match row.moves {
                0 => "this is no puzzle".to_owned(),
                moves if moves > most => {
                    format!("by hardest.csv those with as many pieces take up to {most}")
                }
                moves if moves > before => "it is harder than the one before".to_owned(),
                _ if !seen.insert((row.kind, boards)) => "it is listed already".to_owned(),
                _ => continue,
            };
            return Err(row.record.error(problem));
        }
        if listed.is_empty() {
            progress.note("puzzles.csv lists no puzzles");
            return Ok(());
        }
        for row in &hardest {
            let goal = row.goal_shape();
            // A list may have one puzzle of each goal piece alone.
            let stands_for = |other: &Told<'_>| {
                other.kind == row.kind
                    && other.moves >= row.moves
                    && (other.pieces == row.pieces || goal.is_some() && other.goal_shape() == goal)
            };
            let easiest = last.get(&row.kind).copied().unwrap_or(0);
            if row.moves > easiest && !listed.iter().any(stands_for) {
                return Err(row.record.error("puzzles.csv lists easier ones, and not this"));
            }
        }
        Ok(())
    }

    /// Checks the counts of classes.csv.
    fn check_classes(&self, classes: &Table, families: &[Summary]) -> Result<(), TableError> {
        let mut most: BTreeMap<(Kind<'_>, u32), u32> = BTreeMap::new();
        let mut sums: BTreeMap<Kind<'_>, [u64; 3]> = BTreeMap::new();
        for record in classes.records() {
            // The rows of one family do not tell which it is.
            let kind = match families {
                [one] => one.kind(),
                _ => kind(record),
            };
            let sum = sums.entry(kind).or_default();
            for (sum, column) in
                sum.iter_mut().zip([&ClassRow::BOARDS, &ClassRow::GROUPS, &ClassRow::STATES])
            {
                *sum = sum.saturating_add(record.read(column)?);
            }
            let most = most.entry((kind, record.read(&ClassRow::PIECES)?)).or_default();
            *most = record.read(&ClassRow::HARDEST)?.max(*most);
        }
        for family in families {
            let sum = sums.remove(&family.kind()).unwrap_or_default();
            let told = [
                ("justsolved", family.justsolved),
                ("groups", family.groups),
                ("states", family.states),
            ];
            for (sum, (name, told)) in sum.into_iter().zip(told) {
                if let Some(told) = told.filter(|&told| told != sum) {
                    let path = self.folder.join("classes.csv");
                    let problem = format!("by summary.json {name} are {told}, and here {sum}");
                    return Err(TableError::Value { path, line: 1, problem });
                }
            }
        }
        for Told { record, kind, pieces, moves } in told(&self.hardest)? {
            let most = most.get(&(kind, pieces)).copied().unwrap_or(0);
            if most != moves {
                return Err(record.error(format!("by classes.csv these take up to {most}")));
            }
        }
        Ok(())
    }
}

/// What the summary tells of a row of hardest.csv as well.
fn texts(record: Record<'_>) -> [String; 5] {
    let [family, rule, metric] = kind(record);
    let [pieces, moves] = [&PuzzleRow::PIECES, &PuzzleRow::MOVES].map(|column| record.text(column));
    [family, rule, metric, pieces, moves].map(str::to_owned)
}

/// A row of hardest.csv or puzzles.csv, and what is compared of it.
struct Told<'a> {
    record: Record<'a>,
    kind: Kind<'a>,
    pieces: u32,
    moves: u32,
}

impl<'a> Told<'a> {
    fn read(record: Record<'a>) -> Result<Self, TableError> {
        let (pieces, moves) = (record.read(&PuzzleRow::PIECES)?, record.read(&PuzzleRow::MOVES)?);
        Ok(Told { record, kind: kind(record), pieces, moves })
    }

    /// The shape of the goal piece, as lists that have each once tell them apart.
    fn goal_shape(&self) -> Option<Shape> {
        let is_told = !self.record.text(&PuzzleRow::GOAL_SHAPE).is_empty();
        is_told.then(|| goal_shape(self.record.text(&PuzzleRow::START))).flatten()
    }
}

fn told(table: &Table) -> Result<Vec<Told<'_>>, TableError> {
    table.records().map(Told::read).collect()
}
