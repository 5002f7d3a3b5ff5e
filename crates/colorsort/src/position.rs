//! Positions as people write them: containers in their own order, objects from bottom to top.
//!
//! Text is containers separated by `;`, or one a line, each a character an object:
//! `ABCD;DCBA;;` has two full containers and two empty ones. `AB:4` is a container of capacity 4
//! that is half full. JSON is an array of containers, each an array of objects or a string.

use std::fmt;

#[cfg(feature = "json")]
use serde_json::Value;

/// The most colours of a position.
pub const MOST_COLOURS: usize = 16;

/// The most objects that a container holds.
pub const MOST_CAPACITY: usize = 20;

/// A container and what is in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Container {
    /// How many objects it holds.
    pub capacity: usize,
    /// The colours of its objects from bottom to top, as places in [`Position::symbols`].
    pub objects: Vec<u8>,
}

/// A position: at most 16 colours, as many objects of each, in containers of at most 20.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    symbols: Vec<char>,
    containers: Vec<Container>,
}

/// How a text is to be read.
#[derive(Debug, Clone, Copy, Default)]
pub struct Reading {
    /// Containers are written from top to bottom.
    pub top_first: bool,
    /// The capacity of the containers that name none; if not given, just enough for the longest
    /// of them and for all objects of a colour.
    pub capacity: Option<usize>,
    /// Empty containers to be added to those written.
    pub empty: usize,
}

/// Why a text is not a position. Containers and places are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum PositionError {
    #[error("there are no objects")]
    NoObjects,
    #[error(
        "container {container}: object {place} is {symbol:?}; an object is a letter or a digit"
    )]
    UnknownSymbol { container: usize, place: usize, symbol: String },
    #[error(
        "container {container}: {symbol:?} is one colour too many; there may be {MOST_COLOURS}"
    )]
    TooManyColours { container: usize, symbol: char },
    #[error("container {container}: {text:?} is not a capacity from 1 to {MOST_CAPACITY}")]
    Capacity { container: usize, text: String },
    #[error(
        "container {container} has {objects} objects, but a container holds at most {MOST_CAPACITY}"
    )]
    TooLong { container: usize, objects: usize },
    #[error("container {container} has {objects} objects, but its capacity is {capacity}")]
    OverCapacity { container: usize, objects: usize, capacity: usize },
    #[error(
        "colour {symbol} has {objects} object{} (in {}), colour {other} has {others}; \
         all colours must have the same number",
        if *objects == 1 { "" } else { "s" },
        listed(containers)
    )]
    Unequal { symbol: char, objects: usize, containers: Vec<usize>, other: char, others: usize },
    #[error(
        "colour {symbol} has {objects} objects (in {}), but no container holds more \
         than {capacity}",
        listed(containers)
    )]
    TooManyObjects { symbol: char, objects: usize, containers: Vec<usize>, capacity: usize },
    #[error("not JSON: {0}")]
    Json(String),
    #[error("container {container} is {value}; a container is an array of objects, or a string")]
    JsonContainer { container: usize, value: String },
}

fn listed(containers: &[usize]) -> String {
    let numbers = containers.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    format!("container{} {numbers}", if containers.len() == 1 { "" } else { "s" })
}

/// A container as read: its objects as written, and its capacity if it says one.
type Written = (Vec<char>, Option<usize>);

impl Position {
    /// Reads text or, where it begins with `[`, JSON.
    ///
    /// # Errors
    /// If it is no position, with the container that is to blame.
    pub fn parse(text: &str, reading: &Reading) -> Result<Self, PositionError> {
        let mut written = match text.trim_start().starts_with('[') {
            true => read_json(text)?,
            false => read_text(text)?,
        };
        if reading.top_first {
            written.iter_mut().for_each(|(objects, _)| objects.reverse());
        }
        written.extend((0..reading.empty).map(|_| (Vec::new(), None)));
        Self::new(&written, reading.capacity).map_err(|error| match error {
            // As it was written.
            PositionError::UnknownSymbol { container, place, symbol } if reading.top_first => {
                let place = written[container - 1].0.len() + 1 - place;
                PositionError::UnknownSymbol { container, place, symbol }
            }
            error => error,
        })
    }

    fn new(written: &[Written], capacity: Option<usize>) -> Result<Self, PositionError> {
        let mut symbols: Vec<char> = Vec::new();
        for (index, (objects, _)) in written.iter().enumerate() {
            let container = index + 1;
            if objects.len() > MOST_CAPACITY {
                return Err(PositionError::TooLong { container, objects: objects.len() });
            }
            for (place, &symbol) in objects.iter().enumerate() {
                if !symbol.is_ascii_alphanumeric() {
                    let (place, symbol) = (place + 1, symbol.to_string());
                    return Err(PositionError::UnknownSymbol { container, place, symbol });
                }
                if let Err(place) = symbols.binary_search(&symbol) {
                    if symbols.len() == MOST_COLOURS {
                        return Err(PositionError::TooManyColours { container, symbol });
                    }
                    symbols.insert(place, symbol);
                }
            }
        }
        let total: usize = written.iter().map(|(objects, _)| objects.len()).sum();
        if symbols.is_empty() {
            return Err(PositionError::NoObjects);
        }
        let longest = written.iter().filter(|(_, capacity)| capacity.is_none());
        let longest = longest.map(|(objects, _)| objects.len()).max().unwrap_or(0);
        let by_colour = total.div_ceil(symbols.len());
        // More than that no container may hold, and then there is an error to tell below.
        let enough = longest.max(by_colour).min(MOST_CAPACITY);
        let containers: Vec<Container> = written
            .iter()
            .map(|(objects, own)| Container {
                capacity: own.or(capacity).unwrap_or(enough),
                objects: objects
                    .iter()
                    .filter_map(|symbol| symbols.binary_search(symbol).ok())
                    .map(|colour| colour as u8)
                    .collect(),
            })
            .collect();
        let position = Position { symbols, containers };
        position.check()?;
        Ok(position)
    }

    /// Full containers of colours counted from 0 (`A` is the first), and empty ones.
    pub(crate) fn dealt(objects: &[u8], capacity: usize, empty: usize) -> Self {
        let colours = objects.iter().max().map_or(0, |&last| last + 1);
        let full = objects.chunks(capacity).map(<[u8]>::to_vec);
        let containers = full.chain((0..empty).map(|_| Vec::new()));
        Position {
            symbols: (b'A'..b'A' + colours).map(char::from).collect(),
            containers: containers.map(|objects| Container { capacity, objects }).collect(),
        }
    }

    fn check(&self) -> Result<(), PositionError> {
        for (index, Container { capacity, objects }) in self.containers.iter().enumerate() {
            if objects.len() > *capacity {
                return Err(PositionError::OverCapacity {
                    container: index + 1,
                    objects: objects.len(),
                    capacity: *capacity,
                });
            }
        }
        let counts: Vec<usize> = (0..self.colours()).map(|colour| self.count(colour)).collect();
        // The count that most colours have is taken for the right one.
        let usual = |&colour: &usize| counts.iter().filter(|&&n| n == counts[colour]).count();
        let other = (0..self.colours()).max_by_key(usual).unwrap_or(0);
        if let Some(colour) = (0..self.colours()).find(|&colour| counts[colour] != counts[other]) {
            return Err(PositionError::Unequal {
                symbol: self.symbols[colour],
                objects: counts[colour],
                containers: self.holding(colour),
                other: self.symbols[other],
                others: counts[other],
            });
        }
        let capacity = self.containers.iter().map(|container| container.capacity).max();
        let capacity = capacity.unwrap_or(0);
        if counts[0] > capacity {
            return Err(PositionError::TooManyObjects {
                symbol: self.symbols[0],
                objects: counts[0],
                containers: self.holding(0),
                capacity,
            });
        }
        Ok(())
    }

    fn count(&self, colour: usize) -> usize {
        let objects = self.containers.iter().flat_map(|container| &container.objects);
        objects.filter(|&&object| usize::from(object) == colour).count()
    }

    /// The numbers of the containers that hold a colour, from 1.
    fn holding(&self, colour: usize) -> Vec<usize> {
        let containers = self.containers.iter().enumerate();
        let holds = |objects: &[u8]| objects.iter().any(|&object| usize::from(object) == colour);
        containers.filter(|(_, c)| holds(&c.objects)).map(|(index, _)| index + 1).collect()
    }

    /// The containers, in the order in which they were given.
    pub fn containers(&self) -> &[Container] {
        &self.containers
    }

    /// The character of each colour, in order.
    pub fn symbols(&self) -> &[char] {
        &self.symbols
    }

    /// The position as text in which every container says its capacity, as in `AB:4;BA:4;:4`.
    pub fn explicit(&self) -> String {
        let told = |container: &Container| {
            let symbol = |&object: &u8| self.symbols[usize::from(object)];
            let objects: String = container.objects.iter().map(symbol).collect();
            format!("{objects}:{}", container.capacity)
        };
        self.containers.iter().map(told).collect::<Vec<_>>().join(";")
    }

    /// How many colours there are.
    pub fn colours(&self) -> usize {
        self.symbols.len()
    }

    /// How many objects each colour has.
    pub fn objects_of_a_colour(&self) -> usize {
        self.count(0)
    }

    /// The capacity of all containers, if they have the same.
    pub fn common_capacity(&self) -> Option<usize> {
        let capacity = self.containers[0].capacity;
        self.containers.iter().all(|other| other.capacity == capacity).then_some(capacity)
    }
}

/// Containers from bottom to top, separated by `;`. Capacities are told where they differ or
/// would not be guessed.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let longest = self.containers.iter().map(|container| container.objects.len()).max();
        let enough = longest.unwrap_or(0).max(self.objects_of_a_colour());
        let text = self.explicit();
        if self.common_capacity() != Some(enough) {
            return f.write_str(&text);
        }
        let objects = text.split(';').map(|container| container.split(':').next());
        f.write_str(&objects.map(Option::unwrap_or_default).collect::<Vec<_>>().join(";"))
    }
}

fn read_text(text: &str) -> Result<Vec<Written>, PositionError> {
    // Containers that stand each on a line of its own may end with one.
    let without = |line: &str| line.trim().strip_suffix(';').unwrap_or(line.trim()).contains(';');
    let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
    let by_line = !text.contains(';') || lines > 1 && !text.lines().any(without);
    let text = text.strip_suffix('\n').unwrap_or(text);
    let mut containers = Vec::new();
    for (index, part) in text.split(if by_line { '\n' } else { ';' }).enumerate() {
        let part = part.trim();
        let part = part.strip_suffix(';').unwrap_or(part).trim_end();
        let (objects, capacity) = match part.split_once(':') {
            None => (part, None),
            Some((objects, text)) => {
                let number = text.parse().ok();
                let capacity = number.filter(|number| (1..=MOST_CAPACITY).contains(number));
                let wrong = || PositionError::Capacity { container: index + 1, text: text.into() };
                (objects, Some(capacity.ok_or_else(wrong)?))
            }
        };
        containers.push((objects.chars().collect(), capacity));
    }
    Ok(containers)
}

#[cfg(not(feature = "json"))]
fn read_json(_: &str) -> Result<Vec<Written>, PositionError> {
    Err(PositionError::Json("it is not read here".to_owned()))
}

#[cfg(feature = "json")]
fn read_json(text: &str) -> Result<Vec<Written>, PositionError> {
    let containers: Vec<Value> =
        serde_json::from_str(text).map_err(|error| PositionError::Json(error.to_string()))?;
    let mut written = Vec::new();
    for (index, container) in containers.into_iter().enumerate() {
        let number = index + 1;
        let objects = match container {
            Value::String(text) => text.chars().collect(),
            Value::Array(objects) => {
                let read = |(place, object): (usize, &Value)| {
                    object_of(object).ok_or_else(|| PositionError::UnknownSymbol {
                        container: number,
                        place: place + 1,
                        symbol: object.to_string(),
                    })
                };
                objects.iter().enumerate().map(read).collect::<Result<_, _>>()?
            }
            value => {
                let value = value.to_string();
                return Err(PositionError::JsonContainer { container: number, value });
            }
        };
        written.push((objects, None));
    }
    Ok(written)
}

/// An object of JSON: a string of one character, or a digit.
#[cfg(feature = "json")]
fn object_of(value: &Value) -> Option<char> {
    match value {
        Value::String(text) => {
            let mut symbols = text.chars();
            symbols.next().filter(|_| symbols.next().is_none())
        }
        number => char::from_digit(number.as_u64()?.try_into().ok()?, 10),
    }
}
