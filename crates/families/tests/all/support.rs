//! The search of a family, as tests and benches do it.

use antipode_families::{
    Budget, Class, Distinct, Family, Orderly, Searched, Searcher, Span, Symmetries, Tally, Visitor,
};
use antipode_frontier::{Silent, SweepError};

/// Memory for any class of a small grid.
pub fn plenty() -> Budget {
    Budget { memory: 1 << 30, scratch: std::env::temp_dir() }
}

/// How to search.
#[derive(Debug, Clone, Copy, Default)]
pub struct How {
    /// Class by class, even those that would be searched together as they differ by single cells only.
    pub apart: bool,
    /// With the widest keys, even where narrow ones do.
    pub wide: bool,
}

/// Searches the classes that it is shown.
pub struct Searching<'a> {
    pub searcher: Searcher<'a>,
    pub tallies: Vec<Tally>,
    pub how: How,
    /// How many classes had all that single cells make of them searched together.
    pub together: usize,
}

impl<'a> Searching<'a> {
    pub fn new(searcher: Searcher<'a>, tallies: Vec<Tally>, how: How) -> Self {
        Searching { searcher, tallies, how, together: 0 }
    }
}

impl Visitor for Searching<'_> {
    type Error = SweepError;

    fn class<K: Searched>(
        &mut self,
        class: &Class,
        boards: impl ExactSizeIterator<Item = K> + Clone,
    ) -> Result<(), SweepError> {
        let Self { searcher, tallies, .. } = self;
        if self.how.wide {
            searcher.search(class, boards.map(K::wide), tallies, &Silent)
        } else {
            searcher.search(class, boards, tallies, &Silent)
        }
    }

    fn singles<K: Searched>(
        &mut self,
        class: &Class,
        mut boards: impl ExactSizeIterator<Item = K> + Clone,
    ) -> Result<bool, SweepError> {
        let Self { searcher, tallies, how, together } = self;
        let searched = !how.apart
            && searcher.search_singles(class, K::words(&mut boards), tallies, &Silent)?.is_some();
        *together += usize::from(searched);
        Ok(searched)
    }
}

/// What is found of families that differ in what they ask alone, each with its `top` hardest puzzles.
pub fn search(families: &[Family], top: usize, how: How, budget: Budget) -> Vec<Tally> {
    add(families, Tally::new(top, Distinct::Group), &Span::default(), how, budget)
}

/// What is found of those of their classes that are in `span`, added to a tally that is `empty` for each.
pub fn add(families: &[Family], empty: Tally, span: &Span, how: How, budget: Budget) -> Vec<Tally> {
    let tallies = vec![empty; families.len()];
    let symmetries = Symmetries::of(&families[0]);
    let searcher = Searcher::new(families, &symmetries, budget);
    let mut searching = Searching::new(searcher, tallies, how);
    Orderly::new(&families[0], &symmetries).visit(span, &mut searching).unwrap();
    searching.tallies
}
