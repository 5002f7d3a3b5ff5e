// The player: steps through the shortest solution, and lets a person solve the puzzle.
//
// It knows no rules; these are a `Slide` or a `Pour`. There are two modes. In "solution" the
// position is a number of moves along the solution. Taking hold of a piece changes to "play",
// which goes on from the position shown and has a history of its own.

class Player {
  /// `page` is the data of the page; the dialog is added to the document.
  constructor(page) {
    this.page = page;
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    this.build();
  }

  build() {
    const button = (id, label, icon, act, text = "") => {
      const made = html("button", { type: "button", id, "aria-label": label, title: label }, drawIcon(icon), text);
      made.addEventListener("click", () => act.call(this));
      return made;
    };
    const part = (name, attributes = {}) => html(name, attributes);
    this.parts = {
      title: part("h2", { id: "player-title" }),
      stage: part("div", { class: "stage", tabindex: -1 }),
      status: part("p", { id: "status", role: "status", "aria-live": "polite" }),
      note: part("p", { id: "note", role: "alert" }),
      goal: html("section", { class: "goal-boards" }),
      facts: part("dl", { class: "facts" }),
      hint: part("p", { class: "hint" }),
      link: part("a", { class: "link" }),
      range: part("input", { id: "at", type: "range", min: 0, "aria-label": "Place in the solution" }),
      speed: part("input", { id: "speed", type: "range", min: 0, max: 4, step: 1, value: 2, "aria-label": "Speed" }),
      run: button("run", "Play the solution", "play", this.toggle),
      undo: button("undo", "Undo", "undo", this.undo, "Undo"),
      reset: button("reset", "Back to the start", "reset", this.reset, "Reset"),
    };
    const { parts } = this;
    parts.steps = html("div", { class: "row", role: "group", "aria-label": "Solution" },
      button("first", "To the start", "first", () => this.show(0)),
      button("back", "One move back", "back", () => this.show(this.index - 1)),
      parts.run,
      button("next", "One move on", "next", () => this.show(this.index + 1)),
      button("last", "To the end", "last", () => this.show(this.actions.length)));
    parts.heading = html("h3");
    const speed = html("label", { class: "speed" }, "Speed ", parts.speed);
    parts.solution = html("section", {}, parts.heading, parts.steps, parts.range, speed);
    const own = html("div", { class: "row", role: "group", "aria-label": "Your own moves" }, parts.undo, parts.reset);
    this.dialog = html("dialog", { id: "player", "aria-labelledby": "player-title" },
      html("header", {}, parts.title, button("close", "Close", "close", () => this.dialog.close())),
      html("div", { class: "scene" }, parts.stage,
        html("div", { class: "side" }, parts.status, parts.note, parts.goal, parts.solution,
          html("section", {}, html("h3", {}, "Your own moves"), own, parts.hint),
          parts.facts, parts.link)));
    document.body.append(this.dialog);

    parts.range.addEventListener("input", () => this.show(Number(parts.range.value)));
    this.dialog.addEventListener("keydown", (event) => this.key(event));
    this.dialog.addEventListener("close", () => {
      this.pause();
      this.closed?.();
    });
    parts.stage.addEventListener("pointerdown", (event) => this.grasp(event));
    parts.stage.addEventListener("pointermove", (event) => this.drag(event));
    parts.stage.addEventListener("pointerup", (event) => this.release(event));
    parts.stage.addEventListener("pointercancel", () => this.letGo());
  }

  /// Shows a puzzle at its start. `closed` is called when the person has enough of it.
  open(puzzle, facts, closed) {
    this.pause();
    this.puzzle = puzzle;
    this.closed = closed;
    this.rules = rulesOf(puzzle);
    this.readSolution();
    this.mode = "solution";
    this.index = 0;
    this.history = [];
    this.selected = [];
    this.grip = undefined;
    this.typed = "";
    this.state = this.rules.start;
    this.draw();
    const { parts } = this;
    parts.heading.textContent = puzzle.best === undefined ? "A solution" : "Shortest solution";
    parts.solution.hidden = this.actions.length === 0;
    parts.title.textContent = puzzle.title;
    parts.range.max = this.actions.length;
    parts.facts.replaceChildren(...facts.flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, value)]));
    parts.link.href = `#${puzzle.id}`;
    parts.link.textContent = this.page.puzzles.length > 1 ? "Link to this puzzle" : "";
    parts.hint.textContent = hintOf(puzzle, this.rules);
    const unread = this.tokens[this.actions.length];
    this.say(unread ? `The solution is shown up to "${unread}", which is no legal move.` : "");
    this.refresh();
    if (!this.dialog.open) this.dialog.showModal();
    this.dialog.scrollTop = 0;
    (this.actions.length > 0 ? parts.run : parts.stage).focus();
  }

  /// The actions of the solution and the state before each. A solution that cannot be read is
  /// shown as far as it can be.
  readSolution() {
    this.tokens = this.puzzle.solution.split(" ").filter(Boolean);
    this.names = this.puzzle.names?.split(" ") ?? this.tokens;
    this.actions = [];
    this.states = [this.rules.start];
    for (const token of this.tokens) {
      const state = this.states[this.states.length - 1];
      const action = this.rules.read(state, token);
      if (!action) break;
      this.actions.push(action);
      this.states.push(this.rules.apply(state, action));
    }
  }

  draw() {
    const start = this.rules.board(this.rules.start);
    const chosen = fills(start.pieces);
    const drawn = (board, title) => drawBoard(board, this.page.colours, title, chosen);
    const { image, groups } = drawn(start, this.puzzle.title);
    const goals = this.rules.goalBoards().map((board, index) => drawn(board, `Goal: ${this.puzzle.goals[index]}`).image);
    this.parts.goal.hidden = goals.length === 0;
    this.parts.goal.replaceChildren(html("h3", {}, goals.length > 1 ? "Goals, any of them" : "Goal"), html("div", {}, ...goals));
    // The pieces can be reached one by one, so the picture is more than one image to a reader.
    image.setAttribute("role", "group");
    image.style.setProperty("--ratio", image.viewBox.baseVal.width / image.viewBox.baseVal.height);
    for (const [id, group] of groups) {
      group.dataset.piece = id;
      group.setAttribute("tabindex", "0");
      group.setAttribute("role", "button");
    }
    this.image = image;
    this.groups = groups;
    this.places = this.placesAt(this.rules.start);
    this.home = new Map(this.places);
    this.parts.stage.replaceChildren(image);
  }

  /// The corner of each piece at a state, in cells.
  placesAt(state) {
    return new Map(this.rules.board(state).pieces.map((piece) =>
      [piece.id, [0, 1].map((axis) => Math.min(...piece.cells.map((cell) => cell[axis])))]));
  }

  /// Puts a group where its piece is, or elsewhere in cells.
  put(id, [x, y], way) {
    const [hx, hy] = this.home.get(id);
    const shift = ([tx, ty]) => `translate(${(tx - hx) * CELL}px, ${(ty - hy) * CELL}px)`;
    const group = this.groups.get(id);
    group.style.transform = shift([x, y]);
    for (const animation of group.getAnimations()) animation.cancel();
    if (way && !this.still.matches) {
      const duration = Math.min(this.pace() * 0.7, 90 + 70 * way.length);
      group.animate(way.map((at) => ({ transform: shift(at) })), { duration, easing: "ease-in-out" });
    }
  }

  /// Moves the pieces to where they are at `state`; along `action`, taken at the state before,
  /// if given, backwards if `back`.
  settle(state, action, before, back) {
    const ways = new Map(action ? this.rules.ways(before, action) : []);
    const places = this.placesAt(state);
    for (const [id, place] of places) {
      const from = this.places.get(id);
      const way = ways.get(id) && [this.placesAt(before).get(id), ...ways.get(id)];
      if (back) way?.reverse();
      this.put(id, place, way ?? (`${from}` === `${place}` ? undefined : [from, place]));
    }
    this.places = places;
    this.state = state;
  }

  /// The solution after `index` moves.
  show(index, running) {
    if (!running) this.pause();
    index = Math.max(0, Math.min(index, this.actions.length));
    const onward = this.mode === "solution" && index === this.index + 1;
    const back = this.mode === "solution" && index === this.index - 1;
    const last = onward ? this.index : index;
    this.mode = "solution";
    this.index = index;
    this.selected = [];
    if (onward || back) this.settle(this.states[index], this.actions[last], this.states[last], back);
    else this.settle(this.states[index]);
    this.say("");
    this.refresh();
  }

  /// Milliseconds between moves.
  pace() {
    return [1600, 900, 500, 250, 90][Number(this.parts.speed.value)];
  }

  toggle() {
    if (this.running) return this.pause();
    if (this.mode === "play" || this.index === this.actions.length) this.show(this.mode === "play" ? this.index : 0);
    const go = () => {
      this.show(this.index + 1, true);
      if (this.index < this.actions.length) this.running = setTimeout(go, this.pace());
      else this.pause();
    };
    this.running = setTimeout(go, 100);
    this.refresh();
  }

  pause() {
    clearTimeout(this.running);
    this.running = undefined;
    if (this.puzzle) this.refresh();
  }

  /// Begins a person's own history at the position shown; what the solution did until there
  /// counts.
  begin() {
    this.pause();
    if (this.mode === "play") return;
    this.mode = "play";
    this.history = this.actions.slice(0, this.index).map((action, at) => ({ before: this.states[at], action }));
  }

  count() {
    return this.history.reduce((sum, { action }) => sum + action.cost, 0);
  }

  /// Takes an action at the position shown, as one with the one before where the metric allows.
  act(action, animate) {
    const before = this.state;
    this.typed = "";
    this.begin();
    const after = this.rules.apply(before, action);
    const last = this.history[this.history.length - 1];
    const merged = last && this.rules.merged(last.before, last.action, action);
    if (merged) {
      this.history.pop();
      if (merged.cost > 0) this.history.push({ before: last.before, action: merged });
    } else {
      this.history.push({ before, action });
    }
    this.settle(after, animate ? action : undefined, before);
    this.say("");
    this.refresh();
  }

  undo() {
    this.begin();
    const last = this.history.pop();
    if (last) this.settle(last.before, last.action, last.before, true);
    this.say("");
    this.refresh();
  }

  reset() {
    this.pause();
    this.mode = "play";
    this.history = [];
    this.selected = [];
    this.settle(this.rules.start);
    this.say("");
    this.refresh();
  }

  /// Says something about the last thing a person tried.
  say(text) {
    this.parts.note.textContent = text;
  }

  refuse(ids) {
    this.say(`${ids.map((id) => this.rules.pieces.get(id).label).join(" + ")} cannot move there.`);
    if (this.still.matches) return;
    for (const id of ids) {
      const at = this.groups.get(id).style.transform || "translate(0px, 0px)";
      const shake = [0, 5, -5, 3, 0].map((x) => ({ transform: `${at} translate(${x}px, 0px)` }));
      this.groups.get(id).animate(shake, { duration: 250 });
    }
  }

  refresh() {
    const { parts } = this;
    const unit = unitOf(this.puzzle);
    const { best } = this.puzzle;
    const known = best === undefined ? "" : `, best is ${best}`;
    const solved = this.rules.isHome(this.state);
    const playing = this.mode === "play";
    const done = playing ? this.count() : this.index;
    let text = playing
      ? `${done} ${done === 1 ? unit.slice(0, -1) : unit}${known}`
      : `Move ${done} of ${this.actions.length}: ${this.names[done - 1]}`;
    if (!playing && done === 0) text = `Start${known}`;
    if (solved && done > 0) text = `Solved in ${done}${known}.`;
    parts.status.textContent = text;
    parts.status.classList.toggle("solved", solved && done > 0);
    this.dialog.dataset.mode = this.mode;
    this.dialog.dataset.solved = solved;
    this.dialog.dataset.count = done;
    parts.range.value = this.index;
    parts.run.replaceChildren(drawIcon(this.running ? "pause" : "play"));
    const label = this.running ? "Pause" : "Play the solution";
    parts.run.setAttribute("aria-label", label);
    parts.run.title = label;
    parts.undo.disabled = playing ? this.history.length === 0 : this.index === 0;
    for (const [id, group] of this.groups) {
      const selected = this.selected.includes(id);
      group.classList.toggle("selected", selected);
      group.setAttribute("aria-label", this.rules.tell(this.state, id));
      if (this.rules.several) group.setAttribute("aria-pressed", selected);
    }
  }

  // Dragging. While a piece is held, `grip` tells what may be done with it and where it is; `at`
  // is the displacement, in cells, that it would be left at.

  /// Where the pointer is, in cells.
  point(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.image.getScreenCTM().inverse());
    return [at.x / CELL, at.y / CELL];
  }

  grasp(event) {
    const group = event.target.closest("[data-piece]");
    if (event.button !== 0 || this.grip) return;
    if (!group) {
      this.selected = [];
      return this.refresh();
    }
    event.preventDefault();
    this.pause();
    const id = group.dataset.piece;
    group.focus({ preventScroll: true });
    this.parts.stage.setPointerCapture(event.pointerId);
    const options = this.rules.options(this.state, id, this.selected);
    const free = this.rules instanceof Pour;
    const first = options.values().next().value;
    this.grip = { id, options, free, from: this.point(event), at: [0, 0], ids: first?.ids ?? [id], dragged: false };
    for (const each of this.grip.ids) this.groups.get(each).classList.add("held");
  }

  drag(event) {
    const { grip } = this;
    if (!grip) return;
    const to = this.point(event);
    const wanted = [to[0] - grip.from[0], to[1] - grip.from[1]];
    grip.wanted = wanted;
    grip.to = to;
    grip.dragged ||= Math.hypot(...wanted) > 0.12;
    if (!grip.dragged) return;
    if (grip.free) this.carry(wanted);
    else this.slide(wanted);
  }

  /// Carries what is held through the air.
  carry(wanted) {
    if (this.grip.options.size === 0) return;
    for (const id of this.grip.ids) {
      this.put(id, this.places.get(id).map((at, axis) => at + wanted[axis]));
    }
  }

  /// Slides what is held as near to the pointer as its way there is free.
  slide(wanted) {
    const { grip, state } = this;
    const far = (at) => Math.hypot(wanted[0] - at[0], wanted[1] - at[1]);
    const step = (way) => [grip.at[0] + way[0], grip.at[1] + way[1]];
    const open = () => Object.values(WAYS).filter((way) => this.rules.further(state, grip.options, grip.at, way));
    for (;;) {
      const nearer = open().map(step).filter((at) => far(at) < far(grip.at) - 1e-9);
      if (nearer.length === 0) break;
      grip.at = nearer.reduce((best, at) => (far(at) < far(best) ? at : best));
    }
    // Between two cells the piece follows the pointer along the axis that has more to go.
    const rest = [0, 1].map((axis) => wanted[axis] - grip.at[axis]);
    const axes = Math.abs(rest[0]) >= Math.abs(rest[1]) ? [0, 1] : [1, 0];
    const part = [0, 0];
    let moving = grip.options.get(`${grip.at}`)?.ids ?? grip.ids;
    for (const axis of axes) {
      const way = [0, 0];
      way[axis] = Math.sign(rest[axis]);
      const ahead = way[axis] !== 0 && this.rules.further(state, grip.options, grip.at, way);
      if (ahead) {
        part[axis] = Math.max(-0.5, Math.min(0.5, rest[axis]));
        if (ahead.ids.length > moving.length) moving = ahead.ids;
        break;
      }
    }
    for (const id of grip.moved ?? []) if (!moving.includes(id)) this.put(id, this.places.get(id));
    grip.moved = moving;
    for (const id of moving) {
      this.put(id, this.places.get(id).map((at, axis) => at + grip.at[axis] + part[axis]));
    }
  }

  release(event) {
    const { grip } = this;
    if (!grip) return;
    this.drag(event);
    this.letGo();
    if (!grip.dragged) {
      // A tap selects, where several pieces may be moved together.
      if (this.rules.several) this.choose(grip.id);
      return;
    }
    const key = grip.free ? this.rules.containerAt(grip.to) : `${grip.at}`;
    const action = grip.options.get(key);
    const home = grip.free && this.rules.containerOf(this.state, grip.id) === key;
    if (action && (grip.free || action.path.length > 0)) {
      this.act(action, grip.free);
    } else {
      this.settle(this.state);
      // Asked to go a good part of a cell, and it went nowhere.
      if (!home && Math.hypot(...grip.wanted) > 0.4) this.refuse(grip.ids);
    }
  }

  letGo() {
    for (const group of this.groups.values()) group.classList.remove("held");
    if (this.grip) {
      this.grip = undefined;
      this.settle(this.state);
    }
  }

  choose(id) {
    this.selected = this.selected.includes(id) ? this.selected.filter((other) => other !== id) : [...this.selected, id];
    this.begin();
    this.say(this.selected.length > 1 ? `${this.selected.length} pieces move together.` : "");
    this.refresh();
  }

  // The keyboard. On a piece the arrows move it; elsewhere they step through the solution.

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const id = event.target.closest?.("[data-piece]")?.dataset.piece;
    const way = { ArrowUp: "u", ArrowDown: "d", ArrowLeft: "l", ArrowRight: "r" }[event.key];
    const field = event.target.matches?.("input");
    let done = true;
    if (id !== undefined && way) this.nudge(id, way);
    else if (id !== undefined && event.key === "Escape") this.parts.run.focus();
    else if (id !== undefined && (event.key === " " || event.key === "Enter") && this.rules.several) this.choose(id);
    else if (field) done = false;
    else if (way === "l" || way === "r") this.show(this.index + (way === "l" ? -1 : 1));
    else if (event.key === "Home") this.show(0);
    else if (event.key === "End") this.show(this.actions.length);
    else if (event.key === " " && !event.target.matches("button")) this.toggle();
    else if (event.key === "Backspace") this.undo();
    else done = event.key.length === 1 && this.type(event.key, id);
    if (done) event.preventDefault();
  }

  /// A letter or digit: takes hold of the piece that it names, or names with those typed before,
  /// or pours the object that is held. Returns whether it did.
  type(key, held) {
    const action = held === undefined ? undefined : this.rules.towards(key, this.state, held);
    if (action) {
      this.act(action, true);
      this.parts.stage.focus();
      return true;
    }
    for (const typed of [this.typed + key, key]) {
      const id = this.rules.named(typed, this.state);
      if (id === undefined) continue;
      this.typed = typed;
      this.groups.get(id).focus();
      return true;
    }
    return false;
  }

  /// Moves a piece one cell, or an object to the next container that takes it.
  nudge(id, way) {
    const options = this.rules.options(this.state, id, this.selected);
    let action;
    if (this.rules instanceof Pour) {
      const from = this.rules.containerOf(this.state, id);
      const targets = [...options.keys()].filter((to) => (way === "l" ? to < from : way === "r" && to > from));
      action = options.get(way === "l" ? Math.max(...targets) : Math.min(...targets));
    } else {
      action = this.rules.further(this.state, options, [0, 0], WAYS[way]);
    }
    if (action) this.act(action, true);
    else this.refuse(options.values().next().value?.ids ?? [id]);
  }
}

/// Signs on buttons, drawn because fonts may lack them: paths in a square of 24.
const ICONS = {
  play: "M8 5l11 7-11 7z",
  pause: "M7 5h3v14H7zM14 5h3v14h-3z",
  next: "M9 5l7 7-7 7",
  back: "M15 5l-7 7 7 7",
  last: "M6 5l7 7-7 7M18 5v14",
  first: "M18 5l-7 7 7 7M6 5v14",
  undo: "M9 5L4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3",
  reset: "M5 4v6h6M5 10a8 8 0 1 1-1 5",
  close: "M6 6l12 12M18 6L6 18",
};
function drawIcon(name) {
  const filled = name === "play" || name === "pause";
  return svg("svg", { viewBox: "0 0 24 24", class: filled ? "icon filled" : "icon", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
}

function rulesOf(puzzle) {
  return puzzle.kind === "pour" ? new Pour(puzzle) : new Slide(puzzle);
}

/// What a puzzle counts.
function unitOf(puzzle) {
  return { step: "steps", slide: "slides", "super-step": "super-steps", "super-slide": "super-slides", "super-move": "super-moves" }[puzzle.metric] ?? "moves";
}

function hintOf(puzzle, rules) {
  if (puzzle.kind === "pour") {
    return "Drag the top of a container onto another, or type the number of a container and then of the one to pour into.";
  }
  const several = rules.several ? " Tap pieces to select several that move together." : "";
  const pushed = puzzle.metric === "push" ? " It pushes what lies before it." : "";
  return `Drag a piece, or type what is written on it and then press the arrows.${pushed}${several}`;
}
