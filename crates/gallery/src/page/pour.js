// Objects that are poured from container to container: colour sort.
//
// A state lists the objects of each container from the bottom to the top. An action is
// `{ from, to, ids, cost }`; the ids are those of the objects that go over, the top one first.

class Pour {
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.several = false;
    const contents = puzzle.board.split(";").map((text) => [...text]);
    this.capacities = contents.map((_, index) => puzzle.capacities[index] ?? puzzle.capacities[0]);
    this.width = contents.length;
    this.height = Math.max(...this.capacities);
    const symbols = [...new Set(contents.flat())].sort();
    this.pieces = new Map();
    this.start = contents.map((symbols_, container) => symbols_.map((label, place) => {
      const id = `${container}.${place}`;
      this.pieces.set(id, { id, label, colour: symbols.indexOf(label) });
      return id;
    }));
    this.walls = this.capacities.flatMap((capacity, x) =>
      Array.from({ length: this.height - capacity }, (_, y) => [x, y]));
    this.barriers = [];
    for (let x = 1; x < this.width; x++) {
      for (let y = 0; y < this.height; y++) this.barriers.push([x - 1, y, x, y]);
    }
  }

  colour(id) {
    return this.pieces.get(id).colour;
  }

  place(container, index) {
    return [container, this.height - 1 - index];
  }

  board(state) {
    const pieces = state.flatMap((ids, container) => ids.map((id, index) => ({
      ...this.pieces.get(id), cells: [this.place(container, index)],
    })));
    return { width: this.width, height: this.height, walls: this.walls, barriers: this.barriers, pieces, targets: [] };
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

  /// The actions of a person who takes hold of an object: by displacement of the object, to the
  /// place where it would land. Only the top block of a container can be taken.
  options(state, id) {
    const from = state.findIndex((ids) => ids.includes(id));
    const index = state[from].indexOf(id);
    const found = new Map();
    const top = state[from][state[from].length - 1];
    if (state[from].slice(index).some((above) => this.colour(above) !== this.colour(top))) return found;
    for (let to = 0; to < this.width; to++) {
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
      return [id, [[from, -1], [to, -1], landing]];
    });
  }

  merged() {
    return undefined;
  }

  /// A move of the solution: `3>1`, containers counted from 1.
  read(state, token) {
    const [from, to] = token.split(">").map((text) => Number(text) - 1);
    return state[from] && state[to] ? this.action(state, from, to) : undefined;
  }

  tell(state, id) {
    const container = state.findIndex((ids) => ids.includes(id));
    return `${this.pieces.get(id).label} in container ${container + 1}, place ${state[container].indexOf(id) + 1} from the bottom`;
  }
}
