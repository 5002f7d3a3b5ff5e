// Pieces that slide on a board of cells: sliding blocks, tiles and Panex.
//
// A state maps the id of each piece to the place of its origin, the upper-left corner of its
// bounding box. An action displaces a set of pieces as one body:
// `{ ids, path, cost }`, where `path` lists the displacements on its way, in cells.

const WAYS = { u: [0, -1], d: [0, 1], l: [-1, 0], r: [1, 0] };
const SAID = { u: "up", d: "down", l: "left", r: "right" };
const letterOf = (step) => Object.keys(WAYS).find((letter) => `${WAYS[letter]}` === `${step}`);

class Slide {
  constructor(puzzle) {
    const rows = puzzle.board.split("/").map((row) => [...row]);
    this.puzzle = puzzle;
    this.width = rows[0].length;
    this.height = rows.length;
    this.several = puzzle.metric.startsWith("super-");
    this.walls = [];
    this.pieces = new Map();
    rows.forEach((row, y) => row.forEach((id, x) => {
      if (id === "#") this.walls.push([x, y]);
      else if (id !== ".") this.piece(id).cells.push([x, y]);
    }));
    this.start = {};
    for (const piece of this.pieces.values()) {
      const origin = corner(piece.cells);
      piece.cells = piece.cells.map(([x, y]) => [x - origin[0], y - origin[1]]);
      piece.shape = piece.cells.join(" ");
      const own = new Set(piece.cells.map(String));
      piece.seams = piece.cells.flatMap(([x, y]) => [[x + 1, y], [x, y + 1]].filter((cell) => own.has(`${cell}`)).map((cell) => [x, y, ...cell]));
      this.start[piece.id] = origin;
    }
    this.wallCells = new Set(this.walls.map(String));
    this.barriers = puzzle.barriers ?? [];
    this.shut = new Set(this.barriers.flatMap(([a, b, c, d]) => [`${a},${b},${c},${d}`, `${c},${d},${a},${b}`]));
    this.goals = (puzzle.goals ?? []).map((goal) => this.goal(goal));
  }

  piece(id) {
    const told = (this.puzzle.pieces ?? {})[id] ?? {};
    if (!this.pieces.has(id)) {
      this.pieces.set(id, {
        id, cells: [], label: told.label ?? id, goal: told.goal, colour: told.colour,
        axis: told.axis, depth: told.depth ?? Infinity, mark: told.mark ?? 0,
      });
    }
    return this.pieces.get(id);
  }

  /// A goal: the pieces that it places, with their cells, and the cells that must be holes.
  goal(text) {
    const placed = new Map();
    const holes = [];
    text.split("/").forEach((row, y) => [...row].forEach((id, x) => {
      if (id === "_") holes.push([x, y]);
      if (this.pieces.has(id)) placed.set(id, [...(placed.get(id) ?? []), [x, y]]);
    }));
    return { placed: [...placed].map(([id, cells]) => ({ id, cells })), holes };
  }

  /// Pieces of the same kind stand in for each other.
  kind(id) {
    const { shape, axis, mark } = this.pieces.get(id);
    return `${shape}|${axis}|${mark}`;
  }

  isHome(state) {
    const place = (id, origin) => `${this.kind(id)}@${origin}`;
    const found = new Set([...this.pieces.keys()].map((id) => place(id, state[id])));
    const taken = this.taken(state, []);
    return this.goals.some(({ placed, holes }) =>
      placed.every(({ id, cells }) => found.has(place(id, corner(cells)))) &&
      holes.every((cell) => !taken.has(`${cell}`)));
  }

  /// Whether the marked places on the board say all of a goal: there is but one, for goal pieces.
  isMarked() {
    const [goal] = this.goals;
    return this.goals.length === 1 && goal.holes.length === 0 && goal.placed.every(({ id }) => this.pieces.get(id).goal);
  }

  /// The board to draw at a state.
  board(state) {
    const pieces = [...this.pieces.values()].map((piece) => ({
      ...piece,
      cells: piece.cells.map(([x, y]) => [x + state[piece.id][0], y + state[piece.id][1]]),
    }));
    const placed = this.goals.length === 1 ? this.goals[0].placed : [];
    return this.empty(pieces, placed.filter(({ id }) => this.pieces.get(id).goal).map(({ cells }) => cells));
  }

  /// The boards that say what the goals are.
  goalBoards() {
    return this.goals.map(({ placed, holes }) =>
      this.empty(placed.map(({ id, cells }) => ({ ...this.pieces.get(id), cells })), holes.map((cell) => [cell])));
  }

  empty(pieces, targets) {
    return { width: this.width, height: this.height, walls: this.walls, barriers: this.barriers, pieces, targets };
  }

  /// The cells that no piece of `ids` may enter.
  taken(state, ids) {
    const taken = new Set(this.wallCells);
    for (const piece of this.pieces.values()) {
      if (ids.includes(piece.id)) continue;
      const [ox, oy] = state[piece.id];
      for (const [x, y] of piece.cells) taken.add(`${x + ox},${y + oy}`);
    }
    return taken;
  }

  /// Whether the body may take one step from a displacement.
  mayStep(state, ids, taken, [dx, dy], [sx, sy]) {
    return ids.every((id) => {
      const piece = this.pieces.get(id);
      if (piece.axis && piece.axis !== (sx === 0 ? "v" : "h")) return false;
      const [ox, oy] = [state[id][0] + dx, state[id][1] + dy];
      // A wall that stands along the way would run through the piece after the step.
      const cut = ([ax, ay, bx, by]) => this.shut.has(`${ox + sx + ax},${oy + sy + ay},${ox + sx + bx},${oy + sy + by}`);
      return !(this.shut.size > 0 && piece.seams.some(cut)) && piece.cells.every(([cx, cy]) => {
        const [x, y] = [ox + cx, oy + cy];
        const [nx, ny] = [x + sx, y + sy];
        return nx >= 0 && ny >= 0 && nx < this.width && ny < this.height && ny <= piece.depth &&
          !taken.has(`${nx},${ny}`) && !this.shut.has(`${x},${y},${nx},${ny}`);
      });
    });
  }

  /// All displacements that a body can reach while the others stay still: from `"dx,dy"` to the
  /// action. The cost is that of the cheapest way in the puzzle's metric.
  reach(state, ids) {
    const taken = this.taken(state, ids);
    const found = new Map([["0,0", { ids, path: [], cost: 0 }]]);
    const queue = ["0,0"];
    const metric = this.puzzle.metric.replace("super-", "");
    for (let next = 0; next < queue.length; next++) {
      const from = queue[next].split(",").map(Number);
      const { path, cost } = found.get(queue[next]);
      for (const step of Object.values(WAYS)) {
        // A slide goes on in the same direction at no further cost.
        let at = from;
        const way = [...path];
        while (this.mayStep(state, ids, taken, at, step)) {
          at = [at[0] + step[0], at[1] + step[1]];
          way.push(at);
          if (!found.has(`${at}`)) {
            found.set(`${at}`, { ids, path: [...way], cost: metric === "move" ? 1 : cost + 1 });
            queue.push(`${at}`);
          }
          if (metric !== "slide") break;
        }
      }
    }
    return found;
  }

  /// The action one step further than displacement `at`, if that step is legal.
  further(state, options, at, step) {
    const action = options.get(`${[at[0] + step[0], at[1] + step[1]]}`);
    return action && this.mayStep(state, action.ids, this.taken(state, action.ids), at, step) ? action : undefined;
  }

  /// The action of each displacement of one tile that pushes those before it.
  pushes(state, id) {
    const found = new Map([["0,0", { ids: [id], path: [], cost: 0 }]]);
    for (const step of Object.values(WAYS)) {
      const ids = [id];
      for (;;) {
        if (this.mayStep(state, ids, this.taken(state, ids), [0, 0], step)) {
          found.set(`${step}`, { ids: [...ids], path: [step], cost: 1 });
          break;
        }
        const [x, y] = state[ids[ids.length - 1]];
        const before = Object.keys(state).find((other) => `${state[other]}` === `${[x + step[0], y + step[1]]}`);
        if (before === undefined) break;
        ids.push(before);
      }
    }
    return found;
  }

  /// What a person may do who takes hold of a piece, with others selected.
  options(state, id, selected) {
    if (this.puzzle.metric === "push") return this.pushes(state, id);
    return this.reach(state, selected.includes(id) ? selected : [id]);
  }

  apply(state, action) {
    const [dx, dy] = action.path[action.path.length - 1] ?? [0, 0];
    const next = { ...state };
    for (const id of action.ids) next[id] = [state[id][0] + dx, state[id][1] + dy];
    return next;
  }

  /// Where each piece that an action moves is on its way.
  ways(state, action) {
    return action.ids.map((id) => [id, action.path.map(([dx, dy]) => [state[id][0] + dx, state[id][1] + dy])]);
  }

  /// One action in place of two that follow each other, as far as the metric sees but one. The
  /// first was taken at `state`.
  merged(state, first, second) {
    if (this.puzzle.metric === "push" || [...first.ids].sort().join() !== [...second.ids].sort().join()) return undefined;
    const end = (action) => action.path[action.path.length - 1];
    const total = [0, 1].map((axis) => end(first)[axis] + end(second)[axis]);
    return this.reach(state, first.ids).get(`${total}`);
  }

  /// The action that a move of the solution names: `Bdd`, `B+Crr`, `B@2,0` for a piece whose origin
  /// goes there by any way, or `5l` for a tile that pushes those before it.
  read(state, token) {
    const [, names, rest] = /^(.(?:\+.)*)([udlr]+|@\d+,\d+)$/u.exec(token) ?? [];
    if (names === undefined) return undefined;
    const ids = names.split("+");
    if (!ids.every((id) => this.pieces.has(id))) return undefined;
    if (rest.startsWith("@")) {
      const to = rest.slice(1).split(",").map(Number);
      return this.reach(state, ids).get(`${to.map((at, axis) => at - state[ids[0]][axis])}`);
    }
    if (this.puzzle.metric === "push") return this.pushes(state, ids[0]).get(`${WAYS[rest[0]]}`);
    const taken = this.taken(state, ids);
    const path = [];
    let at = [0, 0];
    for (const letter of rest) {
      if (!this.mayStep(state, ids, taken, at, WAYS[letter])) return undefined;
      at = [at[0] + WAYS[letter][0], at[1] + WAYS[letter][1]];
      path.push(at);
    }
    return { ids, path, cost: 1 };
  }

  /// The action as a token that `read` understands.
  write(state, { ids, path }) {
    if (this.puzzle.metric === "push") return `${ids[0]}${letterOf(path[0])}`;
    return `${ids.join("+")}@${state[ids[0]].map((at, axis) => at + path.at(-1)[axis])}`;
  }

  /// A state as the text of a board.
  text(state) {
    const rows = Array.from({ length: this.height }, () => Array(this.width).fill("."));
    for (const [x, y] of this.walls) rows[y][x] = "#";
    for (const { id, cells } of this.board(state).pieces) for (const [x, y] of cells) rows[y][x] = id;
    return rows.map((row) => row.join("")).join("/");
  }

  /// What takes the focus for a piece: itself. And the piece that is held where that has the focus.
  handleOf(state, id) {
    return id;
  }

  heldAt(state, handle) {
    return handle;
  }

  /// The piece that typed letters name, or else the first whose name begins with them.
  named(typed) {
    const labels = [...this.pieces.values()].map((piece) => [piece.label, piece.id]);
    for (const fits of [(label) => label === typed, (label) => label === typed.toUpperCase(), (label) => label.startsWith(typed)]) {
      const found = labels.find(([label]) => fits(label));
      if (found) return found[1];
    }
    return undefined;
  }

  /// Pieces have no numbers to go to.
  towards() {
    return undefined;
  }

  /// What screen readers say of a board that is a goal.
  tellGoal({ pieces, targets }) {
    const place = ([x, y]) => `row ${y + 1}, column ${x + 1}`;
    const placed = pieces.map(({ label, cells }) => `${label} at ${place(corner(cells))}`);
    return [...placed, ...targets.flat().map((cell) => `nothing at ${place(cell)}`)].join("; ");
  }

  /// What screen readers say of an action, its way as `drawn` turns it.
  tellAction({ ids, path }, drawn) {
    const steps = path.map((at, index) => {
      const from = path[index - 1] ?? [0, 0];
      return letterOf(drawn([at[0] - from[0], at[1] - from[1]]));
    });
    const straight = steps.join("").match(/(.)\1*/g) ?? [];
    const labels = ids.map((id) => this.pieces.get(id).label);
    return `${ids.length === 1 ? "piece" : "pieces"} ${labels.join(" and ")} ${straight.map((run) => `${SAID[run[0]]} ${run.length}`).join(", ")}`;
  }

  /// What screen readers say of a piece.
  tell(state, id, [x, y] = state[id]) {
    const { label, goal, cells } = this.pieces.get(id);
    return `${goal ? "goal piece" : "piece"} ${label}, ${cells.length === 1 ? "one cell" : `${cells.length} cells`}, row ${y + 1}, column ${x + 1}`;
  }
}
