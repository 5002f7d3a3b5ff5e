//! The graph of a group, as a file: every board a node, every action an edge.

use std::io::Write;

use antipode_frontier::{Progress, Space};

use crate::metric::Metric;
use crate::puzzle::Puzzle;
use crate::solve::{SolveError, whole};
use crate::space::packed::Packed;
use crate::space::positions::{Positions, Visit, visit};

/// How a graph is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GraphForm {
    /// GraphML: nodes with their board, their distance from the start and whether they are goals.
    GraphMl,
    /// A table of edges, by their boards.
    Csv,
}

/// How large a graph is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GraphSize {
    /// How many boards.
    pub nodes: u64,
    /// How many pairs of boards an action apart.
    pub edges: u64,
}

/// Writes the graph of the group of the start, each edge once. Nodes are in the order of distance
/// from the start, which is the first.
pub fn write(
    puzzle: &Puzzle,
    metric: Metric,
    form: GraphForm,
    memory: usize,
    progress: &dyn Progress,
    output: &mut dyn Write,
) -> Result<GraphSize, SolveError> {
    visit(puzzle, metric, Writing { puzzle, form, memory, progress, output })?
}

struct Writing<'a> {
    puzzle: &'a Puzzle,
    form: GraphForm,
    memory: usize,
    progress: &'a dyn Progress,
    output: &'a mut dyn Write,
}

const GRAPHML: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="board" for="node" attr.name="board" attr.type="string"/>
<key id="distance" for="node" attr.name="distance" attr.type="int"/>
<key id="goal" for="node" attr.name="goal" attr.type="boolean"/>
<graph edgedefault="undirected">
"#;

impl Visit for Writing<'_> {
    type Output = Result<GraphSize, SolveError>;

    fn visit<K: Packed>(self, positions: &Positions<K>) -> Self::Output {
        let table = whole(positions, self.memory, self.progress)?;
        let board = |index: usize| self.puzzle.board(positions.cells(table.state(index)));
        let output = self.output;
        match self.form {
            GraphForm::GraphMl => {
                output.write_all(GRAPHML.as_bytes())?;
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
            GraphForm::Csv => writeln!(output, "from,to")?,
        }
        let mut edges = 0;
        let mut neighbours = Vec::new();
        for index in 0..table.len() {
            if self.progress.stop() {
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
                match self.form {
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
        if self.form == GraphForm::GraphMl {
            writeln!(output, "</graph>\n</graphml>")?;
        }
        Ok(GraphSize { nodes: table.len() as u64, edges })
    }
}

/// Text in XML: names of pieces may be any characters.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
