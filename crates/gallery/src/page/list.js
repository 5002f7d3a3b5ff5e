// The list of puzzles: cards that are filtered, sorted and compared.
//
// A card is an empty box until it comes near the view, so that ten thousand of them scroll. The
// filter and the order are in the link of the list.

class List {
  constructor(page) {
    this.page = page;
    this.cards = new Map();
    this.picked = [];
    this.chosen = page.puzzles;
    this.nearView = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        this.nearView.unobserve(target);
        this.fill(target);
      }
    }, { rootMargin: "600px" });
    // Paper has no view to come near to.
    addEventListener("beforeprint", () => {
      if (find("view-puzzles").hidden) return;
      for (const { id } of this.chosen) this.fill(this.cards.get(id));
    });
    this.compared = openable(html("dialog", { id: "compared", "aria-label": "Two puzzles side by side" }));
    this.build();
  }

  build() {
    const { page } = this;
    const option = (text, column, direction) => html("option", { value: `${column} ${direction}` }, text);
    const numbers = page.columns.map((column, index) => [column, index]);
    find("sort").append(...numbers.flatMap(([column, index]) => [option(`${column}, most first`, index, -1), option(`${column}, least first`, index, 1)]),
      option("As listed", -1, 1));
    const sorted = page.columns.indexOf(page.sorted);
    this.usual = `${sorted} ${sorted < 0 ? 1 : -1}`;
    find("sort").value = this.usual;
    const changed = () => {
      this.update();
      history.replaceState(history.state, "", this.link());
    };
    find("filter").addEventListener("input", changed);
    find("sort").addEventListener("change", changed);
    // What the bar of difficulty shows: wrong turns where they are known, or else moves.
    const column = page.columns.indexOf("BB difficulty");
    this.hard = ({ values, best }) => Math.log2(2 + Number(column >= 0 && values[column] !== "" ? values[column] : best ?? 0));
    this.hardest = page.puzzles.reduce((most, puzzle) => Math.max(most, this.hard(puzzle)), 0);
    this.arrange();
  }

  /// The link of the list as it is.
  link() {
    const told = new URLSearchParams();
    if (find("filter").value.trim()) told.set("filter", find("filter").value.trim());
    if (find("sort").value !== this.usual) told.set("sort", find("sort").value);
    return `#puzzles${told.size > 0 ? `?${told}` : ""}`;
  }

  /// Shows what a link of the list asks for.
  follow(query) {
    const told = new URLSearchParams(query);
    find("filter").value = told.get("filter") ?? "";
    find("sort").value = told.get("sort") ?? this.usual;
    if (find("sort").selectedIndex < 0) find("sort").value = this.usual;
    this.update();
  }

  /// Chooses and sorts the puzzles; returns what the filter asks for.
  arrange() {
    const { page } = this;
    const filter = readFilter(find("filter").value, page.columns);
    const [column, direction] = find("sort").value.split(" ").map(Number);
    this.chosen = filter.unknown.length > 0 ? [] : page.puzzles.filter((puzzle) => passes(puzzle, filter));
    if (column >= 0) {
      const value = (puzzle) => puzzle.values[column] ?? "";
      const compare = (a, b) => (value(a) === "") - (value(b) === "") ||
        direction * (value(a) - value(b) || 0) || (isNaN(value(a)) ? direction * value(a).localeCompare(value(b)) : 0);
      this.chosen.sort(compare);
    }
    return filter;
  }

  update() {
    const { page } = this;
    const filter = this.arrange();
    find("cards").replaceChildren(...this.chosen.map((puzzle) => this.card(puzzle)));
    this.tell();
    find("tab-puzzles").href = this.link();
    find("nothing").textContent = this.chosen.length > 0 ? "" : whyNothing(filter, page.puzzles, page.columns);
  }

  /// Says how many puzzles there are, or that one of them waits for another to be compared with.
  tell() {
    const [all, chosen] = [this.page.puzzles.length, this.chosen.length];
    find("count").textContent = this.picked.length > 0 ? `Choose another to compare with ${this.picked[0].title}`
      : `${chosen === all ? "" : `${grouped(chosen)} of `}${many(all, "puzzle")}`;
  }

  card(puzzle) {
    if (!this.cards.has(puzzle.id)) {
      const link = html("a", { href: `#${puzzle.id}`, "aria-label": puzzle.title });
      const pick = button(undefined, `Compare ${puzzle.title} with another`, "compare", () => this.pick(puzzle));
      pick.classList.add("pick");
      const card = html("article", { class: "card", "data-puzzle": puzzle.id }, link, pick);
      this.cards.set(puzzle.id, card);
      this.nearView.observe(card);
    }
    return this.cards.get(puzzle.id);
  }

  fill(card) {
    if (card.querySelector(".pictures")) return;
    const puzzle = this.page.puzzles.find(({ id }) => id === card.dataset.puzzle);
    const rules = rulesOf(puzzle);
    const picture = (board, title) => drawBoard(board, this.page.colours, title, hues(rules.board(rules.start).pieces)).image;
    // Goals that are whole boards are shown beside the start; others stand on the board.
    const goals = puzzle.kind === "pour" || rules.isMarked() ? [] : rules.goalBoards().slice(0, 1).map((board) => picture(board, "Its goal"));
    const share = this.hard(puzzle) / this.hardest;
    const goal = [...rules.pieces.values()].filter(({ goal: marked }) => marked);
    const apart = goal.length === 1 ? ` \u00b7 ${goal[0].label} of ${many(goal[0].cells.length, "cell")}` : "";
    card.querySelector("a").append(
      html("div", { class: "pictures" }, picture(rules.board(rules.start), puzzle.title), ...goals),
      html("h2", {}, puzzle.best === undefined ? puzzle.title : many(puzzle.best, unitOf(puzzle))),
      html("p", { class: "quiet" }, `${sizeOf(rules)}${apart}`),
      html("div", { class: "hard", title: "How hard it is to find the way" }, html("i", { style: `width:${Math.round(100 * share)}%` })));
    this.mark(puzzle);
  }

  /// Marks a card whose puzzle the person has solved.
  mark(puzzle) {
    const card = this.cards.get(puzzle.id);
    const { best } = memory.of(puzzle);
    if (!card || best === undefined) return;
    card.querySelector(".done")?.remove();
    const [link, solved] = [card.querySelector("a"), `Solved in ${best}`];
    // Its name is all that is read of a link.
    link.setAttribute("aria-label", `${puzzle.title}. ${solved}`);
    link.append(html("span", { class: "done", title: solved }, drawIcon(memory.isPerfect(puzzle) ? "star" : "check"), String(best)));
  }

  /// Takes a puzzle for comparing; the second one opens the window.
  pick(puzzle) {
    this.picked = this.picked.includes(puzzle) ? this.picked.filter((other) => other !== puzzle) : [...this.picked, puzzle];
    if (this.picked.length === 2) {
      this.compare(...this.picked);
      this.picked = [];
    }
    this.tell();
    for (const [id, card] of this.cards) card.querySelector(".pick").setAttribute("aria-pressed", this.picked.some((each) => each.id === id));
  }

  compare(...pair) {
    const picture = (puzzle) => {
      const rules = rulesOf(puzzle);
      return html("a", { href: `#${puzzle.id}` }, drawBoard(rules.board(rules.start), this.page.colours, puzzle.title).image, html("h3", {}, puzzle.title));
    };
    const rows = this.page.columns.map((column, index) => {
      const values = pair.map(({ values: all }) => all[index] ?? "");
      const more = Number(values[0]) - Number(values[1]);
      const cell = (value, most) => html("td", { class: most ? "number most" : "number" }, shownValue(value));
      return html("tr", {}, cell(values[0], more > 0), html("th", { scope: "row" }, column), cell(values[1], more < 0));
    });
    this.compared.show(html("h2", {}, "Side by side"), html("div", { class: "pair" }, picture(pair[0]), picture(pair[1])), html("table", {}, html("tbody", {}, ...rows)));
  }
}
