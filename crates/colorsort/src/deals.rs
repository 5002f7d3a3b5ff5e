//! Deals: every container of a colour's worth of objects is full, and some more are empty.

use std::cmp::Ordering::{Equal, Greater, Less};

use antipode_frontier::{Full, Progress, SplitMix64};

use crate::position::Position;
use crate::solve::SolveError;

/// How many colours, objects of each (as many as a container holds) and empty containers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deal {
    /// The number of colours.
    pub colours: usize,
    /// The capacity of the containers.
    pub capacity: usize,
    /// The number of empty containers.
    pub empty: usize,
}

/// One deal of a class, as its [objects](Deal::position), and how many deals are in the class.
pub type Class = (Box<[u8]>, u64);

impl Deal {
    /// The position in which the colours, counted from 0, lie in this order: container after
    /// container, each from bottom to top.
    pub fn position(&self, objects: &[u8]) -> Position {
        Position::dealt(objects, self.capacity, self.empty)
    }

    /// Deals by chance, without end; all are equally likely, and a seed always gives the same.
    ///
    /// The objects, in order of their colours, are shuffled (Fisher and Yates, from the last to
    /// the second) by the generator SplitMix64 started with `seed`, and for the next deal
    /// shuffled on.
    pub fn shuffled(self, seed: u64) -> impl Iterator<Item = Position> {
        let mut objects = self.in_order();
        let mut chance = SplitMix64::new(seed);
        std::iter::repeat_with(move || {
            for last in (1..objects.len()).rev() {
                objects.swap(last, below(&mut chance, last as u64 + 1) as usize);
            }
            self.position(&objects)
        })
    }

    fn in_order(&self) -> Vec<u8> {
        (0..self.colours * self.capacity).map(|object| (object / self.capacity) as u8).collect()
    }

    /// The number of all deals; none if it does not fit in a `u64`.
    pub fn count(&self) -> Option<u64> {
        // Colour after colour, the places for its objects are chosen from those left.
        let mut count: u128 = 1;
        for colour in 0..self.colours {
            for object in 1..=self.capacity {
                count = count.checked_mul((colour * self.capacity + object) as u128)?;
                count /= object as u128;
            }
        }
        count.try_into().ok()
    }

    /// How many deals [`classes`](Self::classes) tries: all whose colours are named in the order in which they appear.
    pub fn tried(&self) -> Option<u64> {
        Some(self.count()? / self.orders())
    }

    /// The orders of the colours, which are as many as those of the full containers.
    fn orders(&self) -> u64 {
        (1..=self.colours as u64).product()
    }

    /// Every deal once, up to the names of the colours and the order of the containers: its class. In order, and no
    /// more than `most`. Progress is told of every deal that is tried.
    ///
    /// Colours are named in the order in which they appear, which all deals that are tried are
    /// made to obey. Of a class the one is kept that is smallest, as a list of objects.
    ///
    /// # Errors
    /// If there are more than `most`, or if `progress` asks to stop.
    pub fn classes(&self, most: usize, progress: &dyn Progress) -> Result<Vec<Class>, SolveError> {
        let mut left = vec![self.capacity; self.colours];
        let mut classes = Vec::new();
        let orders = self.orders();
        self.extend(&mut Vec::new(), &mut left, &mut |objects| {
            if progress.stop() {
                return Err(SolveError::Stopped);
            }
            progress.advance(1);
            let mut order: Vec<usize> = (0..self.colours).collect();
            // How many orders of the containers leave the deal as it is: every twin comes as often.
            let mut same = 0;
            loop {
                match self.renamed(objects, &order).as_slice().cmp(objects) {
                    Less => return Ok(()),
                    Equal => same += 1,
                    Greater => {}
                }
                if !advance(&mut order) {
                    break;
                }
            }
            if classes.len() == most {
                return Err(Full::States { limit: most }.into());
            }
            // Each of the twins stands for all ways of naming the colours.
            classes.push((objects.into(), orders / same * orders));
            Ok(())
        })?;
        Ok(classes)
    }

    fn extend(
        &self,
        objects: &mut Vec<u8>,
        left: &mut [usize],
        each: &mut impl FnMut(&[u8]) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        if objects.len() == self.colours * self.capacity {
            return each(objects);
        }
        for colour in 0..self.colours {
            let new = left[colour] == self.capacity;
            if left[colour] > 0 {
                left[colour] -= 1;
                objects.push(colour as u8);
                self.extend(objects, left, each)?;
                objects.pop();
                left[colour] += 1;
            }
            if new {
                break;
            }
        }
        Ok(())
    }

    /// The containers in another order, with colours named in the order in which they appear.
    fn renamed(&self, objects: &[u8], order: &[usize]) -> Vec<u8> {
        let mut names = vec![None; self.colours];
        let mut next = 0;
        let containers = order.iter().map(|&place| place * self.capacity);
        let reordered = containers.flat_map(|first| &objects[first..first + self.capacity]);
        let mut name = |&object: &u8| {
            *names[usize::from(object)].get_or_insert_with(|| {
                next += 1;
                next - 1
            })
        };
        reordered.map(&mut name).collect()
    }
}

/// Makes the next order of different things in the alphabet of orders. Returns whether there is one.
fn advance(order: &mut [usize]) -> bool {
    let rising = |&place: &usize| order[place - 1] < order[place];
    let Some(place) = (1..order.len()).rev().find(rising) else { return false };
    let less = order[place - 1];
    let next = (place..order.len()).rev().find(|&next| order[next] > less).unwrap_or(place);
    order.swap(place - 1, next);
    order[place..].reverse();
    true
}

/// A number below `bound`, each as likely: those of an uneven last part are thrown away.
fn below(chance: &mut SplitMix64, bound: u64) -> u64 {
    let even = u64::MAX - u64::MAX % bound;
    loop {
        let number = chance.number();
        if number < even {
            return number % bound;
        }
    }
}
