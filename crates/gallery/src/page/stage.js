// The stage: one board with pieces that move and can be taken hold of, by mouse, touch or keys.
//
// It shows a state of some rules, tells `onGrasp` when a person takes hold of a piece, and hands
// every action that is taken to `onAct`. A board is turned by a quarter where that lets its cells be
// larger; only what is drawn and what the pointer and the arrows say turns with it, the rules know
// nothing of it.

class Stage {
  constructor(colours, onGrasp, onAct, onRefuse, onChoose, onTurn) {
    Object.assign(this, { colours, onGrasp, onAct, onRefuse, onChoose });
    this.box = html("div", { class: "stage", tabindex: -1, role: "group", "aria-labelledby": "player-title" });
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    this.box.addEventListener("pointerdown", (event) => this.grasp(event));
    const holds = ({ pointerId }) => this.grip?.pointer === pointerId;
    this.box.addEventListener("pointermove", (event) => holds(event) && this.drag(event));
    this.box.addEventListener("pointerup", (event) => holds(event) && this.release(event));
    this.box.addEventListener("pointercancel", (event) => holds(event) && this.settle(this.state));
    new ResizeObserver(() => {
      if (!this.rules || this.wantsTurn() === this.turned) return;
      this.draw();
      onTurn();
    }).observe(this.box);
  }

  /// Shows a puzzle at a state.
  open(rules, state) {
    Object.assign(this, { rules, state });
    this.selected = [];
    this.typed = "";
    this.draw();
  }

  /// Whether a quarter turn makes the cells of a long board larger. Containers and Panex stand
  /// upright.
  wantsTurn() {
    const { width, height } = this.rules;
    const upright = this.rules instanceof Pour || [...this.rules.pieces.values()].some(({ depth }) => depth !== Infinity);
    if (upright) return false;
    // What is hidden stays as it is.
    if (this.box.clientWidth === 0) return this.turned ?? false;
    // As tall as the style lets it be where all is one below the other, and otherwise no taller than is seen at a glance.
    const share = parseFloat(getComputedStyle(this.box).getPropertyValue("--tallest").match(/[\d.]+(?=dvh)/)) / 100;
    const tallest = innerHeight * Math.min(share, 0.7);
    const cell = (w, h) => Math.min(this.box.clientWidth / w, tallest / h);
    return Math.max(width, height) >= 1.9 * Math.min(width, height) && cell(height, width) > 1.05 * cell(width, height);
  }

  /// A vector of the rules as it is drawn, and back.
  drawn([x, y]) {
    return this.turned ? [-y, x] : [x, y];
  }

  undrawn([x, y]) {
    return this.turned ? [y, -x] : [x, y];
  }

  /// A move as it is drawn: by its name for those who see it, and in words for screen readers, which spell names out.
  told(name, action) {
    const drawn = (_, pieces, way) => pieces + [...way].map((letter) => letterOf(this.drawn(WAYS[letter]))).join("");
    const shown = this.turned ? name.replace(/^(.(?:\+.)*|\d+)([udlr]+)$/u, drawn) : name;
    if (!action) return [shown];
    return [html("span", { "aria-hidden": "true" }, shown), unseen(this.rules.tellAction(action, (way) => this.drawn(way)))];
  }

  turn(board) {
    if (!this.turned) return board;
    const cell = ([x, y]) => [board.height - 1 - y, x];
    return {
      ...board,
      width: board.height,
      height: board.width,
      walls: board.walls.map(cell),
      barriers: board.barriers.map(([a, b, c, d]) => [...cell([a, b]), ...cell([c, d])]),
      targets: board.targets.map((target) => target.map(cell)),
      pieces: board.pieces.map((piece) => ({
        ...piece, cells: piece.cells.map(cell), axis: { h: "v", v: "h" }[piece.axis] ?? piece.axis,
      })),
    };
  }

  draw() {
    const start = this.rules.board(this.rules.start);
    this.turned = this.wantsTurn();
    this.chosen = hues(start.pieces);
    const { image, groups, tubes } = drawLarge(this.turn(start), this.colours, this.chosen);
    for (const [id, group] of groups) group.dataset.piece = id;
    // What takes the focus: the pieces, or the tubes that they are in.
    const handles = tubes ?? groups;
    for (const [key, handle] of handles) {
      handle.dataset.handle = key;
      handle.setAttribute("tabindex", "0");
      handle.setAttribute("role", "button");
    }
    Object.assign(this, { image, groups, handles });
    this.home = this.placesAt(this.rules.start);
    this.places = new Map(this.home);
    this.seen = new Map(this.home);
    this.box.replaceChildren(image);
    this.settle(this.state);
  }

  /// A small picture of a board of these rules, such as a goal.
  picture(board, title) {
    return drawBoard(board, this.colours, title, this.chosen).image;
  }

  /// The corner of each piece at a state, in cells.
  placesAt(state) {
    return cornersOf(this.rules.board(state));
  }

  /// Puts a group where its piece is, or elsewhere in cells; `way` is where it comes along.
  put(id, place, way, pace = 500) {
    const home = this.home.get(id);
    const shift = (at) => {
      const [x, y] = this.drawn([at[0] - home[0], at[1] - home[1]]);
      return `translate(${x * CELL}px, ${y * CELL}px)`;
    };
    const group = this.groups.get(id);
    this.seen.set(id, place);
    group.style.transform = shift(place);
    for (const animation of group.getAnimations()) animation.cancel();
    if (way && !this.still.matches) {
      const duration = Math.min(pace * 0.7, 90 + 70 * way.length);
      group.animate(way.map((at) => ({ transform: shift(at) })), { duration, easing: "cubic-bezier(.3,.1,.3,1)" });
    }
  }

  /// Moves the pieces to where they are at `state`; along `action`, taken at the state before, if
  /// given, backwards if `back`, or else from where they are seen. What is held falls, as what may be done with it is
  /// known of one state.
  settle(state, { action, before, back, pace } = {}) {
    this.grip = undefined;
    for (const group of this.groups.values()) group.classList.remove("held");
    const ways = new Map(action ? this.rules.ways(before, action) : []);
    const places = this.placesAt(state);
    const start = action && this.placesAt(before);
    for (const [id, place] of places) {
      const from = this.seen.get(id);
      const way = ways.get(id) && [start.get(id), ...ways.get(id)];
      if (back) way?.reverse();
      this.put(id, place, way ?? (`${from}` === `${place}` ? undefined : [from, place]), pace);
    }
    this.places = places;
    this.state = state;
    this.unmark();
  }

  /// Shows where a hint leads: the places of its pieces, and an arrow along its way.
  mark(action) {
    this.unmark();
    const ways = this.rules.ways(this.state, action);
    const layer = svg("g", { class: "mark" });
    if (this.rules instanceof Pour) {
      const [id, way] = ways[0];
      const [from, to] = [this.places.get(id), way.at(-1)].map((at) => at.map((x) => (x + 0.5) * CELL));
      const top = Math.min(from[1], to[1]) - 1.2 * CELL;
      layer.append(svg("path", { class: "arrow", d: `M${from}C${from[0]} ${top} ${to[0]} ${top} ${to[0]} ${to[1]}` }),
        svg("circle", { class: "ghost", cx: to[0], cy: to[1], r: 24 }));
    } else {
      const board = this.turn(this.rules.board(this.rules.apply(this.state, action)));
      const moved = board.pieces.filter(({ id }) => action.ids.includes(id));
      for (const { cells } of moved) layer.append(svg("path", { class: "ghost", d: outline(cells, { inset: 4, radius: 9 }) }));
      const here = this.turn(this.rules.board(this.state)).pieces.find(({ id }) => id === action.ids[0]);
      const [x, y] = middle(here.cells);
      const along = [[0, 0], ...action.path].map((at) => this.drawn(at)).map(([dx, dy]) => [(x + dx) * CELL, (y + dy) * CELL]);
      const [last, before] = [along.at(-1), along.at(-2)];
      const angle = Math.atan2(last[1] - before[1], last[0] - before[0]) * 180 / Math.PI;
      layer.append(svg("path", { class: "arrow", d: `M${along.join("L")}` }),
        svg("path", { class: "tip", d: "M10 0l-18-11v22z", transform: `translate(${last}) rotate(${angle})` }));
    }
    for (const id of action.ids) this.groups.get(id).classList.add("wanted");
    this.marked = layer;
    this.image.append(layer);
  }

  unmark() {
    this.marked?.remove();
    this.marked = undefined;
    for (const group of this.groups.values()) group.classList.remove("wanted");
  }

  /// Marks the pieces that are held together, and says of each what it is and where.
  refresh() {
    const places = cornersOf(this.turn(this.rules.board(this.state)));
    for (const [key, handle] of this.handles) {
      const selected = this.selected.includes(key);
      handle.classList.toggle("selected", selected);
      handle.setAttribute("aria-label", this.rules.tell(this.state, key, places.get(key)));
      if (this.rules.several || this.rules instanceof Pour) handle.setAttribute("aria-pressed", selected);
    }
  }

  /// Takes hold of a piece for the keyboard.
  focus(id) {
    this.handles.get(this.rules.handleOf(this.state, id)).focus({ preventScroll: true });
  }

  refuse(ids) {
    this.onRefuse(ids);
    if (this.still.matches) return;
    for (const id of ids) {
      const at = this.groups.get(id).style.transform || "translate(0px, 0px)";
      const shake = [0, 5, -5, 3, 0].map((x) => ({ transform: `${at} translate(${x}px, 0px)` }));
      this.groups.get(id).animate(shake, { duration: 250 });
    }
  }

  // Dragging. While a piece is held, `grip` tells which pointer holds it, what may be done with it and
  // where it is; `at` is the displacement, in cells, that it would be left at. What is seen of it goes along
  // in `seen`, while `places` stay those of the state.

  grasp(event) {
    const group = event.target.closest("[data-piece]");
    if (event.button !== 0 || this.grip) return;
    if (!group) {
      if (this.rules instanceof Pour) return this.tap(this.rules.containerAt(pointed(this.image, event)));
      this.selected = [];
      return this.refresh();
    }
    event.preventDefault();
    this.onGrasp();
    const id = group.dataset.piece;
    this.focus(id);
    this.box.setPointerCapture(event.pointerId);
    const options = this.rules.options(this.state, id, this.selected);
    const free = this.rules instanceof Pour;
    const first = options.values().next().value;
    this.grip = { pointer: event.pointerId, id, options, free, from: pointed(this.image, event), at: [0, 0], ids: first?.ids ?? [id], dragged: false };
    for (const each of this.grip.ids) this.groups.get(each).classList.add("held");
  }

  drag(event) {
    const { grip } = this;
    const to = pointed(this.image, event);
    const wanted = this.undrawn([to[0] - grip.from[0], to[1] - grip.from[1]]);
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
    this.drag(event);
    if (!grip.dragged) {
      this.settle(this.state);
      // A tap selects, where several pieces may be moved together.
      if (this.rules.several) this.choose(grip.id);
      else if (grip.free) this.tap(this.rules.containerOf(this.state, grip.id));
      return;
    }
    const key = grip.free ? this.rules.containerAt(grip.to) : `${grip.at}`;
    const action = grip.options.get(key);
    if (action && (grip.free || action.path.length > 0)) {
      this.act(action);
      return;
    }
    this.settle(this.state);
    const home = grip.free && this.rules.containerOf(this.state, grip.id) === key;
    if (!home && Math.hypot(...grip.wanted) > 0.4) this.refuse(grip.ids);
  }

  /// Hands an action on. What was chosen is chosen no more, unless pieces are to go on together.
  act(action, animate) {
    if (!this.rules.several) this.selected = [];
    this.onAct(action, animate);
  }

  choose(id) {
    this.selected = this.selected.includes(id) ? this.selected.filter((other) => other !== id) : [...this.selected, id];
    this.onChoose(this.selected);
    this.refresh();
  }

  /// A tap on a container: the first chooses it, the second pours from the one that is chosen.
  tap(container) {
    const [from] = this.selected;
    const id = from === undefined ? undefined : this.rules.heldAt(this.state, from);
    if (id === undefined || from === container || container === undefined) {
      const chooses = id === undefined && container !== undefined && this.rules.heldAt(this.state, container) !== undefined;
      this.selected = chooses ? [container] : [];
      return this.refresh();
    }
    this.selected = [];
    const action = this.rules.options(this.state, id).get(container);
    if (action) return this.act(action, true);
    this.refuse([id]);
    this.refresh();
  }

  // The keyboard: letters take hold of the piece that they name, the arrows move it.

  /// Does what a key asks for on the piece or the tube that has the focus; returns whether it asks for anything.
  key(event) {
    const focused = [...this.handles].find(([, handle]) => handle === event.target);
    const id = focused && this.rules.heldAt(this.state, focused[0]);
    const arrow = { ArrowUp: "u", ArrowDown: "d", ArrowLeft: "l", ArrowRight: "r" }[event.key];
    const pressed = [" ", "Enter"].includes(event.key);
    if (id !== undefined && arrow) this.nudge(id, arrow);
    else if (focused && arrow) return true;
    else if (focused && event.key === "Escape") event.target.blur();
    else if (id !== undefined && pressed && this.rules.several) this.choose(id);
    else if (focused && pressed && this.rules instanceof Pour) this.tap(focused[0]);
    else if (id !== undefined && pressed) this.press(id);
    else return event.key.length === 1 && event.key !== " " && this.type(event.key, id);
    return true;
  }

  /// Moves a piece that can go one way alone, as a button does what it can; of several ways the arrows choose.
  press(id) {
    const options = this.rules.options(this.state, id, []);
    const ways = Object.keys(WAYS).filter((letter) => this.rules.further(this.state, options, [0, 0], this.undrawn(WAYS[letter])));
    if (ways.length === 1) this.nudge(id, ways[0]);
    else if (ways.length > 1) this.onChoose([id]);
    else this.refuse([id]);
  }

  /// A letter or digit: takes hold of the piece that it names, or names with those typed before,
  /// or pours the object that is held. Returns whether it did.
  type(key, held) {
    const action = held === undefined ? undefined : this.rules.towards(key, this.state, held);
    if (action) {
      this.typed = "";
      this.act(action, true);
      this.box.focus({ preventScroll: true });
      return true;
    }
    for (const typed of [this.typed + key, key]) {
      const id = this.rules.named(typed, this.state);
      if (id === undefined) continue;
      this.typed = typed;
      this.focus(id);
      return true;
    }
    return false;
  }

  /// Moves a piece one cell as drawn, or an object to the next container that takes it.
  nudge(id, letter) {
    const options = this.rules.options(this.state, id, this.selected);
    this.typed = "";
    let action;
    if (this.rules instanceof Pour) {
      const from = this.rules.containerOf(this.state, id);
      const targets = [...options.keys()].filter((to) => (letter === "l" ? to < from : letter === "r" && to > from));
      action = options.get(letter === "l" ? Math.max(...targets) : Math.min(...targets));
    } else {
      action = this.rules.further(this.state, options, [0, 0], this.undrawn(WAYS[letter]));
    }
    if (action) {
      this.act(action, true);
      this.focus(id);
    } else this.refuse(options.values().next().value?.ids ?? [id]);
  }
}

/// The corner of each piece of a board, in cells.
const cornersOf = ({ pieces }) => new Map(pieces.map(({ id, cells }) => [id, corner(cells)]));
