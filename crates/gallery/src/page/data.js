// The data of a batch: its figures, its charts and its table.

function drawData(page, distance) {
  find("facts").append(...drawFacts(page.facts));
  drawTable(page);
  for (const chart of page.charts) find("charts").append(drawFigure(chart, page, distance));
}

function drawTable(page) {
  const rows = page.table.map((id) => page.puzzles.find((puzzle) => puzzle.id === id)).filter(Boolean);
  if (rows.length < 2) return find("table").remove();
  const kinds = page.columns.map((_, index) => (rows.some(({ values }) => isNaN(values[index])) ? undefined : "number"));
  const head = html("tr", {}, ...page.columns.map((column, index) => html("th", { scope: "col", class: kinds[index], title: WORDS[column] || undefined }, column)));
  const body = rows.map((puzzle) => html("tr", {}, ...page.columns.map((_, index) => {
    const value = shownValue(puzzle.values[index] ?? "");
    const link = index === 0 ? html("a", { href: `#${puzzle.id}`, "aria-label": `Play ${puzzle.title}` }, value) : value;
    return html("td", { class: kinds[index] }, link);
  })));
  find("table").querySelector("table").append(html("thead", {}, head), html("tbody", {}, ...body));
}

/// Charts are drawn anew where their width changes, so that their letters keep their size.
/// `distance(id)` is where the person stands in a puzzle, if that is known.
function drawFigure({ series, shown: first, note, ...chart }, page, distance) {
  const caption = html("figcaption", {}, chart.title);
  const plot = html("div", { class: "plot" });
  const figure = html("figure", {}, caption, series.length > 0 ? plot : undefined, note ? html("p", { class: "quiet" }, note) : undefined);
  if (series.length === 0) return figure;
  let index = first;
  let width = 0;
  const draw = () => plot.replaceChildren(drawChart({ ...chart, ...series[index], here: distance(series[index].puzzle) }, width));
  if (series.length > 1) {
    const select = html("select", { "aria-label": chart.title }, ...series.map(({ name }, at) => html("option", { value: at, selected: at === first }, name)));
    select.addEventListener("change", () => {
      index = Number(select.value);
      draw();
    });
    caption.append(select);
  }
  new ResizeObserver(() => {
    width = plot.clientWidth;
    if (width > 0) draw();
  }).observe(plot);
  return figure;
}
