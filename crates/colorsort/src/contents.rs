//! All contents that a container can ever have, numbered, with what pouring makes of them.
//!
//! A container only ever loses its top and gains more of its top colour. So from a given start
//! its content is always the lower part of what some container had at the start, with more of the
//! same colour on top, or a single colour. These are few (12 colours in containers of 4: 169), and
//! a position is a list of their numbers: a byte a container where there are no more than 256.

use fxhash::FxHashMap;

use crate::position::{Container, Position};

/// What is in a container.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Content {
    /// How many objects there are.
    pub height: u8,
    /// How many more there is room for.
    pub room: u8,
    /// The colour on top; [`NO_COLOUR`] in an empty container, here and below.
    pub top: u8,
    /// How many objects of that colour lie on top.
    pub run: u8,
    /// The number of runs.
    pub blocks: u8,
    /// The colour at the bottom.
    pub bottom: u8,
    /// How many objects of that colour lie at the bottom.
    pub bottom_run: u8,
}

pub(crate) const NO_COLOUR: u8 = u8::MAX;

/// The contents that can come up from a start, and the ways between them.
#[derive(Debug)]
pub(crate) struct Contents {
    contents: Vec<Content>,
    /// The contents left when `count` objects are taken, at `number * stride + count`.
    taken: Vec<u16>,
    /// The contents when `count` more objects of the top colour come, likewise.
    given: Vec<u16>,
    /// The contents when `count` objects come into an empty container, at
    /// `(number * colours + colour) * stride + count`: empty contents have the first numbers.
    founded: Vec<u16>,
    stride: usize,
    /// How many colours there are.
    pub colours: usize,
    /// How many objects each colour has.
    pub objects: u8,
    /// The contents of the containers at the start, in the user's order.
    pub start: Vec<u16>,
    /// Whether all containers have the same capacity.
    pub equal: bool,
}

/// Where there is no such content.
const NONE: u16 = u16::MAX;

impl Contents {
    /// All contents that can come up from `position`.
    pub fn new(position: &Position) -> Self {
        let colours = position.colours();
        let objects = position.objects_of_a_colour();
        let mut capacities: Vec<usize> =
            position.containers().iter().map(|container| container.capacity).collect();
        capacities.sort_unstable();
        capacities.dedup();

        let mut numbers = Numbers::default();
        for &capacity in &capacities {
            numbers.number(capacity, &[]);
        }
        for &capacity in &capacities {
            for colour in 0..colours as u8 {
                numbers.grown(capacity, vec![colour], objects);
            }
        }
        for Container { capacity, objects: lying } in position.containers() {
            for height in 1..=lying.len() {
                numbers.grown(*capacity, lying[..height].to_vec(), objects);
            }
        }

        let stride = capacities.last().unwrap_or(&0) + 1;
        let table = vec![NONE; numbers.list.len() * stride];
        let mut contents = Contents {
            contents: numbers
                .list
                .iter()
                .map(|(capacity, held)| describe(*capacity, held))
                .collect(),
            taken: table.clone(),
            given: table,
            founded: vec![NONE; capacities.len() * colours * stride],
            stride,
            colours,
            objects: objects as u8,
            start: Vec::new(),
            equal: capacities.len() == 1,
        };
        for empty in 0..capacities.len() {
            for colour in 0..colours {
                contents.founded[(empty * colours + colour) * stride] = empty as u16;
            }
        }
        for (number, (capacity, held)) in numbers.list.iter().enumerate() {
            let content = contents.contents[number];
            for count in 0..=usize::from(content.run) {
                let left = numbers.find(*capacity, &held[..held.len() - count]);
                contents.taken[number * stride + count] = left;
                if count < usize::from(content.run) {
                    contents.given[usize::from(left) * stride + count] = number as u16;
                } else if content.blocks == 1 {
                    let row = usize::from(left) * colours + usize::from(content.top);
                    contents.founded[row * stride + count] = number as u16;
                }
            }
        }
        let start = position.containers().iter();
        contents.start = start.map(|c| numbers.find(c.capacity, &c.objects)).collect();
        contents
    }

    /// How many contents there are.
    pub fn len(&self) -> usize {
        self.contents.len()
    }

    #[inline]
    pub fn of(&self, number: u16) -> Content {
        self.contents[usize::from(number)]
    }

    /// The content when `count` objects of the top run are taken.
    #[inline]
    pub fn taken(&self, number: u16, count: u8) -> u16 {
        self.taken[usize::from(number) * self.stride + usize::from(count)]
    }

    /// The content when `count` objects of `colour` come, for which there is room and a like top.
    #[inline]
    pub fn given(&self, number: u16, colour: u8, count: u8) -> u16 {
        let count = usize::from(count);
        if self.of(number).height == 0 {
            let row = usize::from(number) * self.colours + usize::from(colour);
            self.founded[row * self.stride + count]
        } else {
            self.given[usize::from(number) * self.stride + count]
        }
    }

    /// Whether every colour is one block, alone in its container.
    pub fn solved(&self, numbers: &[u16]) -> bool {
        let mut full = 0;
        numbers.iter().all(|&number| {
            let content = self.of(number);
            full += usize::from(content.height > 0);
            content.blocks <= 1
        }) && full == self.colours
    }
}

/// Contents, by capacity and objects from bottom to top, in the order in which they are numbered.
#[derive(Default)]
struct Numbers {
    list: Vec<(usize, Vec<u8>)>,
    numbers: FxHashMap<(usize, Vec<u8>), u16>,
}

impl Numbers {
    fn number(&mut self, capacity: usize, held: &[u8]) {
        let key = (capacity, held.to_vec());
        if !self.numbers.contains_key(&key) {
            // At most 320 objects lie above each other in some container at the start, and 20
            // capacities of 16 colours are empty: with 20 more on top, fewer than 13,000.
            self.numbers.insert(key.clone(), self.list.len() as u16);
            self.list.push(key);
        }
    }

    /// Numbers `held` and all that it becomes with more of its top colour.
    fn grown(&mut self, capacity: usize, mut held: Vec<u8>, objects: usize) {
        let Some(&top) = held.last() else { return };
        while held.len() <= capacity
            && held.iter().filter(|&&object| object == top).count() <= objects
        {
            self.number(capacity, &held);
            held.push(top);
        }
    }

    fn find(&self, capacity: usize, held: &[u8]) -> u16 {
        self.numbers[&(capacity, held.to_vec())]
    }
}

fn describe(capacity: usize, held: &[u8]) -> Content {
    let run = |objects: &mut dyn Iterator<Item = &u8>| {
        let first = objects.next().copied();
        let more = objects.take_while(|&&object| Some(object) == first).count();
        (first.unwrap_or(NO_COLOUR), if first.is_some() { more as u8 + 1 } else { 0 })
    };
    let (top, top_run) = run(&mut held.iter().rev());
    let (bottom, bottom_run) = run(&mut held.iter());
    Content {
        height: held.len() as u8,
        room: (capacity - held.len()) as u8,
        top,
        run: top_run,
        blocks: held.chunk_by(|one, other| one == other).count() as u8,
        bottom,
        bottom_run,
    }
}
