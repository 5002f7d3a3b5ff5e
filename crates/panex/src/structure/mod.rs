//! Shortest ways by structure: a recurrence over the height of the towers, with its proof.
//!
//! The search of all positions ends at towers of nine. What lies beyond is found by watching only
//! the top N pairs of tiles, 1 to N of both colours. Tiles that are larger count only in so far as
//! they come up among the watched ones and go down again, and how they can is a table of 330 * 2^N
//! numbers. The table of N+1 pairs follows from that of N by shortest paths in a small network.
//!
//! # Terms
//!
//! *Larger* tiles are those of sizes above N. The *upper* cells are those of the layers 0 to N,
//! all others are *lower*. A tile on the top cell of the centre must move again next, and may as
//! well do both moves at once, so no position has a tile there; the upper cells that count are
//! 3N+2. A larger tile fits into every upper cell, whatever its size.
//!
//! In a **canonical position** ([`Shape`]) the watched tiles are two full towers, on both sides
//! (*home*), or in the centre and on one side, or the latter with the first tile of the centre on
//! top of the other tower; and no larger tile is in an upper cell. A **stretch** is a sequence of
//! moves from one canonical position to the next. A larger tile is *lifted* when it comes from a
//! lower cell of a track to an upper cell, and *dropped* when it goes the other way. The lifts and
//! drops of a stretch, with their tracks and tiles, are its **word** ([`Word`]). Which pairs a
//! stretch swaps is a vector of N bits.
//!
//! A *path* is a sequence of moves that each take the highest tile of a track to another track.
//! How deep a tile then stops does not matter to the puzzle: if all stops are as deep as can be,
//! the same moves are legal and lead to the same order of tiles in every track. So we are free to
//! say of a tile that has room below that it stops above it, if that suits the proof.
//!
//! # Lemma 1: where larger tiles pass
//!
//! *Let N be 2 or more. A larger tile is lifted from a side track only from a canonical position,
//! and dropped into one only to end in a canonical position: those four in which that side is
//! open.*
//!
//! Say it is lifted from the left; drops are the same backwards, and the right is the mirror
//! image. The left track has no upper tile then. The 2N watched tiles are in the N cells of the
//! centre and the N+1 of the right track. The lifted tile cannot be dropped at once, as another
//! track would have to be free as well and N+1 cells do not hold 2N tiles. So it stops in one of
//! these 2N+1 cells, and now all are full: before, exactly one was free, and no other larger
//! tile was there. The free one is the highest of its track, as a tile came to it from above. If
//! it is the top cell of the right track, layer N of both tracks holds tiles of size N, layer N-1
//! then those of size N-1, and so on: two towers. If it is layer 1 of the centre, the same
//! holds up to layer 2, and both tiles of size 1 are left for the layers 1 and 0 of the right
//! track: the other shape. ∎
//!
//! # Lemma 2: four tiles suffice
//!
//! *In a stretch only four larger tiles can move: the highest of the left track, the two highest
//! of the centre, the highest of the right one, as they lie when it begins. At most two are up at
//! a time.*
//!
//! By lemma 1 a lift from a side is the first move of a stretch, and a drop into one is the last.
//! So at most one tile comes from a side. All other lifts and drops are in the centre. At each of
//! them the centre has no other upper tile, so that 2N watched tiles and those larger ones that
//! are up, the moving one included, are in the 2N+2 upper cells of the sides: at most two are
//! up. To lift the third tile of the centre, or the second if one came from a side, all those
//! above it must be neither up, as there is room for one besides the one that is lifted, nor in
//! the centre; and a drop into a side would end the stretch. Two or more would have to be
//! somewhere. ∎
//!
//! With N = 1 both proofs fail: one track can hold both tiles, and any number of larger ones can
//! be turned over in the other two. So the recurrence begins at N = 2, by plain search of all
//! moves.
//!
//! # Lemma 3: words suffice
//!
//! *What a stretch does to all that is lower is said by its word, and its word, its ends, and its
//! swaps are all that the rest of a path can tell of it.* As for the watched tiles: they end in a
//! canonical position, which is given by its shape and the order of each pair. Colours of pairs
//! play no part in which moves are legal, so a stretch that is legal from a shape with no pair
//! swapped is legal from the same shape with any pairs swapped, and swaps the same: swaps of
//! stretches in a row are added (XOR). As for the larger ones: up they are all alike, so a stretch
//! for some four tiles is one for any; it can be done if and only if each of its drops finds room
//! below. The final order of the lower tiles alone would not do: a tile that is dropped for a
//! while and lifted again needs a track with room.
//!
//! So let the **table of level N** hold, for each start, end, word and set of swaps, the least
//! number of moves of such a stretch, all lower tracks having room enough ([`Table`]). Of two
//! stretches with the same entry a path may use the shorter.
//!
//! # Lemma 4: no shortest path is wasteful
//!
//! *A word is left out if it drops a tile where it has just been lifted, or if two times with no
//! tile up have the same order of the lower tiles ([`Word::is_wasteful`]). No shortest path has
//! such a stretch, at any level.*
//!
//! First case: leave out all moves of that tile from its lift to its drop. There are at least two.
//! Nothing else passes the border between upper and lower cells meanwhile, the tile lies where it
//! cannot be in the way of any upper tile, and it is on top of the lower ones both before and
//! after. The rest of the path is legal and leads to the same order. Second case: leave out all
//! moves of larger tiles between these two times. The watched ones only have more room. Either way
//! the path gets shorter. ∎
//!
//! *The exchange in the centre.* With x up, let y be lifted from the centre, x be dropped there, x
//! be lifted and y be dropped again, with nothing else between. After that all is as before but
//! for the watched tiles, so these four events are dropped from the word, and the entry without
//! them gets the moves with them ([`Word::push`]). That entry is true: if y is there, the moves
//! can be made; if there is no such tile, leave out those of y, and x is dropped into the empty
//! track and lifted again. It loses nothing: wherever the longer word could be used, so can the
//! shorter one, with the same outcome. And a word that is wasteful after this was so before:
//! between its lift and its drop, or between two times with no tile up, only such exchanges were
//! cut out, and each begins and ends with the same tile up.
//!
//! With these rules words have at most 12 events, and there are 330 classes of start, end and
//! word.
//!
//! # The step from N to N+1
//!
//! Cut a stretch of N+1 pairs at all canonical positions of N pairs. Between two cuts is a
//! stretch of level N, for which the tiles of size N+1 are larger ones. At a cut none is up, so
//! that each of the two is in layer N+1, in tracks of their own, and one cell of that layer is
//! left. So what must be known at a cut ([`Node`]) is the shape of the N pairs, where the tiles of
//! size N+1 are (six ways), whether a larger one is *parked* in the remaining cell, and the word
//! of level N+1 so far: it tells how the lower tiles lie. To apply an entry of level N let its
//! four slots stand for what lies first in the tracks. Its lifts from below layer N+1 and its
//! drops to there extend the word.
//!
//! *Parking.* Where a tile stops is ours to say. Say that a tile larger than N+1, when it is
//! dropped, stops in layer N+1 if what happens next in that track is its own lift, and goes
//! below if it is the drop of another tile or nothing. In the first case it is in nobody's way,
//! since nothing else passes; and the word only gets shorter. In the second it must make way. If
//! the stretch of level N ends before anything else happens in the track, it is not known yet, so
//! both are tried. (At most one tile is in question: only one cell of layer N+1 is left in the
//! end.) A drop into a track whose layer N+1 is taken is impossible, by this very rule: what is
//! parked there is lifted next, and a tile of size N+1 cannot go lower. So all paths are found;
//! and all that are found can be walked, as every parked tile really is where it is said to be.
//!
//! *Where it ends.* The stretch is over at the first node, after the beginning, where the open
//! track of the shape has layer N+1 free as well: the top N+1 pairs are in canonical position.
//! The newest pair's bit is read off there: it is 1 if the tiles of size N+1 are the other way
//! round than at the start. It must not be gathered on the way. (A published program set it and
//! never cleared it, and so had 312 entries instead of 208 from home at level 3. Entries that are
//! too cheap can only lower results, and constructions are as long, so its results stand.)
//!
//! **Theorem.** *Say a table is right if (a) each of its entries is the number of moves of some
//! way to do what it stands for, and (b) no stretch of a shortest path of the puzzle has fewer
//! moves than its entry. If that of level N is right, so are the distances in the network of such
//! nodes, from the canonical position of a shape, with the entries of level N as the lengths of
//! edges, for level N+1.* (a) is kept as every edge can be walked. (b) is kept as a shortest
//! path is cut as above, at every level, and by lemma 4 none of its words is left out. Level 2 is
//! right, as it is a search of all moves under the same rules. And so the least number of moves is
//! right, being the length of some way and no more than that of a shortest one. ∎
//!
//! # The last level
//!
//! For towers of N+1 there are no tiles larger than N+1, so only the entries without lifts and
//! drops of such count, and nodes with an empty word; canonical positions of N+1 are gone
//! through. That leaves 30 nodes, the five shapes times the six ways. Start and goal of the
//! exchange are among them, and of T, S and their barred forms too ([`least()`]): their ends have
//! the top N pairs in canonical position.
//!
//! # What is computed, and what checks it
//!
//! Networks are the same at every level: 161 nodes inside, 52 ends and 1,961 edges from home, 541,
//! 152 and 6,536 from each other shape. (Counted once for each way to park, edges are twice as
//! many.) A reflection makes tables out of tables, so three of the five starts are enough. Costs
//! are numbers of 32 bits: those of one class differ by up to 7,323 at level 8, and by 2.4 times as
//! much at each next level, so that 16 bits would soon not hold the differences, either. Most time
//! goes into the (min, XOR) convolution of the entries.
//!
//! - Every entry of levels 2, 3 and 4 is compared with a plain search of all moves of the watched
//!   tiles and four larger ones, which goes tile by tile, keeps the words of all levels as it
//!   goes, and fails if a fifth tile moves (`tests/all/stretches.rs`).
//! - Every entry of levels 3 to 7 is compared with a step label by label, from all five starts;
//!   that has the mirror symmetry which the real step takes for granted. The known fault is
//!   injected there and seen.
//! - X(3) to X(8) are those of the search, and all T and S those of the paper's formulas.
//! - A [`Certificate`] is a lower bound of the last level that one pass over its stretches checks.
//!   It takes the table below for granted.
//!
//! The idea is that of a program whose comments are all that was ever written of it.

mod certificate;
mod class;
mod classes;
mod convolution;
mod distances;
mod least;
mod levels;
mod network;
mod node;
mod plain;
mod shape;
mod step;
mod table;
mod word;

pub use certificate::Certificate;
pub use class::Class;
pub use classes::Classes;
pub use distances::Stopped;
pub use least::least;
pub use levels::{LEAST_HEIGHT, Levels, MOST_HEIGHT, StructureError, fits};
pub use network::{Edge, Network};
pub use node::{Content, Node};
pub use shape::Shape;
pub use step::Recurrence;
pub use table::{Table, UNREACHED};
pub use word::{Event, Piles, Slot, Word};
