// The workbench beside the editor: solves the draft, makes it harder, reads and writes texts.

/// What a puzzle without a title is called.
const UNTITLED = "My puzzle";
const FORMS = { text: "Antipode", knuth: "Knuth's SLIDING", jimslide: "JimSlide", "rush-hour": "Rush Hour", array: "Array" };

class Bench {
  constructor(page, reader, ways, editor) {
    Object.assign(this, { page, reader, ways, editor });
    this.solver = new Solver();
    /// Figures of difficulty take seconds, and nobody waits for them: they have a worker of their own.
    this.figures = new Solver();
    this.build();
  }

  build() {
    const ask = (what) => () => this.ask(what);
    this.buttons = [
      button("solve", "Find the fewest moves", "solve", ask("solve"), "Solve"),
      button("harder", "The start that is farthest from the goal", "star", ask("harder"), "Make it harder"),
      button("hardest", "The hardest arrangement of the same pieces", "star", ask("hardest"), "Harder with the same pieces"),
    ];
    this.buttons[0].classList.add("primary");
    this.after = [
      button("make-play", "Play it", "play", () => this.play(), "Play"),
      button("make-share", "Share it", "share", () => this.ways.share(this.titled(this.puzzle())), "Share"),
    ];
    this.halt = button("stop", "Stop", "stop", () => this.solver.stop(), "Stop");
    this.result = html("div", { id: "result", role: "status" });
    // Counts come ten times a second, which nobody wants to be read.
    this.progress = html("p", { class: "quiet", "aria-live": "off" });
    this.form = html("select", { id: "form", "aria-label": "Form of the text" });
    this.text = html("textarea", { id: "text", rows: 9, spellcheck: "false", "aria-label": "The puzzle as text", placeholder: "Paste a puzzle here, in any of the forms, or a link." });
    this.textNote = html("p", { id: "text-note", class: "quiet", role: "status" });
    this.form.addEventListener("change", () => this.write());
    this.text.addEventListener("change", () => this.text.value === "" && this.write());
    const details = html("details", { id: "texts" }, html("summary", {}, "As text"),
      this.form, this.text, html("div", { class: "row" },
        button("read", "Take over what is in the field", "check", async () => {
          await this.read();
          // What came of it stands below the buttons.
          this.textNote.scrollIntoView({ block: "nearest" });
        }, "Read this"),
        button("copy-text", "Copy the text", "copy", () => copy(this.text.value, this.textNote), "Copy")), this.textNote);
    details.addEventListener("toggle", () => details.open && this.write());
    this.details = details;
    this.halt.hidden = true;
    this.element = html("div", { class: "bench" },
      html("div", { class: "row" }, this.buttons[0], ...this.after),
      html("div", { class: "row wrap" }, ...this.buttons.slice(1)),
      this.halt, this.result, this.progress, details);
  }

  puzzle() {
    return this.editor.draft.puzzle();
  }

  /// A puzzle of the draft, as it is called outside.
  titled(puzzle) {
    return { ...puzzle, title: this.editor.draft.title || UNTITLED };
  }

  /// The draft as far as the solver goes by it.
  untitled() {
    return JSON.stringify({ ...this.editor.draft, title: "" });
  }

  /// The draft has changed: what was found out is no longer about it, unless only its title is new.
  changed() {
    if (this.untitled() !== this.about) this.forget();
    if (this.details.open) this.written = this.write();
  }

  /// Gives up what is asked, and what was found out.
  forget() {
    if (this.asking) this.solver.stop();
    this.figures.stop();
    this.asking = undefined;
    this.halt.hidden = true;
    this.solved = undefined;
    this.say();
  }

  ready(sound) {
    for (const each of [...this.buttons, ...this.after]) each.disabled = !sound || Boolean(this.asking);
  }

  say(...contents) {
    this.progress.textContent = "";
    this.result.replaceChildren(...contents);
  }

  /// Asks the solver about the draft, and shows how far it is.
  async ask(what) {
    const from = document.activeElement;
    const puzzle = this.puzzle();
    const told = toldOf(puzzle);
    const asked = {};
    this.asking = asked;
    this.about = this.untitled();
    this.figures.stop();
    this.ready(true);
    this.halt.hidden = false;
    // What is disabled loses the focus, which waits at Stop.
    if (this.buttons.includes(from)) this.halt.focus({ preventScroll: true });
    this.say(html("p", { class: "quiet" }, "Searching ..."));
    const answer = await this.solver.ask({ ask: what, ...told }, (states) => {
      this.progress.textContent = `${many(states, "board")} so far`;
    });
    if (this.asking !== asked) return;
    this.asking = undefined;
    this.solver.stop();
    const waits = document.activeElement === this.halt;
    this.halt.hidden = true;
    this.editor.draw();
    if (waits) from.focus({ preventScroll: true });
    // That there is no solution is known to the player, too.
    if (what === "solve" && answer.moves === null) this.solved = { ...puzzle, best: null, solution: "" };
    if (answer.error) this.say(...drawFailure(answer));
    else if (answer.moves === null) this.say(html("strong", {}, "No solution"), html("p", {}, what === "hardest" ? "That is proved: no arrangement of these pieces is a goal, or leads to one." : "That is proved: no board that can be reached is a goal."));
    else if (what === "solve") this.showSolved(puzzle, answer);
    else this.showHarder(answer, what);
    this.result.scrollIntoView({ block: "nearest" });
  }

  async showSolved(puzzle, { moves, states, solution, names }) {
    this.solved = { ...puzzle, best: moves, solution, names };
    const figures = html("dl", { class: "facts" });
    this.say(html("strong", {}, many(moves, unitOf(puzzle))),
      html("p", {}, `The fewest, which is proved. ${many(states, "board")} looked at.`), figures);
    this.ready(true);
    const answer = await this.figures.ask({ ask: "difficulty", ...toldOf(puzzle) });
    this.figures.stop();
    if (answer.error) return;
    const known = { states: "Group size", bb: "BB difficulty", paths: "Shortest solutions", branching: "Branching", dead_ends: "Dead ends", walk: "Random walk" };
    figures.append(...drawFacts(Object.entries(known).filter(([key]) => answer[key] !== undefined && answer[key] !== null).map(([key, name]) => [name, String(Number(Number(answer[key]).toFixed(1)))])));
  }

  showHarder({ moves, puzzle }, what) {
    const now = this.solved?.best;
    const rules = rulesOf(puzzle);
    const before = now === undefined || now === null ? "" : moves > now ? `, ${many(moves - now, unitOf(puzzle))} more than now` : ": no start is farther";
    this.say(html("strong", {}, many(moves, unitOf(puzzle))),
      html("p", {}, `${what === "harder" ? "The farthest start that moves lead to" : "The hardest arrangement of these pieces"}${before}.`),
      html("div", { class: "found" }, drawBoard(rules.board(rules.start), this.page.colours, "The harder puzzle").image),
      button("take", "Put it on the board", "check", () => {
        this.editor.take({ ...puzzle, title: this.editor.draft.title });
        this.editor.parts.canvas.focus({ preventScroll: true });
      }, "Take it over"));
  }

  /// Plays the draft, with its solution if that was found.
  async play() {
    const puzzle = this.titled(this.solved ?? this.puzzle());
    const answer = await this.reader.ask({ ask: "read", ...toldOf(puzzle) });
    this.ways.play({ ...puzzle, link: answer.link });
  }

  // Texts.

  /// Writes the draft in all forms, unless the field holds what a person typed.
  async write() {
    if (this.isTyped()) {
      this.textNote.textContent = "What you typed stays here. Empty the field to see the board as text again.";
      return;
    }
    const writing = {};
    this.writing = writing;
    const puzzle = this.puzzle();
    if (this.editor.draft.problems().length > 0) {
      this.forms = { text: textOf(puzzle) };
    } else {
      const answer = await this.reader.ask({ ask: "read", ...toldOf(puzzle) });
      // The draft may have changed meanwhile, or the field.
      if (this.writing !== writing || this.isTyped()) return;
      this.forms = answer.forms ?? { text: textOf(puzzle) };
    }
    const shown = this.form.value;
    const there = Object.entries(FORMS).filter(([name]) => name in this.forms);
    this.form.replaceChildren(...there.map(([name, text]) => html("option", { value: name, selected: name === shown }, text)));
    this.showForm();
  }

  isTyped() {
    return this.text.value !== "" && this.text.value !== this.shown;
  }

  showForm() {
    const form = this.forms[this.form.value];
    this.shown = typeof form === "string" ? form : "";
    this.text.value = this.shown;
    this.textNote.textContent = typeof form === "string" ? "" : `This form cannot say it: ${form?.error ?? ""}`;
  }

  /// Takes over a text in any form. Only a link says what counts as a move.
  async read() {
    const typed = this.text.value;
    const text = typed.trim().replace(/^.*#(?=[pctx]\d*=.*$)/, "");
    const metric = isLink(text) ? undefined : this.editor.draft.metric;
    const answer = await this.reader.ask({ ask: "read", puzzle: text, metric });
    if (answer.error && answer.why !== "text") {
      this.textNote.textContent = failureOf(answer);
      return;
    }
    if (answer.error) {
      // What is before the text is not read.
      const before = typed.slice(0, typed.search(/\S|$/)).split("\n");
      const line = answer.line && answer.line + before.length - 1;
      const column = answer.line === 1 ? answer.column + before.at(-1).length : answer.column;
      const place = line ? `Line ${line}${column ? `, column ${column}` : ""}: ` : "";
      this.textNote.textContent = `${place}${answer.error}`;
      if (line) this.point(line, column || 1);
      return;
    }
    if (!isBlocks(answer.puzzle)) {
      this.textNote.textContent = "This is no puzzle of sliding blocks; open its link to play it.";
      return;
    }
    const rows = answer.puzzle.board.split("/");
    const width = [...rows[0]].length;
    if (width * rows.length > LARGEST) {
      this.textNote.textContent = `Texts are taken of boards of up to ${LARGEST} cells; this one is ${width} by ${rows.length}.`;
      return;
    }
    this.shown = typed;
    this.editor.take(answer.puzzle);
    // The draft is written anew, which clears the note.
    await this.written;
    this.textNote.textContent = "Read.";
  }

  /// Puts the cursor where a text is wrong.
  point(line, column) {
    const before = this.text.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    this.text.focus();
    this.text.setSelectionRange(before + column - 1, before + column);
  }
}
