// A puzzle that is being played: a person's own moves and the solution, two tracks of which
// neither disturbs the other.
//
// In mode "own" the position is where the person's moves have led, in "solution" a number of
// moves along the solution. Own moves can be undone and taken again; they are kept in `memory`.

class Game {
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.rules = rulesOf(puzzle);
    /// What it is kept under.
    this.key = memory.key(puzzle, this.rules);
    this.solve(puzzle.solution ?? "", puzzle.best);
    this.mode = "own";
    this.index = 0;
    this.own = [];
    this.undone = [];
    /// Hints that were taken, those of moves that Reset has put aside, and moves at the beginning that
    /// are the solution's.
    this.hints = 0;
    this.aside = 0;
    this.helped = 0;
    this.recall();
  }

  /// Takes over a solution: its actions and the state before each. One that cannot be read is taken
  /// as far as it can be.
  solve(solution, best) {
    const { rules } = this;
    this.best = best;
    this.tokens = solution.split(" ").filter(Boolean);
    this.names = this.puzzle.names?.split(" ") ?? this.tokens;
    this.actions = [];
    this.states = [rules.start];
    for (const token of this.tokens) {
      const state = this.states.at(-1);
      const action = rules.read(state, token);
      if (!action) break;
      this.actions.push(action);
      this.states.push(rules.apply(state, action));
    }
    this.unread = this.tokens[this.actions.length];
  }

  /// The puzzle of which this is the end, if it is [shortened], or else the puzzle itself.
  get whole() {
    return this.puzzle.whole ?? this.puzzle;
  }

  /// Where the person stands.
  get here() {
    return this.own.at(-1)?.after ?? this.rules.start;
  }

  get state() {
    return this.mode === "own" ? this.here : this.states[this.index];
  }

  /// The own moves, as the metric counts them.
  get count() {
    return this.own.reduce((sum, { action }) => sum + action.cost, 0);
  }

  get solved() {
    return this.rules.isHome(this.state);
  }

  /// Takes an action at the position shown, as one with the one before where the metric allows.
  /// From the solution, its moves until here become the own ones; `earlier` keeps what they were.
  act(action) {
    if (this.mode === "solution") {
      const { own, undone, hints, aside, helped } = this;
      // The game with more moves of the person's own is kept.
      const earlier = this.earlier ?? { own: [], helped: 0 };
      if (own.length - helped > earlier.own.length - earlier.helped) this.earlier = { own, undone, hints, aside, helped };
      Object.assign(this, { hints: 0, aside: 0 });
      this.own = this.actions.slice(0, this.index).map((taken, at) => ({ before: this.states[at], action: taken, after: this.states[at + 1] }));
      this.helped = this.index;
      this.mode = "own";
    }
    this.helped = Math.min(this.helped, this.own.length);
    const merged = this.merged(action);
    const before = merged ? this.own.pop().before : this.here;
    const taken = merged ?? action;
    if (taken.cost > 0) this.own.push({ before, action: taken, after: this.rules.apply(before, taken) });
    this.undone = [];
    this.aside = 0;
    this.keep();
  }

  /// The last own move and an action as one, if the metric takes them so.
  merged(action) {
    const last = this.own.at(-1);
    return last && this.rules.merged(last.before, last.action, action);
  }

  undo() {
    const last = this.own.pop();
    if (!last) return undefined;
    this.undone.push(last);
    this.keep();
    return last;
  }

  redo() {
    const next = this.undone.pop();
    if (!next) return undefined;
    this.own.push(next);
    this.hints += this.aside;
    this.aside = 0;
    this.keep();
    return next;
  }

  /// Back to the start; the moves can be taken again, and their hints come back with them.
  reset() {
    while (this.own.length > 0) this.undone.push(this.own.pop());
    this.aside += this.hints;
    this.hints = 0;
    this.keep();
  }

  /// Back to the own game that going on from the solution has put aside.
  goBack() {
    if (!this.earlier) return;
    Object.assign(this, this.earlier);
    this.earlier = undefined;
    this.keep();
  }

  /// Whether the position was reached without the solution's moves.
  get alone() {
    return this.helped === 0 && this.hints === 0;
  }

  /// A game as it is kept.
  written({ own, undone, hints, aside, helped }) {
    const write = ({ before, action }) => this.rules.write(before, action);
    return { moves: own.map(write), undone: undone.map(write), hints, aside, helped };
  }

  keep() {
    const { rules, key } = this;
    const done = this.own.length > 0 && rules.isHome(this.here) && this.helped === 0;
    const before = memory.get(key) ?? {};
    const less = (known, counts) => (counts ? Math.min(known ?? Infinity, this.count) : known);
    // Without a result there is none without hints; with hints, that is null.
    const best = less(before.best, done);
    const alone = best === undefined ? undefined : less(memory.alone(before), done && this.alone) ?? null;
    memory.set(key, { ...this.written(this), earlier: this.earlier && this.written(this.earlier), best, alone });
  }

  /// Goes on where the person stopped the last time.
  recall() {
    const kept = memory.get(this.key) ?? {};
    Object.assign(this, this.taken(kept));
    const earlier = this.taken(kept.earlier ?? {});
    if (earlier.own.length > 0) this.earlier = earlier;
  }

  /// A game that was kept, as far as its moves can be read.
  taken(kept) {
    const [moves, undone] = [kept.moves, kept.undone].map((tokens) => (Array.isArray(tokens) ? tokens.map(String) : []));
    const [hints, aside, helped] = [kept.hints, kept.aside, kept.helped].map((number) => Number(number) || 0);
    const { rules } = this;
    const taken = [];
    let state = rules.start;
    for (const token of [...moves, ...[...undone].reverse()]) {
      const action = rules.read(state, token);
      if (!action) break;
      const after = rules.apply(state, action);
      taken.push({ before: state, action, after });
      state = after;
    }
    return { own: taken.slice(0, moves.length), undone: taken.slice(moves.length).reverse(), hints, aside, helped };
  }
}

/// The puzzle that begins where its solution has so many moves to go: shorter, and the fewest if the
/// solution is. It is another puzzle than the link says.
function shortened(puzzle, left) {
  const game = new Game(puzzle);
  const at = game.actions.length - left;
  return {
    ...puzzle,
    board: game.rules.text(game.states[at]),
    solution: game.tokens.slice(at).join(" "),
    names: puzzle.names?.split(" ").slice(at).join(" "),
    best: game.actions.length === puzzle.best ? left : undefined,
    title: `${puzzle.title}: the last ${left}`,
    link: undefined,
    whole: puzzle,
  };
}
