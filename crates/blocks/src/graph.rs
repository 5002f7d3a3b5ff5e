//! The graph of a group, as a file: every board a node, every action an edge.

use std::io::Write;

use antipode_frontier::{Progress, Space};

use crate::error::SolveError;
use crate::puzzle::Puzzle;
use crate::space::packed::Packed;
use crate::space::positions::Positions;
use crate::table::Table;

/// How a graph is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GraphForm {
    /// GraphML: nodes with their board, their distance from the start and whether they are goals.
    GraphMl,
    /// A table of edges, by their boards.
    Csv,
}

impl GraphForm {
    /// What a file of this form begins with.
    pub fn beginning(self) -> &'static str {
        match self {
            GraphForm::GraphMl => GRAPHML,
            GraphForm::Csv => "from,to\n",
        }
    }
}

/// How large a graph is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GraphSize {
    /// How many boards.
    pub nodes: u64,
    /// How many pairs of boards an action apart.
    pub edges: u64,
}

const GRAPHML: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="board" for="node" attr.name="board" attr.type="string"/>
<key id="distance" for="node" attr.name="distance" attr.type="int"/>
<key id="goal" for="node" attr.name="goal" attr.type="boolean"/>
<graph edgedefault="undirected">
"#;

/// Writes the graph of the whole group in `table`, each edge once. Nodes are in the order of the
/// table.
pub(crate) fn write<K: Packed>(
    puzzle: &Puzzle,
    positions: &Positions<K>,
    table: &Table<K>,
    form: GraphForm,
    progress: &dyn Progress,
    output: &mut dyn Write,
) -> Result<GraphSize, SolveError> {
    let board = |index: usize| puzzle.board(positions.cells(table.state(index)));
    output.write_all(form.beginning().as_bytes())?;
    if form == GraphForm::GraphMl {
        for index in 0..table.len() {
            let board = escape(&board(index));
            let distance = table.distance(index);
            let goal = positions.is_goal(table.state(index));
            writeln!(
                output,
                "<node id=\"n{index}\"><data key=\"board\">{board}</data>\
                 <data key=\"distance\">{distance}</data>\
                 <data key=\"goal\">{goal}</data></node>"
            )?;
        }
    }
    let mut edges = 0;
    let mut neighbours = Vec::new();
    for index in 0..table.len() {
        if progress.stop() {
            return Err(SolveError::Stopped(table.distance(index)));
        }
        neighbours.clear();
        positions.expand(table.state(index), 0, |neighbour, _| {
            neighbours.extend(table.find(neighbour).filter(|&other| other > index));
        });
        // Several actions between the same boards are one edge.
        neighbours.sort_unstable();
        neighbours.dedup();
        edges += neighbours.len() as u64;
        for &other in &neighbours {
            match form {
                GraphForm::GraphMl => {
                    writeln!(output, "<edge source=\"n{index}\" target=\"n{other}\"/>")?;
                }
                GraphForm::Csv => {
                    let quoted = |board: String| format!("\"{}\"", board.replace('"', "\"\""));
                    writeln!(output, "{},{}", quoted(board(index)), quoted(board(other)))?;
                }
            }
        }
    }
    if form == GraphForm::GraphMl {
        writeln!(output, "</graph>\n</graphml>")?;
    }
    Ok(GraphSize { nodes: table.len() as u64, edges })
}

/// Text in XML: names of pieces may be any characters.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
