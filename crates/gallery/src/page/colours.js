// One colour a shape: pieces that are interchangeable look so, and a shape keeps its colour from
// the first move to the last. The palette leans on the one of Okabe and Ito, softened; its
// colours differ in lightness too, and seams and letters tell pieces apart in grey.

/// The hues of the shapes that are met everywhere: a cell, and two cells across and upright.
const USUAL = { "0,0": 2, "0,0 1,0": 3, "0,0 0,1": 1 };
/// The hues of all other shapes, in the order in which they are given away.
const HUES = [0, 5, 4, 6, 7, 8, 9, 3, 1, 2];

/// A hue for each piece without a colour of its own: shapes by size, the largest first, then as they
/// are met.
function hues(pieces) {
  const plain = pieces.filter((piece) => !piece.goal && piece.colour === undefined);
  const shapes = new Map(plain.map(({ id, cells }) => {
    const [left, top] = corner(cells);
    return [id, cells.map(([x, y]) => `${x - left},${y - top}`).sort().join(" ")];
  }));
  const bySize = [...plain].sort((a, b) => b.cells.length - a.cells.length);
  const given = new Map();
  const free = HUES.filter((hue) => ![...shapes.values()].some((shape) => USUAL[shape] === hue));
  let next = 0;
  for (const { id } of bySize) {
    const shape = shapes.get(id);
    if (!given.has(shape)) given.set(shape, USUAL[shape] ?? free[next++ % free.length]);
  }
  return new Map(plain.map(({ id }) => [id, given.get(shapes.get(id))]));
}
