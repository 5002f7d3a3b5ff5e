// All batches: a card each, and two of them side by side, by number of pieces.
//
// `#4x4&4x4-slide` names the two.

const index = JSON.parse(find("data").textContent);
const byName = new Map(index.batches.map((batch) => [batch.name, batch]));

function picture(puzzle) {
  const rules = rulesOf(puzzle);
  return drawBoard(rules.board(rules.start), [], puzzle.title).image;
}

/// Pictures are drawn as they come near the view.
const nearView = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) if (isIntersecting) drawIn(target);
}, { rootMargin: "400px" });
function drawIn(box) {
  nearView.unobserve(box);
  if (!box.firstChild) box.append(picture(box.puzzle));
}
// Paper has no view to come near to.
addEventListener("beforeprint", () => {
  for (const box of document.querySelectorAll(".pictures")) drawIn(box);
});
function pictured(puzzle) {
  const box = html("div", { class: "pictures" });
  box.puzzle = puzzle;
  nearView.observe(box);
  return box;
}

/// A link to a batch's page, or to a puzzle on it.
const linked = (batch, id, ...children) =>
  (batch.page ? html("a", { href: `${encodeURIComponent(batch.folder)}/index.html${id ? `#${id}` : ""}` }, ...children) : html("div", {}, ...children));

function card(batch) {
  const hardest = batch.puzzles.reduce((best, puzzle) => (puzzle.best > best.best ? puzzle : best));
  const made = linked(batch, "", pictured(hardest), html("h2", {}, batch.name),
    html("p", {}, `up to ${many(hardest.best, unitOf(hardest))}`), html("p", { class: "quiet" }, batch.kind));
  return html("article", { class: "card" }, made);
}

/// The rows of two batches: of each number of pieces the hardest puzzle of both.
function side(one, other) {
  const pieces = (puzzle) => Number(puzzle.values[0]);
  const counts = [...new Set([...one.puzzles, ...other.puzzles].map(pieces))].sort((a, b) => a - b);
  const cell = (batch, count, rival) => {
    const puzzle = batch.puzzles.find((each) => pieces(each) === count);
    if (!puzzle) return html("td", {}, "\u2013");
    const more = !rival || puzzle.best > rival.best;
    return html("td", {}, linked(batch, puzzle.id, pictured(puzzle), html("span", { class: more ? "most" : "" }, many(puzzle.best, unitOf(puzzle)))));
  };
  const rows = counts.map((count) => {
    const [a, b] = [one, other].map((batch) => batch.puzzles.find((each) => pieces(each) === count));
    return html("tr", {}, cell(one, count, b), html("th", { scope: "row" }, many(count, "piece")), cell(other, count, a));
  });
  const head = (batch) => html("th", { scope: "col" }, linked(batch, "", batch.name), html("p", { class: "quiet" }, batch.kind));
  find("both").replaceChildren(html("table", {}, html("thead", {}, html("tr", {}, head(one), html("th"), head(other))), html("tbody", {}, ...rows)));
}

/// The names in the address, of which one that is not chosen yet is empty.
function named() {
  const names = location.hash.slice(1).split("&");
  try {
    return names.map(decodeURIComponent);
  } catch {
    // It is no text that was encoded so.
    return names;
  }
}

function follow() {
  const names = named();
  const [one, other] = names.map((name) => byName.get(name));
  const unknown = names.filter((name) => name && !byName.has(name));
  trouble(unknown.map((name) => `There is no batch ${name} here.`).join(" "));
  find("both").hidden = !(one && other);
  find("batches").hidden = Boolean(one && other);
  find("one").value = one?.name ?? "";
  find("other").value = other?.name ?? "";
  document.title = [...(one && other ? [`${one.name} and ${other.name}`] : []), index.title].join(" \u2013 ");
  if (one && other) side(one, other);
}

for (const id of ["one", "other"]) {
  find(id).append(html("option", { value: "" }, "choose"), ...index.batches.map(({ name }) => html("option", { value: name }, name)));
  find(id).addEventListener("change", () => {
    const names = ["one", "other"].map((each) => find(each).value);
    location.hash = names.some(Boolean) ? names.map(encodeURIComponent).join("&") : "";
  });
}
keepAddress(document.querySelector(".skip"), find("main"));
find("batches").append(...index.batches.map(card));
addEventListener("hashchange", follow);
follow();
