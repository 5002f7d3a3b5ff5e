// What the browser keeps for a person: of each puzzle the own moves and the best result, in local
// storage where there is any. A puzzle is known by what it is, not by the page it stands on.

const memory = {
  /// All that its rules go by: not its title, nor how its pieces look.
  key(puzzle, rules = rulesOf(puzzle)) {
    const { kind, metric, rule, capacities, board, goals = [], barriers = [], pieces = {} } = puzzle;
    const ways = Object.entries(pieces).map(([id, { axis, depth }]) => [id, axis, depth]);
    const unusual = ways.filter(([, ...way]) => way.some(Boolean)).sort();
    // Marks are numbered as they come: what they say is who is alike.
    const alike = {};
    if (kind === "slide") for (const id of rules.pieces.keys()) (alike[rules.kind(id)] ??= []).push(id);
    const kinds = Object.values(alike).map((ids) => ids.sort().join("")).sort();
    return `antipode ${JSON.stringify([kind, metric, rule, capacities, board, goals.map((goal) => goal.replaceAll("#", ".")), [...barriers].sort(), unusual, kinds])}`;
  },

  /// What is kept of a puzzle: `{ moves, undone, hints, aside, helped, earlier, best, alone }`, or nothing.
  of(puzzle) {
    return this.get(this.key(puzzle)) ?? {};
  },

  /// The best result without a hint; what was kept before that was told apart counts as such.
  alone({ best, alone }) {
    return alone === undefined ? best : alone;
  },

  /// Whether the person has solved a puzzle in the fewest moves, without a hint.
  isPerfect(puzzle) {
    const alone = this.alone(this.of(puzzle));
    return Number.isInteger(alone) && alone === puzzle.best;
  },

  /// What the browser did not keep, without storage or with a full one: it lasts as long as the page.
  unkept: new Map(),
  failed: false,

  /// What is kept under a key: in all tabs, or in this one alone, by the name of the storage.
  get(key, storage = "localStorage") {
    if (this.unkept.has(key)) return this.unkept.get(key);
    try {
      const kept = JSON.parse(globalThis[storage].getItem(key));
      return typeof kept === "object" && kept ? kept : undefined;
    } catch {
      return undefined;
    }
  },

  set(key, what, storage = "localStorage") {
    try {
      globalThis[storage].setItem(key, JSON.stringify(what));
      this.unkept.delete(key);
    } catch {
      this.unkept.set(key, what);
      this.failed = true;
    }
  },
};
