// Boards as SVG elements: the drawing model of the crate, for boards that move.
//
// From back to front: the tray's frame with the way out, the floor, the goal let into it, the
// pieces, and the walls between cells. A piece is a block seen from above: its side below, its
// face a little higher, a light along its edge.

const CELL = 64;
const FRAME = 16;
const PIECE = { inset: 3, radius: 11 };
const EDGE = { inset: 5, radius: 9 };
const TARGET = { inset: 5, radius: 10 };
const WELL = { inset: -3, radius: 15 };
const LIFT = 2;

/// The upper-left corner of the bounding box of cells.
const corner = (cells) => [0, 1].map((axis) => Math.min(...cells.map((cell) => cell[axis])));

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
      const radius = convex ? pen.radius : Math.max(1, pen.radius + 2 * pen.inset);
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

/// Where the label of a piece stands, in cells: the point with the most of the piece around it,
/// and of these the nearest to its middle. Points are the middles of cells, of the sides between
/// two and of blocks of four; where two of them are as near, the middle of a cell is chosen.
function middle(cells) {
  const inside = new Set(cells.map(String));
  const has = (x, y) => inside.has(`${x},${y}`);
  const mean = [0, 1].map((axis) => cells.reduce((sum, cell) => sum + cell[axis] + 0.5, 0) / cells.length);
  const points = cells.flatMap(([x, y]) => [
    [x + 0.5, y + 0.5, 0],
    ...(has(x + 1, y) ? [[x + 1, y + 0.5, 0]] : []),
    ...(has(x, y + 1) ? [[x + 0.5, y + 1, 0]] : []),
    ...(has(x + 1, y) && has(x, y + 1) && has(x + 1, y + 1) ? [[x + 1, y + 1, 1]] : []),
  ]);
  const far = ([x, y]) => Math.hypot(x - mean[0], y - mean[1]);
  const between = ([x, y]) => (x % 1 === 0) !== (y % 1 === 0);
  const better = (a, b) => b[2] - a[2] || Math.round((far(a) - far(b)) * 1e6);
  const [best] = [...points].sort(better);
  const equals = points.filter((point) => better(point, best) === 0);
  if (equals.length === 1) return best;
  return points.filter((point) => point[2] === best[2] && !between(point)).sort(better)[0];
}

/// Where the pointer is on a picture, in cells as drawn.
function pointed(image, { clientX, clientY }) {
  const at = new DOMPoint(clientX, clientY).matrixTransform(image.getScreenCTM().inverse());
  return [at.x / CELL, at.y / CELL];
}

/// The group of a piece, drawn with its cells as they are.
function drawPiece(piece, hue, colours) {
  const [fill, dark] = piece.colour === undefined ? [] : colours[piece.colour % colours.length];
  const kind = piece.goal ? "goal" : fill ? "own" : `h${hue}`;
  const [x, y] = middle(piece.cells).map((at) => at * CELL);
  const size = Math.max(10, Math.min(25, Math.floor(64 / [...piece.label].length)));
  const text = svg("text", {
    x, y: y - LIFT + size * 0.36, class: dark ? "light" : undefined,
    style: size < 25 ? `font-size:${size}px` : undefined,
  });
  text.textContent = piece.label;
  const d = outline(piece.cells, PIECE);
  const lower = `translate(0 ${LIFT})`;
  const upper = `translate(0 ${-LIFT})`;
  return svg("g", { class: `piece ${kind}` },
    svg("path", { class: "shadow", d, transform: "translate(0 5)" }),
    svg("path", { class: "side", d, fill, transform: lower }),
    fill ? svg("path", { class: "dim", d, transform: lower }) : undefined,
    svg("path", { class: "face", d, fill, transform: upper }),
    svg("path", { class: "edge", d: outline(piece.cells, EDGE), transform: upper }),
    axisMark(piece),
    text);
}

/// Two small arrows on a piece that keeps to an axis, a dot on one that does not move.
function axisMark({ axis, cells }) {
  if (!axis) return undefined;
  const [left, top] = corner(cells);
  const [right, bottom] = [0, 1].map((at) => Math.max(...cells.map((cell) => cell[at])) + 1);
  const [x, y] = [(left + right) / 2, (top + bottom) / 2].map((at) => at * CELL);
  const data = {
    h: `M${left * CELL + 17} ${y - 8}l-6 6 6 6M${right * CELL - 17} ${y - 8}l6 6-6 6`,
    v: `M${x - 6} ${top * CELL + 14}l6-6 6 6M${x - 6} ${bottom * CELL - 18}l6 6 6-6`,
    n: `M${left * CELL + 13} ${top * CELL + 11}h.01M${right * CELL - 13} ${top * CELL + 11}h.01M${left * CELL + 13} ${bottom * CELL - 15}h.01M${right * CELL - 13} ${bottom * CELL - 15}h.01`,
  }[axis];
  return svg("path", { class: "axis-mark", d: data });
}

/// The sides of target cells that lie on the frame: the way out.
function exits(target, { width, height }) {
  const sides = target.flatMap(([x, y]) => [
    y === 0 ? `M${x * CELL + 6} ${-FRAME / 2 - 1}h${CELL - 12}` : "",
    y === height - 1 ? `M${x * CELL + 6} ${height * CELL + FRAME / 2 + 1}h${CELL - 12}` : "",
    x === 0 ? `M${-FRAME / 2 - 1} ${y * CELL + 6}v${CELL - 12}` : "",
    x === width - 1 ? `M${width * CELL + FRAME / 2 + 1} ${y * CELL + 6}v${CELL - 12}` : "",
  ]);
  return sides.join("");
}

/// The tray without pieces.
function drawTray(board) {
  const walls = new Set(board.walls.map(String));
  const cells = [];
  for (let y = 0; y < board.height; y++) {
    for (let x = 0; x < board.width; x++) if (!walls.has(`${x},${y}`)) cells.push([x, y]);
  }
  const [width, height] = [board.width * CELL + 2 * FRAME, board.height * CELL + 2 * FRAME];
  const rim = outline(cells, WELL);
  const holes = svg("path", { class: "holes", d: cells.map(([x, y]) => `M${(x + 0.5) * CELL} ${(y + 0.5) * CELL}h0`).join("") });
  const targets = board.targets.flatMap((target) => [
    svg("path", { class: "target", d: outline(target, TARGET) }),
    svg("path", { class: "exit", d: exits(target, board) }),
  ]);
  return [
    svg("rect", { class: "ground", x: -FRAME, y: -FRAME + 4, rx: 24, width, height }),
    svg("rect", { class: "frame", x: -FRAME, y: -FRAME, rx: 24, width, height }),
    svg("rect", { class: "gleam", x: 2 - FRAME, y: 2 - FRAME, rx: 22, width: width - 4, height: height - 4 }),
    svg("path", { class: "rim", d: rim }),
    svg("path", { class: "well", d: rim, transform: "translate(0 3)" }),
    holes,
    ...targets,
  ];
}

/// A picture of a board: `{ width, height, walls, barriers, pieces, targets, tubes }`. Each piece is
/// `{ id, label, cells, goal, colour, axis }`; `chosen` are the hues of those without a colour.
/// Returns the image and the groups of its pieces by id.
function drawBoard(board, colours, title, chosen = hues(board.pieces)) {
  if (board.tubes) return drawTubes(board, colours, title);
  const image = svg("svg", {
    class: "gallery",
    viewBox: `${-FRAME} ${-FRAME} ${board.width * CELL + 2 * FRAME} ${board.height * CELL + 2 * FRAME + 4}`,
    role: "img",
    "aria-label": title,
  }, ...drawTray(board));
  const groups = new Map();
  const layer = svg("g", { class: "pieces" });
  for (const piece of board.pieces) {
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
  return { image, groups };
}

/// The same, as large as there is room for. It is more than one image to a reader, and what is around it has the name.
function drawLarge(board, colours, chosen) {
  const drawn = drawBoard(board, colours, "", chosen);
  drawn.image.setAttribute("role", "presentation");
  drawn.image.removeAttribute("aria-label");
  const { width, height } = drawn.image.viewBox.baseVal;
  drawn.image.style.setProperty("--ratio", width / height);
  return drawn;
}
