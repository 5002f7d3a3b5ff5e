// Objects that are poured from container to container: colour sort.
//
// A state lists the objects of each container from the bottom to the top. An action is
// `{ from, to, ids, cost }`; the ids are those of the objects that go over, the top one first.

/// The keys that stand for containers, in order: 0 is the tenth.
const TUBE_KEYS = "1234567890abcdefghijklmnopqrstuvwxyz";
const tubeOf = (key) => (key.length === 1 ? TUBE_KEYS.indexOf(key.toLowerCase()) : -1);

class Pour {
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.several = false;
    const contents = puzzle.board.split(";").map((text) => [...text]);
    this.capacities = contents.map((_, index) => puzzle.capacities[index] ?? puzzle.capacities[0]);
    this.count = contents.length;
    this.deepest = Math.max(...this.capacities);
    // The containers stand in as many rows as make their cells largest, a wall between the rows.
    const shape = (rows) => [Math.ceil(this.count / rows), rows * (this.deepest + 1) - 1];
    const side = (rows) => Math.max(...shape(rows));
    const rows = [1, 2, 3, 4].reduce((best, more) => (side(more) < side(best) ? more : best));
    [this.width, this.height] = shape(rows);
    const symbols = [...new Set(contents.flat())].sort();
    this.pieces = new Map();
    this.start = contents.map((symbols_, container) => symbols_.map((label, place) => {
      const id = `${container}.${place}`;
      this.pieces.set(id, { id, label, colour: symbols.indexOf(label) });
      return id;
    }));
  }

  colour(id) {
    return this.pieces.get(id).colour;
  }

  /// The cell of a container's object, counted from the bottom; one more than it holds is above it.
  place(container, index) {
    const row = Math.floor(container / this.width);
    return [container % this.width, row * (this.deepest + 1) + this.deepest - 1 - index];
  }

  /// The container above, at or below a point of the board, in cells.
  containerAt([x, y]) {
    if (x < 0 || x >= this.width) return undefined;
    const row = Math.max(0, Math.floor((y + 0.5) / (this.deepest + 1)));
    const container = row * this.width + Math.floor(x);
    return container < this.count ? container : undefined;
  }

  containerOf(state, id) {
    return state.findIndex((ids) => ids.includes(id));
  }

  /// What takes the focus for an object: its container. Where that has it the top object is held, if there is one.
  handleOf(state, id) {
    return this.containerOf(state, id);
  }

  heldAt(state, container) {
    return state[container].at(-1);
  }

  board(state) {
    const pieces = state.flatMap((ids, container) => ids.map((id, index) => ({
      ...this.pieces.get(id), cells: [this.place(container, index)],
    })));
    const tubes = this.capacities.map((capacity, container) => ({ cell: this.place(container, 0), capacity }));
    return { width: this.width, height: this.height, pieces, tubes };
  }

  /// Solved: every colour forms one block, alone in its container.
  isHome(state) {
    const seen = new Set();
    return state.filter((ids) => ids.length > 0).every((ids) => {
      const colour = this.colour(ids[0]);
      const fresh = !seen.has(colour);
      seen.add(colour);
      return fresh && ids.every((id) => this.colour(id) === colour);
    });
  }

  action(state, from, to) {
    const source = state[from];
    const room = this.capacities[to] - state[to].length;
    const top = source[source.length - 1];
    const beneath = state[to][state[to].length - 1];
    if (from === to || source.length === 0 || room === 0) return undefined;
    if (beneath !== undefined && this.colour(beneath) !== this.colour(top)) return undefined;
    const ids = [];
    for (let at = source.length - 1; at >= 0 && this.colour(source[at]) === this.colour(top); at--) ids.push(source[at]);
    return { from, to, ids: ids.slice(0, this.puzzle.rule === 2 ? 1 : room), cost: 1 };
  }

  /// The actions of a person who takes hold of an object: by the container that they
  /// pour into. Only the top block of a container can be taken.
  options(state, id) {
    const from = this.containerOf(state, id);
    const index = state[from].indexOf(id);
    const found = new Map();
    const top = state[from][state[from].length - 1];
    if (state[from].slice(index).some((above) => this.colour(above) !== this.colour(top))) return found;
    for (let to = 0; to < this.count; to++) {
      const action = this.action(state, from, to);
      if (action) found.set(to, action);
    }
    return found;
  }

  apply(state, { from, to, ids }) {
    const next = state.map((held) => held.filter((id) => !ids.includes(id)));
    next[to] = [...state[to], ...ids];
    return next;
  }

  ways(state, { from, to, ids }) {
    return ids.map((id, index) => {
      const landing = this.place(to, state[to].length + index);
      return [id, [this.place(from, this.deepest), this.place(to, this.deepest), landing]];
    });
  }

  merged() {
    return undefined;
  }

  /// Each colour has a container of its own, which no picture has to tell.
  goalBoards() {
    return [];
  }

  /// The top object of the container that a key stands for.
  named(typed, state) {
    return state[tubeOf(typed)]?.at(-1);
  }

  /// The action that takes an object to the container that a key stands for.
  towards(typed, state, id) {
    return this.options(state, id).get(tubeOf(typed));
  }

  /// A move of the solution: `3>1`, containers counted from 1.
  read(state, token) {
    const [from, to] = token.split(">").map((text) => Number(text) - 1);
    return state[from] && state[to] ? this.action(state, from, to) : undefined;
  }

  /// The action as a token that `read` understands.
  write(state, { from, to }) {
    return `${from + 1}>${to + 1}`;
  }

  /// A state as the text of a board.
  text(state) {
    return state.map((ids) => ids.map((id) => this.pieces.get(id).label).join("")).join(";");
  }

  tellAction({ from, to }) {
    return `tube ${from + 1} into tube ${to + 1}`;
  }

  /// What screen readers say of a container.
  tell(state, container) {
    const labels = state[container].map((id) => this.pieces.get(id).label).reverse();
    return `tube ${container + 1}, ${labels.length === 0 ? "empty" : `from the top ${labels.join(", ")}`}`;
  }
}
