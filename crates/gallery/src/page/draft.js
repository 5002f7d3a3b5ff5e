// A puzzle that is being made: a board of cells, and where its pieces are to go.
//
// Cells hold the name of a piece, `.` for a hole or `#` for a wall. A piece that is cut in parts
// becomes as many pieces. A goal is the places of some pieces, by their upper-left corners, so
// a piece that changes its shape takes its place along.

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".split("");
/// A board may have so many cells: the solver takes no more.
const LARGEST = 64;

class Draft {
  constructor(width = 4, height = 5) {
    this.title = "";
    this.metric = "move";
    this.cells = Array.from({ length: height }, () => Array(width).fill("."));
    this.goals = [{ places: {}, holes: [] }];
    this.axes = {};
    this.marks = {};
    this.barriers = [];
  }

  /// The draft of a puzzle of the page.
  static of(puzzle) {
    const draft = new Draft();
    draft.title = puzzle.title ?? "";
    draft.metric = puzzle.metric;
    draft.cells = puzzle.board.split("/").map((row) => [...row]);
    const ids = draft.ids();
    draft.goals = (puzzle.goals ?? []).map((board) => {
      const rows = board.split("/").map((row) => [...row]);
      const found = (id) => rows.flatMap((row, y) => row.flatMap((each, x) => (each === id ? [[x, y]] : [])));
      return { places: Object.fromEntries(ids.filter((id) => found(id).length > 0).map((id) => [id, corner(found(id))])), holes: found("_") };
    });
    if (draft.goals.length === 0) draft.goals.push({ places: {}, holes: [] });
    const looks = Object.entries(puzzle.pieces ?? {});
    const alone = (mark) => looks.filter(([, look]) => look.mark === mark).length === 1;
    for (const [id, { axis, mark }] of looks) {
      if (axis) draft.axes[id] = axis;
      // What a goal tells apart is told apart for as long as that goal does so.
      if (mark && !(alone(mark) && draft.apart(id))) draft.marks[id] = mark;
    }
    draft.barriers = puzzle.barriers ?? [];
    return draft;
  }

  static parse(text) {
    return Object.assign(new Draft(), JSON.parse(text));
  }

  get width() {
    return this.cells[0].length;
  }

  get height() {
    return this.cells.length;
  }

  at([x, y]) {
    return this.cells[y]?.[x];
  }

  /// The names of the pieces, in reading order.
  ids() {
    return [...new Set(this.cells.flat())].filter((id) => id !== "." && id !== "#");
  }

  cellsOf(id) {
    return this.cells.flatMap((row, y) => row.flatMap((each, x) => (each === id ? [[x, y]] : [])));
  }

  /// The cells that a piece covers in a goal; it may stick out there.
  placed(id, { places }) {
    const cells = this.cellsOf(id);
    const [left, top] = corner(cells);
    return cells.map(([x, y]) => [x - left + places[id][0], y - top + places[id][1]]);
  }

  free() {
    const used = new Set(this.ids());
    return LETTERS.find((letter) => !used.has(letter));
  }

  /// Whether there is such a cell, and no wall on it.
  open(cell) {
    return ![undefined, "#"].includes(this.at(cell));
  }

  /// Sets a cell, and tidies up what it was part of.
  set([x, y], what) {
    const was = this.at([x, y]);
    if (was === undefined || was === what) return;
    this.cells[y][x] = what;
    if (was !== "." && was !== "#") this.tidy(was);
    if (what === "#") this.trim();
  }

  /// Takes away thin walls and holes of goals that are at open cells no more.
  trim() {
    this.barriers = this.barriers.filter(([a, b, c, d]) => this.open([a, b]) && this.open([c, d]));
    for (const goal of this.goals) goal.holes = goal.holes.filter((cell) => this.open(cell));
  }

  /// Puts a wall between two cells, or takes it away.
  toggleBarrier(one, other) {
    const is = ([a, b, c, d]) => [`${[a, b]},${[c, d]}`, `${[c, d]},${[a, b]}`].includes(`${one},${other}`);
    if (this.barriers.some(is)) this.barriers = this.barriers.filter((barrier) => !is(barrier));
    else this.barriers = [...this.barriers, [...one, ...other]];
  }

  /// Makes the parts of a piece pieces of their own. The largest keeps the name; of several, that with the cell `from`.
  tidy(id, from) {
    const left = new Set(this.cellsOf(id).map(String));
    const parts = [];
    while (left.size > 0) {
      const part = [left.values().next().value];
      left.delete(part[0]);
      for (let next = 0; next < part.length; next++) {
        const [x, y] = part[next].split(",").map(Number);
        for (const [dx, dy] of STEPS) {
          const beside = `${x + dx},${y + dy}`;
          if (left.delete(beside)) part.push(beside);
        }
      }
      parts.push(part);
    }
    const has = (part) => part.includes(`${from}`);
    parts.sort((one, other) => other.length - one.length || has(other) - has(one));
    for (const part of parts.slice(1)) {
      const name = this.free() ?? ".";
      for (const cell of part) {
        const [x, y] = cell.split(",").map(Number);
        this.cells[y][x] = name;
      }
    }
    if (parts.length === 0) this.forget(id);
  }

  /// Takes away what is known of a piece that is gone.
  forget(id) {
    delete this.axes[id];
    delete this.marks[id];
    for (const goal of this.goals) delete goal.places[id];
  }

  resize(width, height) {
    const old = this.cells;
    this.cells = Array.from({ length: height }, (_, y) => Array.from({ length: width }, (__, x) => old[y]?.[x] ?? "."));
    this.trim();
    // The names of those that are gone are free for the parts of others.
    const ids = this.ids();
    for (const id of old.flat()) if (!ids.includes(id)) this.forget(id);
    for (const id of ids) this.tidy(id);
  }

  /// Whether a goal names places of some pieces only; those are then told apart from their like.
  partial(goal) {
    return Object.keys(goal.places).length < this.ids().length;
  }

  /// Whether a goal is shown as marked places of one or two goal pieces. A piece without others has nothing to be told
  /// apart from, and is one all the same.
  isMarked(goal) {
    return Object.keys(goal.places).length <= 2 && (this.partial(goal) || this.ids().length === 1);
  }

  /// Whether some goal tells a piece apart from its like.
  apart(id) {
    return this.goals.some((goal) => goal.places[id] && this.partial(goal));
  }

  /// As a puzzle of the page.
  puzzle() {
    const [goal] = this.goals;
    const named = Object.keys(goal.places);
    const stands = this.goals.length === 1 && this.isMarked(goal);
    const pieces = {};
    // New marks are above those that were given.
    const given = Math.max(0, ...Object.values(this.marks));
    this.ids().forEach((id, index) => {
      const mark = this.marks[id] ?? (this.apart(id) ? given + index + 1 : undefined);
      const look = { goal: stands && named.includes(id) ? true : undefined, axis: this.axes[id], mark };
      if (Object.values(look).some(Boolean)) pieces[id] = look;
    });
    const goals = this.goals.map((each) => {
      const rows = this.cells.map((row) => row.map((each) => (each === "#" ? "#" : ".")));
      // A piece that sticks out is shown as far as there is a board.
      const put = (what, cells) => {
        for (const [x, y] of cells.filter((cell) => this.at(cell) !== undefined)) rows[y][x] = what;
      };
      put("_", each.holes);
      for (const id of Object.keys(each.places)) put(id, this.placed(id, each));
      return rows.map((row) => row.join("")).join("/");
    });
    return {
      id: "made", kind: "slide", title: this.title, values: [], metric: this.metric, solution: "",
      board: this.cells.map((row) => row.join("")).join("/"), pieces, barriers: this.barriers, goals,
    };
  }

  /// The thin walls that go through a piece on these cells.
  parting(cells) {
    const own = new Set(cells.map(String));
    return this.barriers.filter(([a, b, c, d]) => own.has(`${[a, b]}`) && own.has(`${[c, d]}`));
  }

  /// Whether this is a draft at all, right or wrong: what a browser has kept may be damaged, or not ours.
  isWhole() {
    const whole = (map) => typeof map === "object" && map !== null && !Array.isArray(map);
    const numbers = (count) => (list) => Array.isArray(list) && list.length === count && list.every(Number.isInteger);
    const all = (list, sound) => Array.isArray(list) && list.every(sound);
    const isCell = (what) => typeof what === "string" && [...what].length === 1;
    if (!all(this.cells, (row) => all(row, isCell) && row.length > 0 && row.length === this.width) || this.height === 0) return false;
    const ids = this.ids();
    const there = (cell) => this.at(cell) !== undefined;
    const isGoal = (goal) => whole(goal?.places) && all(goal.holes, numbers(2)) && goal.holes.every(there) &&
      Object.entries(goal.places).every(([id, place]) => ids.includes(id) && numbers(2)(place));
    const isBarrier = ([a, b, c, d]) => Math.abs(a - c) + Math.abs(b - d) === 1 && there([a, b]) && there([c, d]);
    return all(this.goals, isGoal) && this.goals.length > 0 && all(this.barriers, numbers(4)) && this.barriers.every(isBarrier) &&
      whole(this.axes) && Object.values(this.axes).every((axis) => AXES.some(([value]) => value === axis)) &&
      whole(this.marks) && Object.values(this.marks).every(Number.isInteger) &&
      typeof this.title === "string" && METRICS.some(([value]) => value === this.metric);
  }

  /// What is wrong: `{ cells, text }` each, in words, at the place.
  problems() {
    const found = [];
    const ids = this.ids();
    if (ids.length === 0) return [{ cells: [], text: "There is no piece yet." }];
    if (!this.cells.flat().includes(".")) found.push({ cells: [], text: "There is no hole, so nothing can move." });
    for (const id of ids) {
      for (const [a, b, c, d] of this.parting(this.cellsOf(id))) found.push({ cells: [[a, b], [c, d]], text: `A wall goes through ${id}.` });
    }
    this.goals.forEach((goal, index) => {
      const of = this.goals.length > 1 ? ` in goal ${index + 1}` : "";
      const taken = new Map();
      for (const id of Object.keys(goal.places)) {
        const cells = this.placed(id, goal);
        const off = cells.filter((cell) => this.at(cell) === undefined);
        const walled = cells.filter((cell) => this.at(cell) === "#");
        const double = cells.filter((cell) => taken.has(`${cell}`));
        const lost = cells.filter((cell) => goal.holes.some((hole) => `${hole}` === `${cell}`));
        if (off.length > 0) found.push({ cells, text: `${id} sticks out of the board${of}.` });
        else if (walled.length > 0) found.push({ cells: walled, text: `${id} is to go onto a wall${of}.` });
        else if (this.parting(cells).length > 0) found.push({ cells, text: `A wall goes through the place of ${id}${of}.` });
        else if (lost.length > 0) found.push({ cells: lost, text: `${id} is to go to a cell that is to be a hole${of}.` });
        else if (double.length > 0) found.push({ cells: double, text: `${id} and ${taken.get(`${double[0]}`)} are to go to the same cell${of}.` });
        for (const cell of cells) taken.set(`${cell}`, id);
        const [from, to] = [corner(this.cellsOf(id)), goal.places[id]];
        const axis = this.axes[id];
        const strays = { h: from[1] !== to[1], v: from[0] !== to[0], n: `${from}` !== `${to}` }[axis];
        if (strays) {
          const same = ids.some((other) => other !== id && this.axes[other] === axis);
          if (!same || this.partial(goal)) found.push({ cells, text: `${id} ${{ h: "keeps to its row", v: "keeps to its column", n: "does not move" }[axis]}, and is to go elsewhere${of}.` });
        }
      }
      if (Object.keys(goal.places).length + goal.holes.length === 0) {
        found.push({ cells: [], text: `No goal yet${of}: choose Goal, and drag a piece to where it is to go.` });
      }
    });
    return found;
  }
}
