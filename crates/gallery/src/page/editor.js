// The editor: draws a draft and changes it, by mouse, touch or keys alike.
//
// All three move a pen over cells: down, from cell to neighbouring cell, up. What the pen does is the
// tool's business. Every stroke can be undone.

const TOOLS = [
  ["draw", "Draw", "draw", "Drag over cells to draw a piece; begin on a piece to make it larger."],
  ["cut", "Cut", "cut", "Drag over cells of a piece to make them a piece of their own."],
  ["erase", "Erase", "erase", "Drag over cells to empty them."],
  ["wall", "Wall", "wall", "Drag over cells to make them walls; tap between two cells for a thin one."],
  ["goal", "Goal", "goal", "Drag a piece to where it is to go."],
];
const AXES = [["", "moves freely"], ["h", "keeps to its row"], ["v", "keeps to its column"], ["n", "does not move"]];
const METRICS = [
  ["move", "moves: one piece, any way"],
  ["slide", "slides: one piece, straight on"],
  ["step", "steps: one piece, one cell"],
  ["super-move", "super-moves: together, any way"],
  ["super-slide", "super-slides: together, straight on"],
  ["super-step", "super-steps: together, one cell"],
];

/// What the draft is kept under, and the last one that it has replaced there: of another tab, or one that gave way to a
/// puzzle that was taken over.
const DRAFT = "antipode draft";
const BEFORE = "antipode draft before";

class Editor {
  /// `ways` are the page's own commands: `play(puzzle)`, `share(puzzle)` and `drawn()`, after every change.
  constructor(page, reader, ways) {
    Object.assign(this, { page, ways, tool: "draw", goal: 0, done: [], undone: [] });
    this.draft = this.recalled(DRAFT, "sessionStorage") ?? this.recalled(DRAFT) ?? new Draft();
    /// What is taken for this tab's own draft where all tabs keep theirs.
    this.kept = JSON.stringify(this.draft);
    const before = this.recalled(BEFORE);
    if (before && JSON.stringify(before) !== JSON.stringify(this.draft)) this.done.push(JSON.stringify(before));
    this.bench = new Bench(page, reader, ways, this);
    this.build();
  }

  build() {
    const select = (id, label, options, change) => {
      const made = html("select", { id, "aria-label": label }, ...options.map(([value, text]) => html("option", { value }, text)));
      made.addEventListener("change", () => change(made.value));
      return made;
    };
    const tools = TOOLS.map(([name, text, icon, help]) => {
      const made = button(`tool-${name}`, help, icon, () => this.choose(name), text);
      return made;
    });
    const title = html("input", { id: "make-title", type: "text", placeholder: "Title", "aria-label": "Title", maxlength: 120, autocomplete: "off" });
    // All that is typed at a time is one step to undo.
    let typed = false;
    title.addEventListener("focus", () => { typed = false; });
    title.addEventListener("input", () => {
      this.change(() => { this.draft.title = title.value; }, typed);
      typed = true;
    });
    const stepper = (id, label, by) => [
      button(`${id}-less`, `${label}: one less`, "minus", () => this.resize(by.map((step) => -step))),
      html("output", { id, "aria-label": label }),
      button(`${id}-more`, `${label}: one more`, "plus", () => this.resize(by)),
    ];
    this.parts = {
      title,
      canvas: html("div", { class: "canvas", tabindex: 0, id: "canvas", role: "application", "aria-label": "The board", "aria-describedby": "make-keys" }),
      told: html("p", { id: "make-help", class: "quiet" }),
      keys: html("p", { id: "make-keys", class: "quiet" }, "Arrows move the pen, Space puts it down and lifts it, Delete empties a cell; as a wall, | and _ are thin ones beside and below."),
      spoken: html("p", { class: "unseen", "aria-live": "polite" }),
      problems: html("ul", { id: "problems", "aria-live": "polite" }),
      piece: html("div", { id: "piece", class: "panel" }),
      goals: html("div", { id: "goals", class: "row wrap" }),
      sheet: html("div", { id: "sheet", class: "player" }),
      undo: button("make-undo", "Undo", "undo", () => this.undo(), "Undo"),
      redo: button("make-redo", "Redo", "redo", () => this.redo(), "Redo"),
      metric: select("make-metric", "What counts as a move", METRICS, (value) => this.change(() => { this.draft.metric = value; })),
    };
    const { parts } = this;
    this.element = html("div", { class: "editor" }, parts.sheet,
      html("div", { class: "tools", role: "toolbar", "aria-label": "Tools" }, ...tools),
      html("div", { class: "board" }, parts.canvas, parts.told, parts.keys, parts.problems,
        html("div", { class: "row own" }, parts.undo, parts.redo,
          button("make-new", "An empty board", "reset", () => this.clear(), "New"))),
      html("div", { class: "side" },
        html("h2", {}, "Make a puzzle"), title,
        html("div", { class: "sizes" }, html("span", {}, "Size"), ...stepper("make-width", "Width", [1, 0]), html("span", {}, "\u00d7"), ...stepper("make-height", "Height", [0, 1])),
        html("label", { class: "begin" }, html("span", {}, "Counts"), parts.metric),
        parts.piece, parts.goals, this.bench.element, parts.spoken));

    const { canvas } = parts;
    canvas.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || this.pen) return;
      event.preventDefault();
      canvas.focus({ preventScroll: true });
      canvas.setPointerCapture(event.pointerId);
      const between = this.tool === "wall" ? this.betweenAt(event) : undefined;
      if (between) this.change(() => this.draft.toggleBarrier(...between));
      else this.down(this.cellAt(event), event.pointerId);
    });
    const holds = ({ pointerId }) => this.pen?.pointer === pointerId;
    canvas.addEventListener("pointermove", (event) => holds(event) && this.move(this.cellAt(event)));
    canvas.addEventListener("pointerup", (event) => holds(event) && this.up());
    canvas.addEventListener("pointercancel", (event) => holds(event) && this.up());
    canvas.addEventListener("blur", () => this.pen?.pointer === undefined && this.up());
    document.addEventListener("keydown", (event) => this.key(event));
    // What cannot be played yet is printed as it is drawn.
    addEventListener("beforeprint", () => {
      const sound = this.draft.problems().length === 0;
      parts.sheet.replaceChildren(...(sound ? sheetOf(this.bench.titled(this.bench.puzzle()), this.page.colours) : []));
    });
  }

  // Drafts, old and new.

  /// Takes over a puzzle of the page, or one that was read.
  take(puzzle) {
    this.begin(Draft.of(puzzle));
  }

  clear() {
    this.begin(new Draft(this.draft.width, this.draft.height));
  }

  /// Goes on with another draft, which may have fewer goals.
  begin(draft) {
    // What is there now is no draft to go on with, but can be had again by Undo once this page is gone.
    this.kept = undefined;
    this.change(() => Object.assign(this, { draft, goal: 0, tool: "draw" }));
  }

  /// Changes the draft so that it can be undone; `further` if as one with the change before.
  change(what, further) {
    this.up();
    const before = JSON.stringify(this.draft);
    what();
    this.changed(before, further);
  }

  changed(before, further) {
    if (JSON.stringify(this.draft) !== before) {
      if (!further) this.done.push(before);
      this.undone = [];
      this.bench.changed();
      this.remember();
    }
    this.draw();
  }

  undo() {
    this.up();
    if (this.done.length === 0) return;
    this.undone.push(JSON.stringify(this.draft));
    this.restore(this.done.pop());
  }

  redo() {
    this.up();
    if (this.undone.length === 0) return;
    this.done.push(JSON.stringify(this.draft));
    this.restore(this.undone.pop());
  }

  restore(text) {
    this.draft = Draft.parse(text);
    this.goal = Math.min(this.goal, this.draft.goals.length - 1);
    this.bench.changed();
    this.remember();
    this.draw();
  }

  /// The draft survives the page. A tab that is loaded anew goes on with its own; a new one begins with that which was
  /// changed last, and what had that place before, of another tab, is one Undo away.
  remember() {
    const other = this.recalled(DRAFT);
    if (other?.ids().length > 0 && JSON.stringify(other) !== this.kept) memory.set(BEFORE, other);
    memory.set(DRAFT, this.draft, "sessionStorage");
    memory.set(DRAFT, this.draft);
    this.kept = JSON.stringify(this.draft);
  }

  recalled(key, storage) {
    const kept = memory.get(key, storage);
    try {
      const draft = kept && Draft.parse(JSON.stringify(kept));
      return draft?.isWhole() ? draft : undefined;
    } catch {
      return undefined;
    }
  }

  /// Whether the board may become so much larger. A larger one may have come from elsewhere; it does not grow.
  resizes([dx, dy]) {
    const [width, height] = [this.draft.width + dx, this.draft.height + dy];
    return width > 0 && height > 0 && (dx + dy < 0 || width * height <= LARGEST);
  }

  resize([dx, dy]) {
    if (this.resizes([dx, dy])) this.change(() => this.draft.resize(this.draft.width + dx, this.draft.height + dy));
  }

  choose(tool) {
    this.up();
    this.tool = tool;
    this.draw();
  }

  // The pen.

  cellAt(event) {
    return pointed(this.image, event).map(Math.floor);
  }

  /// The two cells that the pointer is between, if it is near the middle of the side they share.
  betweenAt(event) {
    const at = pointed(this.image, event);
    for (const axis of [0, 1]) {
      const side = Math.round(at[axis]);
      const other = at[1 - axis];
      if (Math.abs(at[axis] - side) > 0.14 || Math.abs(other - Math.floor(other) - 0.5) > 0.3) continue;
      const pair = [side - 1, side].map((along) => (axis === 0 ? [along, Math.floor(other)] : [Math.floor(other), along]));
      if (pair.every((cell) => this.draft.open(cell))) return pair;
    }
    return undefined;
  }

  /// Begins a stroke, of a pointer or of the keyboard; until it ends, others are not heard.
  down(cell, pointer) {
    const { draft, tool } = this;
    const was = draft.at(cell);
    this.pen = { before: JSON.stringify(draft), pointer, from: cell, at: cell };
    if (was === undefined) return;
    this.cursor = cell;
    if (tool === "goal") return this.hold(cell);
    const fresh = was === "." || was === "#" || tool === "cut";
    if (tool === "draw" || tool === "cut") {
      this.pen.id = fresh ? draft.free() : was;
      if (tool === "cut" && was === ".") this.pen.id = undefined;
      if (fresh) this.paint(cell);
      this.selected = this.pen.id;
    } else {
      this.pen.wall = was !== "#";
      this.paint(cell);
    }
    this.draw();
  }

  /// Takes hold of what is to go somewhere: the ghost at a cell, or else the piece there.
  hold(cell) {
    const { draft, goal } = this;
    const { places } = draft.goals[goal];
    const ghost = this.ghostAt(cell);
    const here = draft.at(cell);
    const id = ghost ?? (here === "." || here === "#" ? undefined : here);
    if (id === undefined) return;
    places[id] ??= corner(draft.cellsOf(id));
    Object.assign(this.pen, { id, origin: places[id] });
    this.selected = id;
    this.draw();
  }

  /// Goes on to another cell, by way of all between.
  move(to) {
    const { pen } = this;
    while (`${pen.at}` !== `${to}`) {
      const [dx, dy] = [to[0] - pen.at[0], to[1] - pen.at[1]];
      pen.at = Math.abs(dx) >= Math.abs(dy) ? [pen.at[0] + Math.sign(dx), pen.at[1]] : [pen.at[0], pen.at[1] + Math.sign(dy)];
      if (this.tool === "goal") this.carry();
      else this.paint(pen.at);
    }
    if (this.draft.at(pen.at) !== undefined) this.cursor = pen.at;
    this.draw();
  }

  paint(cell) {
    const { draft, pen, tool } = this;
    const was = draft.at(cell);
    if (was === undefined) return;
    if (tool === "erase") draft.set(cell, ".");
    else if (tool === "wall") draft.set(cell, pen.wall ? "#" : was === "#" ? "." : was);
    else if (pen.id !== undefined && was !== "#" && (tool === "draw" || was !== ".")) {
      draft.set(cell, pen.id);
    } else if (pen.id !== undefined && was === "#" && tool === "draw" && `${cell}` === `${pen.from}`) draft.set(cell, pen.id);
    // What the pen jumped over a wall to is a piece of its own, which goes on from there.
    if (pen.id !== undefined) {
      const drawn = draft.at(cell) === pen.id;
      draft.tidy(pen.id, pen.from);
      if (drawn && draft.at(cell) !== ".") pen.id = draft.at(cell);
    }
  }

  /// Carries the ghost that is held; it stays on the board.
  carry() {
    const { draft, pen, goal } = this;
    if (pen.id === undefined) return;
    const cells = draft.cellsOf(pen.id);
    const [left, top] = corner(cells);
    const size = [0, 1].map((axis) => Math.max(...cells.map((cell) => cell[axis] - [left, top][axis])));
    draft.goals[goal].places[pen.id] = [0, 1].map((axis) =>
      Math.max(0, Math.min([draft.width, draft.height][axis] - 1 - size[axis], pen.origin[axis] + pen.at[axis] - pen.from[axis])));
  }

  /// Ends the stroke.
  up() {
    const { pen } = this;
    if (!pen) return;
    this.pen = undefined;
    this.changed(pen.before);
  }

  // The keyboard.

  key(event) {
    // A bar may be typed with AltGr, which some systems tell as Control and Alt.
    const bar = event.key === "|";
    if (this.element.closest("[hidden]") || (event.altKey && !bar) || document.querySelector("dialog[open]")) return;
    const control = (event.ctrlKey || event.metaKey) && !bar;
    // A list of choices has no text of its own to take back.
    if (event.target.matches?.("input, textarea") || (!control && event.target.matches?.("select"))) return;
    const letter = event.key.toLowerCase();
    let done = true;
    if (control && letter === "z") event.shiftKey ? this.redo() : this.undo();
    else if (control && letter === "y") this.redo();
    else if (control) done = false;
    else if (event.target === this.parts.canvas && this.drawWith(event.key)) done = true;
    else {
      const tool = TOOLS.find(([name]) => name[0] === letter);
      if (tool) this.choose(tool[0]);
      done = tool !== undefined;
    }
    if (done) event.preventDefault();
  }

  /// What keys do on the board; returns whether it was one of these.
  drawWith(key) {
    const { draft } = this;
    const way = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[key];
    const first = !this.cursor;
    // Nobody has seen yet which cell it is.
    if (first && !way && ![" ", "Enter"].includes(key)) return false;
    this.cursor ??= [0, 0];
    if (way) {
      if (!first) this.cursor = [0, 1].map((axis) => Math.max(0, Math.min([draft.width, draft.height][axis] - 1, this.cursor[axis] + way[axis])));
      if (this.pen) this.move(this.cursor);
    } else if (key === " " || key === "Enter") {
      if (this.pen) this.up();
      else this.down(this.cursor);
    } else if (this.tool === "wall" && (key === "|" || key === "_")) {
      // A thin wall at the right of the cell, or below it.
      const beside = [this.cursor[0] + (key === "|"), this.cursor[1] + (key === "_")];
      if (draft.open(this.cursor) && draft.open(beside)) this.change(() => draft.toggleBarrier(this.cursor, beside));
    } else if (key === "Escape" && this.pen) {
      this.draft = Draft.parse(this.pen.before);
      this.pen = undefined;
    } else if (key === "Delete" || key === "Backspace") {
      if (this.tool === "goal") this.change(() => { delete this.goalPlaces()[this.selected]; });
      else this.change(() => draft.set(this.cursor, "."));
    } else return false;
    this.cursorShown = true;
    this.draw();
    this.parts.spoken.textContent = this.tell(this.cursor);
    return true;
  }

  /// What there is at a cell, and what is to go there.
  tell(cell) {
    const what = this.draft.at(cell);
    const goal = this.ghostAt(cell);
    const hole = this.draft.goals[this.goal].holes.some((each) => `${each}` === `${cell}`);
    return [`Column ${cell[0] + 1}, row ${cell[1] + 1}: ${{ ".": "empty", "#": "wall" }[what] ?? `piece ${what}`}`,
      ...(goal ? [`${goal} is to go here`] : hole ? ["to be a hole"] : []), ...(this.pen ? ["pen down"] : [])].join(", ");
  }

  /// The piece that is to go to a cell, the last of several.
  ghostAt(cell) {
    const goal = this.draft.goals[this.goal];
    return Object.keys(goal.places).reverse().find((id) => this.draft.placed(id, goal).some((each) => `${each}` === `${cell}`));
  }

  goalPlaces() {
    return this.draft.goals[this.goal].places;
  }

  // What is seen.

  draw() {
    const { draft, parts, tool } = this;
    const focused = document.activeElement;
    const problems = draft.problems();
    this.drawBoard(problems);
    for (const [name] of TOOLS) find(`tool-${name}`)?.setAttribute("aria-pressed", name === tool);
    parts.title.value = draft.title;
    parts.metric.value = draft.metric;
    for (const side of ["width", "height"]) {
      const shown = find(`make-${side}`);
      // It is read aloud where it changes.
      if (shown && shown.textContent !== String(draft[side])) shown.textContent = draft[side];
      for (const [which, by] of [["less", -1], ["more", 1]]) {
        const step = find(`make-${side}-${which}`);
        if (step) step.disabled = !this.resizes(side === "width" ? [by, 0] : [0, by]);
      }
    }
    parts.undo.disabled = this.done.length === 0;
    parts.redo.disabled = this.undone.length === 0;
    const full = ["draw", "cut"].includes(tool) && draft.free() === undefined;
    const lost = memory.failed ? " This browser keeps no drafts any more: this one lasts as long as the page." : "";
    parts.told.textContent = (full ? "There are no more names for pieces." : TOOLS.find(([name]) => name === tool)[3]) + lost;
    // It is read aloud, and only once.
    const told = problems.map(({ text }) => text);
    const shown = [...parts.problems.children].map((each) => each.textContent);
    if (told.join() !== shown.join()) parts.problems.replaceChildren(...told.map((text) => html("li", {}, text)));
    this.drawPiece();
    this.drawGoals();
    // What was drawn anew keeps the focus.
    if (!focused.isConnected || focused.disabled) ((focused.disabled ? undefined : find(focused.id)) ?? parts.canvas).focus({ preventScroll: true });
    this.bench.ready(problems.length === 0);
    this.ways.drawn();
  }

  drawBoard(problems) {
    const { draft, tool } = this;
    const { places, holes } = draft.goals[this.goal];
    const named = Object.keys(places);
    const look = (id, cells) => ({ id, label: id, cells, axis: draft.axes[id], goal: draft.isMarked(draft.goals[this.goal]) && named.includes(id) });
    const pieces = draft.ids().map((id) => look(id, draft.cellsOf(id)));
    const walls = draft.cells.flatMap((row, y) => row.flatMap((each, x) => (each === "#" ? [[x, y]] : [])));
    const board = { width: draft.width, height: draft.height, walls, barriers: draft.barriers, pieces, targets: [] };
    const chosen = hues(pieces);
    const { image, groups } = drawLarge(board, this.page.colours, chosen);
    const ghosts = svg("g", { class: "ghosts" });
    for (const id of named) {
      const cells = draft.placed(id, draft.goals[this.goal]);
      const ghost = drawPiece(look(id, cells), chosen.get(id), this.page.colours);
      ghost.classList.add("ghost-piece");
      ghosts.append(ghost, svg("path", { class: "ghost-rim", d: outline(cells, { inset: 3, radius: 10 }) }));
    }
    for (const [x, y] of holes) ghosts.append(svg("rect", { class: "ghost-rim", x: x * CELL + 9, y: y * CELL + 9, width: CELL - 18, height: CELL - 18, rx: 8 }));
    image.append(ghosts);
    image.classList.toggle("aims", tool === "goal");
    if (this.selected !== undefined) groups.get(this.selected)?.classList.add("chosen");
    for (const { cells, text } of problems) {
      if (cells.length === 0) continue;
      const title = svg("title");
      title.textContent = text;
      image.append(svg("path", { class: "wrong", d: outline(cells, { inset: 2, radius: 10 }) }, title));
    }
    if (this.cursor && this.cursorShown) {
      this.cursor = [Math.min(this.cursor[0], draft.width - 1), Math.min(this.cursor[1], draft.height - 1)];
      const [x, y] = this.cursor.map((at) => at * CELL);
      image.append(svg("rect", { class: this.pen ? "cursor down" : "cursor", x: x + 1, y: y + 1, width: CELL - 2, height: CELL - 2, rx: 12 }));
    }
    this.image = image;
    this.parts.canvas.replaceChildren(image);
  }

  /// What can be done with the piece that is chosen.
  drawPiece() {
    const { draft, parts, selected } = this;
    const there = selected !== undefined && draft.ids().includes(selected);
    parts.piece.hidden = !there;
    if (!there) return parts.piece.replaceChildren();
    const places = this.goalPlaces();
    const axis = html("select", { id: "axis", "aria-label": `How ${selected} moves` }, ...AXES.map(([value, text]) =>
      html("option", { value, selected: value === (draft.axes[selected] ?? "") }, text)));
    axis.addEventListener("change", () => this.change(() => {
      if (axis.value) draft.axes[selected] = axis.value;
      else delete draft.axes[selected];
    }));
    parts.piece.replaceChildren(html("strong", {}, `Piece ${selected}`), axis, html("div", { class: "row" },
      places[selected]
        ? button("unaim", "It may end anywhere", "close", () => this.change(() => { delete places[selected]; }), "No goal")
        : button("aim", "Say where it is to go", "goal", () => {
          this.change(() => { places[selected] = corner(draft.cellsOf(selected)); });
          this.choose("goal");
        }, "Goal piece"),
      button("remove", "Take it off the board", "erase", () => this.change(() => {
        for (const cell of draft.cellsOf(selected)) draft.set(cell, ".");
      }), "Remove")));
  }

  /// The goals: which is shown, and more of them.
  drawGoals() {
    const { draft, parts, tool } = this;
    parts.goals.hidden = tool !== "goal" && draft.goals.length < 2;
    const shown = draft.goals.length < 2 ? [] : draft.goals.map((_, index) => {
      const made = button(`goal-${index + 1}`, `Goal ${index + 1}`, undefined, () => {
        this.goal = index;
        this.draw();
      }, `Goal ${index + 1}`);
      made.setAttribute("aria-pressed", index === this.goal);
      return made;
    });
    parts.goals.replaceChildren(...shown,
      button("whole", "Give every piece a place, at first where it stands", "goal", () => this.change(() => {
        for (const id of draft.ids()) this.goalPlaces()[id] ??= corner(draft.cellsOf(id));
      }), "Whole board"),
      button("ungoal", "Take all pieces out of this goal", "close", () => this.change(() => {
        if (draft.goals.length > 1) draft.goals.splice(this.goal, 1);
        else draft.goals = [{ places: {}, holes: [] }];
        this.goal = Math.min(this.goal, draft.goals.length - 1);
      }), "Clear goal"),
      button("another", "Another goal, of which one must be reached", "plus", () => this.change(() => {
        draft.goals.push({ places: {}, holes: [] });
        this.goal = draft.goals.length - 1;
      }), "Another goal"));
  }
}
