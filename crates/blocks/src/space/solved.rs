//! All solved positions: the pieces of a goal where it wants them, the others wherever they fit.

use crate::grid::Cells;
use crate::space::packed::Packed;
use crate::space::positions::{Places, Positions, Target};

/// What is done with a solved position; an error ends the listing.
type Act<'a, K, E> = &'a mut dyn FnMut(K) -> Result<(), E>;

impl<K: Packed> Positions<K> {
    /// Hands over every solved position, perhaps more than once.
    pub(crate) fn each_solved<E>(&self, act: Act<'_, K, E>) -> Result<(), E> {
        for Target { placed, holes } in &self.targets {
            let mut placed = placed.clone();
            placed.sort_unstable();
            placed.dedup();
            let mut covered = 0;
            let mut filling = Some(Filling { places: [0; 64], slots: Vec::new() });
            for &(group, place) in &placed {
                let kind = &self.groups[group];
                let cells = kind.places[usize::from(place)].cells;
                let before = placed.iter().filter(|other| other.0 == group && other.1 < place);
                let before = before.count();
                filling = filling.filter(|_| covered & cells == 0 && before < kind.count);
                covered |= cells;
                if let Some(filling) = &mut filling {
                    filling.places[kind.first + before] = place;
                }
            }
            let Some(mut filling) = filling.filter(|_| covered & holes == 0) else { continue };
            for (number, kind) in self.groups.iter().enumerate() {
                let taken = placed.iter().filter(|other| other.0 == number).count();
                let slots = kind.first + taken..kind.first + kind.count;
                filling.slots.extend(slots.clone().map(|slot| (slot, number, slot > slots.start)));
            }
            self.fill(&mut filling, 0, covered | holes, act)?;
        }
        Ok(())
    }

    /// Puts the pieces of the slots from `next` on where no cell is `covered`.
    fn fill<E>(
        &self,
        filling: &mut Filling,
        next: usize,
        covered: Cells,
        act: Act<'_, K, E>,
    ) -> Result<(), E> {
        let Some(&(slot, group, follows)) = filling.slots.get(next) else {
            return act(self.packed(filling.places));
        };
        // Those of a group rise, so that none of their orders comes twice.
        let first = if follows { usize::from(filling.places[slot - 1]) + 1 } else { 0 };
        let places = &self.groups[group].places;
        for (place, at) in places.iter().enumerate().skip(first) {
            if at.cells & covered == 0 {
                filling.places[slot] = place as u8;
                self.fill(filling, next + 1, covered | at.cells, act)?;
            }
        }
        Ok(())
    }
}

/// A position being filled.
struct Filling {
    places: Places,
    /// The slots to be filled, their groups, and whether the one before is of the same group.
    slots: Vec<(usize, usize, bool)>,
}
