// The page: facts, table and charts, the cards, filter and sort, and links.
//
// A card is an empty box until it comes near the view, so that ten thousand of them scroll.

const page = JSON.parse(document.getElementById("data").textContent);
const player = new Player(page);
const byId = new Map(page.puzzles.map((puzzle) => [puzzle.id, puzzle]));
const find = (id) => document.getElementById(id);

/// The figures of a puzzle, by the page's columns.
function facts(puzzle) {
  return page.columns.map((column, index) => [column, puzzle.values[index] ?? ""]).filter(([, value]) => value !== "");
}
const shown = (value) => {
  const found = /^\d{4,}(?:\.(\d+))?$/.exec(value);
  return found ? Number(value).toLocaleString("en", { minimumFractionDigits: found[1]?.length ?? 0 }) : value;
};

/// The columns that cards have room for: the first that are not in the title. The player shows all.
const onCards = () => page.columns.filter((column) => !page.titled.includes(column)).slice(0, 4);

function fillCard(card) {
  const puzzle = byId.get(card.dataset.puzzle);
  const rules = rulesOf(puzzle);
  const list = html("dl", {}, ...facts(puzzle).filter(([name]) => onCards().includes(name)).flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, shown(value))]));
  card.append(drawBoard(rules.board(rules.start), page.colours, puzzle.title).image, html("h3", {}, puzzle.title), list);
}

const nearView = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    nearView.unobserve(target);
    fillCard(target);
  }
}, { rootMargin: "600px" });

const cards = new Map();
function cardOf(puzzle) {
  if (!cards.has(puzzle.id)) {
    const card = html("a", { class: "card", href: `#${puzzle.id}`, "data-puzzle": puzzle.id, "aria-label": puzzle.title });
    cards.set(puzzle.id, card);
    nearView.observe(card);
  }
  return cards.get(puzzle.id);
}

/// Whether a puzzle is as every word of a filter says: `moves>80`, `pieces=9`, or any text in
/// its title, board or figures.
function passes(puzzle, words) {
  return words.every((word) => {
    const [, name, sign, number] = /^([^<>=]+)(<=|>=|=|<|>)(-?[\d.]+)$/.exec(word) ?? [];
    const index = page.columns.findIndex((column) => name && column.toLowerCase().startsWith(name));
    if (index >= 0) {
      const value = Number(puzzle.values[index]);
      const than = Number(number);
      return { "<": value < than, ">": value > than, "=": value === than, "<=": value <= than, ">=": value >= than }[sign];
    }
    return [puzzle.title, puzzle.board, ...puzzle.values].some((text) => text.toLowerCase().includes(word));
  });
}

function list() {
  const words = find("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  const [column, direction] = find("sort").value.split(" ").map(Number);
  const chosen = page.puzzles.filter((puzzle) => passes(puzzle, words));
  if (column >= 0) {
    const value = (puzzle) => puzzle.values[column] ?? "";
    const compare = (a, b) => (value(a) === "") - (value(b) === "") ||
      direction * (value(a) - value(b) || 0) || (isNaN(value(a)) ? direction * value(a).localeCompare(value(b)) : 0);
    chosen.sort(compare);
  }
  find("cards").replaceChildren(...chosen.map(cardOf));
  const all = page.puzzles.length;
  find("count").textContent = `${chosen.length === all ? "" : `${chosen.length.toLocaleString("en")} of `}${all.toLocaleString("en")} ${all === 1 ? "puzzle" : "puzzles"}`;
}

/// Opens the puzzle that the address names, and closes the player when it names none.
function follow() {
  const puzzle = byId.get(decodeURIComponent(location.hash.slice(1)));
  if (!puzzle) return player.dialog.open && player.dialog.close();
  player.open(puzzle, facts(puzzle).map(([name, value]) => [name, shown(value)]), () => {
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
    // The keyboard goes on from the card.
    const card = cards.get(puzzle.id);
    card?.focus({ preventScroll: true });
    card?.scrollIntoView({ block: "nearest" });
  });
}

function table() {
  const rows = page.table.map((id) => byId.get(id)).filter(Boolean);
  if (rows.length < 2) return find("table").remove();
  const kinds = page.columns.map((_, index) => (rows.some(({ values }) => isNaN(values[index])) ? undefined : "number"));
  const head = html("tr", {}, ...page.columns.map((column, index) => html("th", { scope: "col", class: kinds[index] }, column)));
  const body = rows.map((puzzle) => html("tr", {}, ...page.columns.map((_, index) => {
    const value = shown(puzzle.values[index] ?? "");
    const link = index === 0 ? html("a", { href: `#${puzzle.id}` }, value) : value;
    return html("td", { class: kinds[index] }, link);
  })));
  find("table").querySelector("table").append(html("thead", {}, head), html("tbody", {}, ...body));
}

/// Charts are drawn anew where their width changes, so that their letters keep their size.
function charts() {
  for (const { series, shown: first, note, ...chart } of page.charts) {
    const caption = html("figcaption", {}, chart.title);
    const plot = html("div", { class: "plot" });
    const figure = html("figure", {}, caption, series.length > 0 ? plot : undefined, note ? html("p", { class: "hint" }, note) : undefined);
    find("charts").append(figure);
    if (series.length === 0) continue;
    let index = first;
    let width = 0;
    const draw = () => plot.replaceChildren(drawChart({ ...chart, ...series[index] }, width));
    if (series.length > 1) {
      const select = html("select", { "aria-label": chart.title }, ...series.map(({ name }, at) => html("option", { value: at, selected: at === first }, name)));
      select.addEventListener("change", () => {
        index = Number(select.value);
        draw();
      });
      caption.append(select);
    }
    new ResizeObserver(() => {
      if (plot.clientWidth === width) return;
      width = plot.clientWidth;
      draw();
    }).observe(plot);
  }
}

find("facts").append(...page.facts.map(([name, value]) => html("div", {}, html("dt", {}, name), html("dd", {}, shown(value)))));
table();
charts();
if (page.puzzles.length < 2) find("tools").remove();
else {
  const option = (text, column, direction) => html("option", { value: `${column} ${direction}` }, text);
  find("sort").append(option("As listed", -1, 1), ...page.columns.flatMap((column, index) =>
    [option(`${column}, most first`, index, -1), option(`${column}, least first`, index, 1)]));
  const sorted = page.columns.indexOf(page.sorted);
  if (sorted >= 0) find("sort").value = `${sorted} -1`;
  find("cards").style.setProperty("--rows", onCards().length);
  find("filter").addEventListener("input", list);
  find("sort").addEventListener("change", list);
}
if (find("filter")) list();
else find("cards").append(...page.puzzles.map(cardOf));
addEventListener("hashchange", follow);
follow();
if (page.puzzles.length === 1 && !location.hash) location.hash = page.puzzles[0].id;
