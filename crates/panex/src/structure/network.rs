//! The networks that stretches of N pairs make, within a stretch of N + 1 and in the end.

use std::collections::VecDeque;
use std::collections::hash_map::Entry;

use fxhash::FxHashMap;

use super::classes::Classes;
use super::node::Node;
use super::shape::Shape;

/// An edge to some node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// The node that it comes from.
    pub from: usize,
    /// The class of its stretches.
    pub class: usize,
}

/// Nodes, and for each the edges that lead there.
#[derive(Debug, Clone)]
pub struct Network {
    /// The nodes, the source first.
    pub nodes: Vec<Node>,
    /// The edges to each node, in their order.
    pub incoming: Vec<Vec<Edge>>,
}

impl Network {
    /// What lies within stretches of N + 1 pairs from the canonical position of a shape. They end at
    /// the next canonical position, so the source has no edges to it: to come back there is to
    /// come to another node.
    pub fn of_step(classes: &Classes, start: Shape) -> Self {
        Self::explore(classes, Node::canonical(start), |_| true, Node::is_canonical)
    }

    /// What lies between positions in which no tile is larger than N + 1: all words are empty, and canonical positions are gone through.
    pub fn of_end(classes: &Classes) -> Self {
        Self::explore(classes, Node::canonical(Shape::Home), |node| node.has_no_larger(), |_| false)
    }

    fn explore(
        classes: &Classes,
        source: Node,
        exists: impl Fn(&Node) -> bool,
        ends: impl Fn(&Node) -> bool,
    ) -> Self {
        let mut network = Network { nodes: vec![source.clone()], incoming: vec![vec![]] };
        let mut numbers = FxHashMap::default();
        if !ends(&source) {
            numbers.insert(source, 0);
        }
        let mut queue = VecDeque::from([0]);
        while let Some(from) = queue.pop_front() {
            let node = network.nodes[from].clone();
            for class in classes.from(node.shape) {
                for after in node.after(&classes.all()[class]).into_iter().filter(&exists) {
                    let to = match numbers.entry(after) {
                        Entry::Occupied(known) => *known.get(),
                        Entry::Vacant(new) => {
                            let number = network.nodes.len();
                            if !ends(new.key()) {
                                queue.push_back(number);
                            }
                            network.nodes.push(new.key().clone());
                            network.incoming.push(vec![]);
                            *new.insert(number)
                        }
                    };
                    network.incoming[to].push(Edge { from, class });
                }
            }
        }
        network
    }

    /// How many edges there are.
    pub fn edges(&self) -> usize {
        self.incoming.iter().map(Vec::len).sum()
    }
}
