// The player: the view of a game, with the person's own moves under the board, and the solution
// behind a disclosure.
//
// It knows no rules; these are a `Slide` or a `Pour`, in a `Game` that a `Stage` shows. The page
// tells it which puzzle comes before and after.

class Player {
  /// `page` is the data of the page; `ways` are the page's own commands: `beside(puzzle, by)`,
  /// `random(puzzle)`, `edit(puzzle)`, `share(game)`, `solved(puzzle)`.
  constructor(page, ways) {
    Object.assign(this, { page, ways, solver: new Solver() });
    this.stage = new Stage(page.colours, () => this.pause(), (action, animate) => this.act(action, animate), (ids) => this.refuse(ids),
      (ids) => this.say(ids.length > 1 ? `${ids.length} pieces move together.` : this.game.rules.several ? "" : "Which way? The arrows move it."), () => {
        this.drawGoals();
        this.refresh();
      });
    this.build();
  }

  build() {
    const part = (name, attributes = {}) => html(name, attributes);
    const act = (what) => () => what.call(this);
    this.parts = {
      title: part("h2", { id: "player-title" }),
      task: part("p", { id: "task" }),
      status: part("p", { id: "status", role: "status", "aria-live": "polite" }),
      note: part("p", { id: "note", role: "alert" }),
      // Counts come ten times a second, which nobody wants to be read.
      progress: part("p", { id: "progress", class: "quiet" }),
      goal: part("div", { class: "goals" }),
      win: html("div", { id: "win", hidden: true }),
      facts: part("dl", { class: "facts" }),
      chart: part("div", { class: "plot small" }),
      keys: part("p", { class: "quiet" }),
      range: part("input", { id: "at", type: "range", min: 0, "aria-label": "Place in the solution" }),
      speed: part("input", { id: "speed", type: "range", min: 0, max: 4, step: 1, value: 2, "aria-label": "Speed" }),
      run: button("run", "Play the solution", "play", act(this.toggle)),
      undo: button("undo", "Undo", "undo", act(this.undo), "Undo"),
      redo: button("redo", "Redo", "redo", act(this.redo), "Redo"),
      reset: button("reset", "Back to the start", "reset", act(this.reset), "Reset"),
      hint: button("hint", "Show the next best move", "hint", act(this.hint), "Hint"),
      mine: button("mine", "Back to my position", "back", act(this.mine), "Back to my position"),
      halt: button("halt", "Stop the search", "stop", () => this.solver.stop(), "Stop"),
      path: html("nav", { id: "path", "aria-label": "From easy to hard" }),
      nearer: html("select", { id: "nearer", "aria-label": "Where to begin" }),
      solution: html("details", { id: "solution" }),
      find: button("find", "Find the shortest solution", "solve", () => this.findSolution(), "Find the shortest solution"),
      about: html("details", { id: "about" }),
      told: part("div", { class: "quiet" }),
    };
    const { parts } = this;
    parts.steps = html("div", { class: "row", role: "group", "aria-label": "Solution" },
      button("first", "To the start", "first", () => this.show(0)),
      button("back", "One move back", "back", () => this.show(this.game.index - 1)),
      parts.run,
      button("next", "One move on", "next", () => this.show(this.game.index + 1)),
      button("last", "To the end", "last", () => this.show(this.game.actions.length)));
    parts.film = html("div", { class: "film" }, parts.steps, parts.range,
      html("label", { class: "speed" }, html("span", {}, "Speed"), parts.speed));
    parts.solutionName = html("summary", {}, "Solution");
    parts.solution.append(parts.solutionName, parts.told, parts.film, parts.find);
    parts.about.append(html("summary", {}, "About this puzzle"), parts.facts, parts.chart);
    const beside = (id, label, icon, by) => button(id, label, icon, () => this.ways.beside(this.game.puzzle, by));
    parts.beside = html("div", { class: "beside" },
      beside("previous", "Previous puzzle", "back", -1),
      button("random", "A puzzle by chance", "random", () => this.ways.random(this.game.puzzle)),
      beside("following", "Next puzzle", "next", 1));
    parts.edit = button("edit", "Change this puzzle", "edit", () => this.ways.edit(this.game.puzzle), "Edit");
    parts.share = button("share", "Share this puzzle", "share", () => this.ways.share(this.game), "Share");
    parts.more = html("div", { class: "row more" },
      parts.share,
      parts.edit,
      button("print", "Print this puzzle", "print", () => print(), "Print"));
    const own = html("div", { class: "row own", role: "group", "aria-label": "Your own moves" }, parts.undo, parts.redo, parts.reset, parts.hint);
    parts.begin = html("label", { class: "begin" }, html("span", {}, "Begin"), parts.nearer);
    this.element = html("div", { id: "player", class: "player" },
      html("div", { class: "head" }, html("div", {}, parts.title, parts.task), parts.beside),
      html("div", { class: "goal-inset" }, parts.goal),
      html("div", { class: "state" }, parts.status, parts.note, parts.progress),
      html("div", { class: "board" }, this.stage.box, own, parts.mine, parts.halt),
      html("div", { class: "side" }, parts.win, parts.path, parts.begin, parts.solution, parts.about, parts.more, parts.keys));

    parts.range.addEventListener("input", () => this.show(Number(parts.range.value)));
    parts.nearer.addEventListener("change", () => this.beginAt(parts.nearer.value));
    parts.about.addEventListener("toggle", () => this.drawChart());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /// Shows a puzzle where the person stopped the last time; `facts` are its figures.
  open(puzzle, facts = []) {
    this.pause();
    const before = this.game;
    this.game = new Game(puzzle);
    this.stopAsking(before);
    this.facts = facts;
    this.toGo = undefined;
    const { parts, game } = this;
    this.stage.open(game.rules, game.state);
    parts.title.textContent = puzzle.title;
    // A page of one puzzle is called as that is.
    parts.title.hidden = puzzle.title === this.page.title;
    parts.task.textContent = taskOf(puzzle, game.rules);
    parts.keys.textContent = helpOf(puzzle, game.rules);
    const boards = game.rules.goalBoards();
    parts.goal.replaceChildren(...(boards.length > 0 ? [html("span", { class: "quiet" }, goalsOf(boards.length))] : []),
      ...boards.slice(0, 4).map((board) => html("div", { class: "goal-picture" })));
    this.drawGoals();
    parts.facts.replaceChildren(...drawFacts(facts));
    parts.about.hidden = facts.length === 0;
    parts.solution.open = false;
    parts.win.hidden = true;
    parts.edit.hidden = !isBlocks(puzzle);
    // The page writes no links of other kinds.
    parts.share.hidden = !isBlocks(puzzle) && puzzle.link === undefined;
    this.drawPath();
    this.drawBeginnings();
    this.takeSolution();
    this.say(game.unread ? `The solution is shown up to "${game.unread}", which is no legal move.` : "");
    this.refresh();
  }

  /// The goals, turned as the board is.
  drawGoals() {
    const { stage, game, parts } = this;
    const boards = game.rules.goalBoards();
    parts.goal.querySelectorAll(".goal-picture").forEach((place, index) => {
      const board = stage.turn(boards[index]);
      place.replaceChildren(stage.picture(board, `The goal: ${game.rules.tellGoal(board)}`));
    });
  }

  /// Shows what is known of the solution.
  takeSolution() {
    const { parts, game } = this;
    const known = game.actions.length > 0;
    parts.film.hidden = !known;
    parts.find.hidden = known || game.best === null || game.best === 0;
    parts.range.max = game.actions.length;
    parts.solutionName.textContent = game.best === undefined || !known ? "Solution" : `Solution: ${many(game.best, unitOf(game.puzzle))}`;
    parts.told.textContent = game.best === null ? "It has no solution, which is proved."
      : game.best === 0 ? "It is solved as it stands." : !known ? "" : game.best === undefined ? "A solution; a shorter one may exist." : "A shortest solution, which is proved.";
  }

  /// The rungs from easy to hard: of every number of pieces the hardest puzzle.
  drawPath() {
    const { page, game, parts } = this;
    const current = game.whole.id;
    const rungs = page.table.map((id) => page.puzzles.find((puzzle) => puzzle.id === id)).filter(Boolean)
      .sort((one, other) => one.best - other.best);
    parts.path.hidden = rungs.length < 2;
    parts.path.replaceChildren(html("span", { class: "quiet" }, "From easy to hard, by moves"), html("div", { class: "rungs" }, ...rungs.map((puzzle) => {
      const { best } = memory.of(puzzle);
      const state = best === undefined ? "" : memory.isPerfect(puzzle) ? " perfect" : " done";
      const name = `${puzzle.title}${best === undefined ? "" : `; solved in ${best}`}`;
      return html("a", {
        href: `#${puzzle.id}`, class: `rung${state}`, "aria-current": puzzle.id === current ? "true" : undefined,
        title: name, "aria-label": name,
      }, grouped(puzzle.best));
    })));
  }

  /// Where to begin: at the start, or nearer to the goal along the solution, which suits beginners.
  drawBeginnings() {
    const puzzle = this.game.whole;
    const { length } = new Game(puzzle).actions;
    const option = (left) => html("option", { value: left, selected: left === this.game.actions.length },
      left === length ? `at the start, ${many(length, unitOf(puzzle))} to go` : `with ${left} to go`);
    const lefts = [length, 100, 75, 50, 30, 20, 10, 5].filter((left, index) => index === 0 || left < length * 0.8);
    this.parts.begin.hidden = lefts.length < 2;
    this.parts.nearer.replaceChildren(...lefts.map(option));
  }

  beginAt(left) {
    const puzzle = this.game.whole;
    this.open(Number(left) === new Game(puzzle).actions.length ? puzzle : shortened(puzzle, Number(left)), this.facts);
  }

  /// The chart of the distances, with the place where the person stands.
  drawChart() {
    const { parts, page, game } = this;
    const chart = page.charts.find(({ line }) => line);
    const series = chart?.series.find(({ puzzle }) => puzzle === game.whole.id);
    parts.chart.hidden = !series;
    if (!series || !parts.about.open) return;
    parts.chart.replaceChildren(drawChart({ ...chart, ...series, here: this.distance() }, parts.chart.clientWidth || 360, 190));
  }

  /// The fewest moves from the position shown, if that is known.
  distance() {
    const { game } = this;
    if (game.solved) return 0;
    const at = game.states.findIndex((state) => game.rules.text(state) === game.rules.text(game.state));
    if (at >= 0 && game.best !== undefined && game.actions.length === game.best) return game.best - at;
    return this.toGo;
  }

  // The solution.

  /// The solution after `index` moves.
  show(index, running) {
    const { game } = this;
    if (!running) this.pause();
    index = Math.max(0, Math.min(index, game.actions.length));
    const onward = game.mode === "solution" && index === game.index + 1;
    const back = game.mode === "solution" && index === game.index - 1;
    const last = onward ? game.index : index;
    game.mode = "solution";
    game.index = index;
    this.stage.selected = [];
    this.parts.win.hidden = true;
    this.stage.settle(game.state, onward || back ? { action: game.actions[last], before: game.states[last], back, pace: this.pace() } : {});
    this.say("");
    this.refresh();
  }

  /// Milliseconds between moves.
  pace() {
    return [1600, 900, 500, 250, 90][Number(this.parts.speed.value)];
  }

  toggle() {
    const { game } = this;
    if (this.running) return this.pause();
    if (game.mode === "own" || game.index === game.actions.length) this.show(game.mode === "own" && game.index < game.actions.length ? game.index : 0);
    const go = () => {
      this.show(game.index + 1, true);
      if (game.index < game.actions.length) this.running = setTimeout(go, this.pace());
      else this.pause();
    };
    this.running = setTimeout(go, 100);
    this.refresh();
  }

  pause() {
    clearTimeout(this.running);
    this.running = undefined;
    if (this.game) this.refresh();
  }

  /// Back from the solution to where the person stands, or to the game that was put aside.
  mine() {
    const { game } = this;
    this.pause();
    if (game.mode === "own") game.goBack();
    game.mode = "own";
    this.toGo = undefined;
    this.parts.win.hidden = true;
    this.stage.settle(game.state);
    this.say("");
    this.refresh();
  }

  /// Asks the solver for the solution, for at most so many milliseconds if they are given.
  async findSolution(budget) {
    const { game, parts } = this;
    const { puzzle } = game;
    const focused = document.activeElement === parts.find;
    parts.find.disabled = true;
    const answer = await this.ask({ ask: "solve", ...toldOf(puzzle), budget }, (far) => { parts.told.textContent = far; });
    if (this.game !== game) return;
    parts.find.disabled = false;
    if (focused && (document.activeElement === document.body || document.activeElement === parts.halt)) parts.solutionName.focus();
    if (answer.error) {
      // What is looked for unasked may take a moment only; whoever asks waits longer.
      parts.told.replaceChildren(...(answer.why === "time" ? [] : drawFailure(answer)));
      return;
    }
    Object.assign(puzzle, { solution: answer.solution ?? "", best: answer.moves, names: answer.names ?? undefined });
    game.solve(puzzle.solution, puzzle.best);
    this.takeSolution();
    this.drawBeginnings();
    parts.told.textContent += ` ${many(answer.states, "board")} looked at.`;
    this.refresh();
  }

  /// Asks the solver, and tells how far it is. What takes long can be stopped.
  async ask(question, tell) {
    const { halt } = this.parts;
    const long = setTimeout(() => {
      halt.hidden = false;
    }, 500);
    const answer = await this.solver.ask(question, (states) => tell(`${many(states, "board")} so far`));
    clearTimeout(long);
    halt.hidden ||= !this.solver.busy;
    return answer;
  }

  /// Gives up what was asked of the solver, as another puzzle has come. What was found out, up to a GiB, is kept
  /// only for other parts of the same one.
  stopAsking(before) {
    if (this.solver.busy || before?.whole !== this.game.whole) this.solver.stop();
    this.parts.halt.hidden = true;
    for (const each of [this.parts.find, this.parts.hint]) each.disabled = false;
  }

  // A person's own moves.

  act(action, animate) {
    const { game } = this;
    this.pause();
    const before = game.state;
    const onward = game.mode === "solution";
    game.act(action);
    this.toGo = undefined;
    this.parts.win.hidden = true;
    this.stage.settle(game.state, animate ? { action, before } : {});
    this.say("");
    if (game.solved) this.celebrate();
    else if (onward && game.helped > 0) this.say("You go on from the solution.");
    if (memory.failed && !this.warned) {
      this.warned = true;
      this.say("This browser keeps no games any more: what is played lasts as long as this page.");
    }
    this.refresh();
  }

  undo() {
    const { game } = this;
    if (this.own()) return;
    const last = game.undo();
    this.after(last && { action: last.action, before: last.before, back: true });
  }

  redo() {
    const { game } = this;
    if (this.own()) return;
    const next = game.redo();
    this.after(next && { action: next.action, before: next.before });
    if (next && game.solved) this.celebrate();
  }

  reset() {
    this.own();
    this.game.reset();
    this.stage.selected = [];
    this.after({});
  }

  /// Turns to the own moves, from the solution if that is shown. Returns whether it was.
  own() {
    this.pause();
    if (this.game.mode === "own") return false;
    this.mine();
    return true;
  }

  after(move) {
    this.toGo = undefined;
    if (move) this.stage.settle(this.game.state, move.action ? move : {});
    this.parts.win.hidden = true;
    this.say("");
    this.refresh();
  }

  /// Shows the next best move from where the board stands; asked once more, takes it and goes on.
  async hint() {
    const { game, parts } = this;
    if (parts.hint.disabled) return;
    this.pause();
    const focused = document.activeElement === parts.hint;
    if (this.hinted && this.stage.marked) this.act(this.hinted, true);
    this.hinted = undefined;
    if (game.solved) return this.say("It is solved.");
    parts.hint.disabled = true;
    this.say(this.solver.busy ? "The hint comes after the solution, which is being looked for." : "Looking for the best move ...");
    const position = game.rules.text(game.state);
    const answer = await this.ask({ ask: "hint", ...toldOf(game.whole), position, budget: 20_000 },
      (far) => { parts.progress.textContent = far; });
    parts.progress.textContent = "";
    if (this.game !== game) return;
    parts.hint.disabled = false;
    // What is disabled loses the focus.
    if (focused && document.activeElement === document.body) parts.hint.focus();
    if (game.rules.text(game.state) !== position) return;
    if (answer.error) {
      const further = answer.why === "time" && !parts.find.hidden ? " The solution, below, is looked for as long as it takes." : "";
      return this.say(`${failureOf(answer)}${further}`);
    }
    if (answer.togo === null) {
      // Pieces that slide can go back: what cannot be solved from here never could.
      const lost = game.rules instanceof Pour && position !== game.rules.text(game.rules.start);
      return this.say(lost ? "From here it cannot be solved any more." : "It has no solution.");
    }
    this.toGo = answer.togo;
    const unit = unitOf(game.puzzle);
    const action = game.rules.read(game.state, answer.move);
    // What goes on with the last move may count less than one more.
    const unsure = game.best === undefined || game.best === null || game.mode !== "own" || !action || game.merged(action);
    const longer = unsure ? 0 : game.count + answer.togo - game.best;
    this.say(...this.stage.told(answer.name ?? answer.move, action), `, then ${answer.togo - 1} to go.${longer > 0 ? ` You have made it ${many(longer, unit)} longer.` : ""}`);
    if (game.mode === "own") {
      game.hints++;
      game.keep();
    }
    if (action) this.stage.mark(action);
    this.hinted = action;
    this.drawChart();
  }

  /// The person has solved it.
  celebrate() {
    const { game, parts } = this;
    const { best, puzzle } = game;
    const count = game.count;
    const unit = unitOf(puzzle);
    const over = best === undefined || best === null ? undefined : count - best;
    const kept = memory.of(puzzle).best;
    const praise = game.helped > 0 ? "Home, with the solution's help." : over === 0 && game.alone ? "Perfect!" : "Solved!";
    const far = over === undefined ? "" : over === 0 ? ` No solution is shorter.` : ` The best is ${best}: ${many(over, unit)} fewer.`;
    const helped = game.hints > 0 ? ` You took ${many(game.hints, "hint")}.` : "";
    const record = kept !== undefined && kept < count ? ` Your best is ${kept}.` : "";
    const next = this.ways.beside(puzzle, 1, true);
    const told = `${many(count, unit)}.${far}${helped}${record}`;
    parts.win.replaceChildren(
      html("strong", {}, praise),
      html("p", {}, told),
      html("div", { class: "row" },
        button("again", "Play it again", "reset", () => { this.reset(); this.stage.box.focus({ preventScroll: true }); }, "Again"),
        ...(next ? [button("onward", "The next puzzle", "next", () => this.ways.beside(puzzle, 1), "Next puzzle")] : [])));
    parts.win.hidden = false;
    // It is seen beside the board, and has buttons that need not be read.
    this.say(unseen(`${praise} ${told}`));
    parts.win.classList.toggle("perfect", over === 0 && game.alone);
    if (game.helped === 0) throwConfetti(this.stage.box);
    this.drawPath();
    this.ways.solved(puzzle);
  }

  /// Says something about the last thing a person tried.
  say(...contents) {
    this.parts.note.replaceChildren(...contents);
  }

  refuse(ids) {
    this.say(`${ids.map((id) => this.game.rules.pieces.get(id).label).join(" + ")} cannot move there.`);
  }

  refresh() {
    const { parts, game } = this;
    const focused = document.activeElement;
    const unit = unitOf(game.puzzle);
    const known = game.best === undefined || game.best === null ? "" : `, best is ${game.best}`;
    const own = game.mode === "own";
    const done = own ? game.count : game.index;
    let text = [`${many(done, unit)}${known}`];
    if (game.solved && done > 0) text = [`Solved in ${grouped(done)}${known}.`];
    else if (!own && done === 0) text = ["At the start of the solution"];
    else if (!own) text = [`Move ${done} of ${game.actions.length}: `, ...this.stage.told(game.names[done - 1], game.actions[done - 1])];
    parts.status.replaceChildren(...text);
    parts.status.classList.toggle("solved", own && game.solved && done > 0);
    Object.assign(this.element.dataset, { mode: game.mode, solved: game.solved, count: done });
    parts.range.value = game.index;
    parts.run.replaceChildren(drawIcon(this.running ? "pause" : "play"));
    const label = this.running ? "Pause" : "Play the solution";
    parts.run.setAttribute("aria-label", label);
    parts.run.title = label;
    parts.undo.disabled = own && game.own.length === 0;
    parts.redo.disabled = own && game.undone.length === 0;
    parts.reset.disabled = own && game.own.length === 0;
    parts.mine.hidden = own && !game.earlier;
    parts.mine.querySelector("span").textContent = own ? "Back to my earlier game" : "Back to my position";
    this.stage.refresh();
    this.drawChart();
    // What is disabled or hidden does not take the focus along.
    if ([parts.undo, parts.redo, parts.reset, parts.mine].includes(focused) && (focused.disabled || focused.hidden)) this.stage.box.focus({ preventScroll: true });
  }

  // The keyboard. On a piece the arrows move it; elsewhere they step through the solution while that
  // is open, and otherwise through the own moves.

  key(event) {
    if (!this.game || this.element.closest("[hidden]") || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target.matches?.("input, select, textarea")) return;
    const undo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase();
    let done = true;
    if (undo === "z") event.shiftKey ? this.redo() : this.undo();
    else if (undo === "y") this.redo();
    else if (event.ctrlKey || event.metaKey) done = false;
    else if (this.stage.key(event)) done = true;
    else if (event.key === "Backspace") this.undo();
    else if (event.key === "?") this.hint();
    else if (this.parts.solution.open && this.game.actions.length > 0 && this.step(event)) done = true;
    else if (event.key === "ArrowLeft") this.undo();
    else if (event.key === "ArrowRight") this.redo();
    // A page that is longer than the window would go on by it.
    else if (event.key !== " " || !event.target.closest?.("[data-handle]")) done = false;
    if (done) event.preventDefault();
  }

  /// What keys do where the solution is open.
  step({ key, target }) {
    const { game } = this;
    if (key === "ArrowLeft") this.show(game.index - 1);
    else if (key === "ArrowRight") this.show(game.index + 1);
    else if (key === "Home") this.show(0);
    else if (key === "End") this.show(game.actions.length);
    else if (key === " " && !target.matches("button, summary, a")) this.toggle();
    else return false;
    return true;
  }
}

/// What there is to do, in a sentence.
function taskOf(puzzle, rules) {
  if (puzzle.kind === "pour") {
    return `Pour until every colour has a tube of its own. ${puzzle.rule === 2 ? "One ball goes over at a time." : "Equal balls on top go over together, as far as there is room."}`;
  }
  const labels = [...new Set(rules.goals.length === 1 ? rules.goals[0].placed.map(({ id }) => rules.pieces.get(id).label) : [])];
  const task = rules.isMarked() ? `Bring ${labels.join(" and ")} to the marked place.` : rules.goals.length > 1 ? "Reach one of the goals." : "Bring the pieces to the places of the goal.";
  const counted = {
    step: "Every cell of the way is a step.",
    slide: "A slide is one piece, any distance straight.",
    "super-step": "Pieces that go together count once; every cell is a step.",
    "super-slide": "Pieces that go together count once.",
    "super-move": "Pieces that go together count once.",
    push: "A tile pushes those before it.",
  }[puzzle.metric] ?? "";
  return `${task} ${counted}`.trim();
}

/// How it is played.
function helpOf(puzzle, rules) {
  const keys = "; Ctrl+Z takes back, ? is a hint.";
  if (puzzle.kind === "pour") {
    const more = rules.count > 10 ? " Tube 10 is 0, 11 is a, 12 is b, and so on." : rules.count === 10 ? " Tube 10 is 0." : "";
    return `Drag the top of a tube onto another, tap one tube and then the other, or type their numbers${keys}${more}`;
  }
  const several = rules.several ? " Tap pieces to take several together." : "";
  const letters = [...rules.pieces.values()].every(({ label }) => /^\p{L}$/u.test(label));
  return `Drag a piece, or type its ${letters ? "letter" : "label"} and press the arrows${keys}${several}`;
}

/// What stands beside so many goals, of which four are shown.
function goalsOf(count) {
  if (count <= 1) return "Goal";
  return count > 4 ? `Goals, any of ${count}; here are four` : "Goals, any of them";
}
