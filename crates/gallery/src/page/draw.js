// Boards as SVG elements: the drawing model of the crate, for boards that move.
//
// Nothing here or elsewhere in the page is built from text: elements are made one by one, and
// whatever comes from a puzzle is set as text or as an attribute, so it can never be markup.

const CELL = 64;
const FRAME = 12;
const PIECE = { inset: 2, radius: 12 };
const COLOURED = { inset: 5, radius: 10 };
const GOAL = { inset: 5, radius: 10 };
const TARGET = { inset: 10, radius: 6 };
const WELL = { inset: -3, radius: 17 };

/// An element with attributes and children; `svg` names are those of SVG.
function element(make, name, attributes, children) {
  const made = make(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}
const svg = (name, attributes = {}, ...children) =>
  element((n) => document.createElementNS("http://www.w3.org/2000/svg", n), name, attributes, children);
const html = (name, attributes = {}, ...children) =>
  element((n) => document.createElement(n), name, attributes, children);

/// The outline of cells as path data. Edges run clockwise, with their cell on the right; at a
/// point where two loops meet the walk turns right, which keeps cells apart that touch only at a
/// corner. Steps are 0 east, 1 south, 2 west, 3 north.
const STEPS = [[1, 0], [0, 1], [-1, 0], [0, -1]];
function outline(cells, pen) {
  const inside = new Set(cells.map(([x, y]) => `${x},${y}`));
  const edges = new Set();
  for (const [x, y] of cells) {
    const corners = [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]];
    const beyond = [[x, y - 1], [x + 1, y], [x, y + 1], [x - 1, y]];
    for (let step = 0; step < 4; step++) {
      if (!inside.has(`${beyond[step]}`)) edges.add(`${corners[step]},${step}`);
    }
  }
  let data = "";
  while (edges.size > 0) {
    // A loop may begin anywhere: corners are where the direction changes.
    let [x, y, step] = edges.values().next().value.split(",").map(Number);
    const first = step;
    const corners = [];
    for (let next = step; next !== undefined; ) {
      step = next;
      edges.delete(`${x},${y},${step}`);
      [x, y] = [x + STEPS[step][0], y + STEPS[step][1]];
      next = [step + 1, step, step + 3].map((s) => s % 4).find((s) => edges.has(`${x},${y},${s}`));
      // Where no edge is left the walk is back at its first.
      if ((next ?? first) !== step) corners.push([x, y, step, next ?? first]);
    }
    corners.forEach(([cx, cy, into, out], index) => {
      const convex = out === (into + 1) % 4;
      const radius = convex ? pen.radius : pen.radius + 2 * pen.inset;
      const right = (s) => STEPS[(s + 1) % 4];
      const tip = [0, 1].map((axis) =>
        [cx, cy][axis] * CELL + (right(into)[axis] + right(out)[axis]) * pen.inset);
      const entry = tip.map((at, axis) => at - STEPS[into][axis] * radius);
      const exit = tip.map((at, axis) => at + STEPS[out][axis] * radius);
      data += `${index ? "L" : "M"}${entry}A${radius} ${radius} 0 0 ${convex ? 1 : 0} ${exit}`;
    });
    data += "z";
  }
  return data;
}

/// A fill for each piece that has none of its own, other than those of the pieces beside it.
function fills(pieces) {
  const owner = new Map();
  const chosen = new Map();
  for (const piece of pieces) {
    const clashes = [0, 0, 0, 0, 0];
    for (const [x, y] of piece.cells) {
      for (const [dx, dy] of STEPS) {
        const colour = chosen.get(owner.get(`${x + dx},${y + dy}`));
        if (colour !== undefined) clashes[colour]++;
      }
    }
    if (!piece.goal && piece.colour === undefined) {
      chosen.set(piece.id, clashes.indexOf(Math.min(...clashes)));
    }
    for (const cell of piece.cells) owner.set(`${cell}`, piece.id);
  }
  return chosen;
}

/// The cell of a piece where its label stands: the nearest to the middle.
function middle(cells) {
  const mean = [0, 1].map((axis) => cells.reduce((sum, cell) => sum + cell[axis], 0) / cells.length);
  const far = ([x, y]) => (x - mean[0]) ** 2 + (y - mean[1]) ** 2 + (y * 64 + x) * 1e-9;
  return cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best));
}

/// The group of a piece, drawn with its cells as they are.
function drawPiece(piece, fill, colours) {
  const [fillOf, dark] = piece.colour === undefined ? [] : colours[piece.colour % colours.length];
  const pen = piece.goal ? GOAL : fillOf ? COLOURED : PIECE;
  const look = piece.goal ? { class: "goal" } : fillOf ? { fill: fillOf, class: dark ? "dark" : "" } : { class: `c${fill}` };
  const [x, y] = middle(piece.cells).map((at) => at * CELL + CELL / 2);
  const size = Math.max(9, Math.min(24, Math.floor(60 / [...piece.label].length)));
  const text = svg("text", {
    x, y: y + size * 0.35,
    class: piece.goal ? "goal-label" : dark ? "light" : "",
    style: size < 24 ? `font-size:${size}px` : undefined,
  });
  text.textContent = piece.label;
  return svg(
    "g",
    { class: "piece" },
    svg("path", { ...look, d: outline(piece.cells, pen) }),
    piece.goal ? svg("circle", { class: "disc", cx: x, cy: y, r: 18 }) : undefined,
    text,
  );
}

/// A picture of a board: `{ width, height, walls, barriers, pieces, targets }`. Each piece is
/// `{ id, label, cells, goal, colour }`; `chosen` are the fills of those that have none of their own.
/// Returns the image and the groups of its pieces by id.
function drawBoard(board, colours, title, chosen = fills(board.pieces)) {
  const image = svg("svg", {
    class: "gallery",
    viewBox: `${-FRAME} ${-FRAME} ${board.width * CELL + 2 * FRAME} ${board.height * CELL + 2 * FRAME}`,
    role: "img",
    "aria-label": title,
  });
  image.append(svg("rect", {
    class: "frame", x: -FRAME, y: -FRAME, rx: 26,
    width: board.width * CELL + 2 * FRAME, height: board.height * CELL + 2 * FRAME,
  }));
  const walls = new Set(board.walls.map(String));
  const cells = [];
  for (let y = 0; y < board.height; y++) {
    for (let x = 0; x < board.width; x++) if (!walls.has(`${x},${y}`)) cells.push([x, y]);
  }
  image.append(svg("path", { class: "well", d: outline(cells, WELL) }));
  for (const [x, y] of cells) {
    image.append(svg("circle", { class: "hole", cx: (x + 0.5) * CELL, cy: (y + 0.5) * CELL, r: 4 }));
  }
  const groups = new Map();
  const layer = svg("g", { class: "pieces" });
  // Goal pieces lie above the others, as their outline is the thicker.
  const order = [...board.pieces].sort((a, b) => Boolean(a.goal) - Boolean(b.goal));
  for (const piece of order) {
    const group = drawPiece(piece, chosen.get(piece.id), colours);
    groups.set(piece.id, group);
    layer.append(group);
  }
  image.append(layer);
  const sides = board.barriers.map(([x1, y1, x2, y2]) => {
    const [x, y] = [Math.max(x1, x2) * CELL, Math.max(y1, y2) * CELL];
    return x1 === x2 ? `M${x} ${y}h${CELL}` : `M${x} ${y}v${CELL}`;
  });
  if (sides.length > 0) image.append(svg("path", { class: "barrier", d: sides.join("") }));
  for (const target of board.targets) {
    const d = outline(target, TARGET);
    image.append(svg("path", { class: "halo", d }), svg("path", { class: "target", d }));
  }
  return { image, groups };
}
