// The page: its parts, of which one is shown at a time, and the links to them.
//
// `#p9-1` plays a puzzle of the page, `#p1=..` one that is all in the link, `#puzzles?filter=..`
// shows the list, `#make` the editor and `#data` the figures.

const page = JSON.parse(find("data").textContent);
const byId = new Map(page.puzzles.map((puzzle) => [puzzle.id, puzzle]));
/// Reads and writes texts and links, which waits for no search: those who search have a solver each.
const reader = new Solver();

/// The figures of a puzzle, by the page's columns.
function factsOf(puzzle) {
  return page.columns.map((column, index) => [column, puzzle.values?.[index] ?? ""]).filter(([, value]) => value !== "");
}

/// The name of a puzzle that has none.
const SHARED = "A shared puzzle";

/// Whether the title of a puzzle is a name that somebody gave it: what is changed is called so, too.
const isNamed = ({ id, title, board }) => !(list && byId.has(id)) && ![SHARED, UNTITLED, board].includes(title);

/// The puzzle that comes `by` places after another in the list as it is sorted and filtered.
function beside(puzzle, by) {
  const order = list?.chosen.length > 1 ? list.chosen : page.puzzles;
  const at = order.findIndex(({ id }) => id === (puzzle.whole ?? puzzle).id);
  if (order.length < 2 || at < 0) return order.length > 1 ? order[0] : undefined;
  return order[(at + by + order.length) % order.length];
}
const go = (puzzle) => {
  if (puzzle) location.hash = puzzle.id;
};

const list = page.puzzles.length > 1 ? new List(page) : undefined;
const sharing = new Sharing(page, reader);
const player = new Player(page, {
  beside: (puzzle, by, ask) => (ask ? beside(puzzle, by) : go(beside(puzzle, by))),
  random: (puzzle) => {
    const others = page.puzzles.filter(({ id }) => id !== puzzle.id);
    go(others[Math.floor(Math.random() * others.length)]);
  },
  edit: (puzzle) => {
    editor.take({ ...puzzle, title: isNamed(puzzle) ? puzzle.title : "" });
    location.hash = "make";
  },
  share: (game) => sharing.open(game.puzzle, game.rules.text(game.state)),
  // What is nearer to the goal is not the puzzle of the list.
  solved: (puzzle) => puzzle.whole || list?.mark(puzzle),
});
const editor = new Editor(page, reader, {
  play: (puzzle) => {
    made = puzzle;
    if (!puzzle.link) play(puzzle);
    location.hash = puzzle.link ?? "play";
  },
  share: (puzzle) => sharing.open(puzzle),
  drawn: () => {
    if (view === "make") entitle(shownIn(view));
  },
});
/// The puzzle that was last made or opened by a link, which has no place in the list.
let made;

const VIEWS = [
  ["play", "Play"],
  ...(list ? [["puzzles", "Puzzles"]] : []),
  ["make", "Make"],
  ...(page.facts.length + page.charts.length > 0 ? [["data", "Data"]] : []),
];
const scrolled = {};
let view;

/// Says what is shown, which tells it apart among tabs and in the browser's history.
function entitle(shown) {
  document.title = [...new Set([shown, page.title])].join(" \u2013 ");
}

/// The title of a puzzle; of one without a name, its size and its moves as well.
function calledOf(puzzle) {
  const { title, best } = puzzle;
  if (![SHARED, UNTITLED].includes(title)) return title;
  return [title, sizeOf(rulesOf(puzzle)), ...(best > 0 ? [many(best, unitOf(puzzle))] : [])].join(", ");
}

/// What a view shows: of the editor, the draft as well.
function shownIn(name) {
  const called = new Map(VIEWS).get(name);
  if (name !== "make") return called;
  const { draft } = editor;
  const pieces = draft.ids().length;
  const what = draft.title || (pieces > 0 ? many(pieces, "piece") : "");
  return what ? `${called}: ${what}` : called;
}

function show(name) {
  entitle(shownIn(name));
  if (view && view !== name) scrolled[view] = scrollY;
  for (const [each] of VIEWS) {
    find(`view-${each}`).hidden = each !== name;
    if (each === name) find(`tab-${each}`).setAttribute("aria-current", "page");
    else find(`tab-${each}`).removeAttribute("aria-current");
  }
  if (view !== name) scrollTo(0, name === "play" ? 0 : scrolled[name] ?? 0);
  view = name;
}

function play(puzzle) {
  show("play");
  entitle(calledOf(puzzle));
  // Its end, if that is what is played, stays.
  if (player.game?.whole !== puzzle) {
    player.open(puzzle, factsOf(puzzle));
    scrollTo(0, 0);
  }
  // The way back to it, even after the page is loaded anew.
  find("tab-play").href = `#${byId.get(puzzle.id) === puzzle ? puzzle.id : puzzle.link ?? "play"}`;
  player.stage.box.focus({ preventScroll: true });
}

/// The puzzle to begin with: the hardest.
function first() {
  const column = page.columns.indexOf(page.sorted);
  const hard = (puzzle) => Number(puzzle.values[column]) || 0;
  return page.puzzles.reduce((best, puzzle) => (column >= 0 && hard(puzzle) > hard(best) ? puzzle : best), page.puzzles[0]);
}

/// Shows what the address names.
async function follow() {
  const hash = location.hash.slice(1);
  const [name, query] = hash.split("?", 2);
  // What a window is about is not what is behind it now.
  document.querySelector("dialog[open]")?.close();
  trouble();
  if (byId.has(hash)) return play(byId.get(hash));
  if (isLink(hash)) return followLink(hash);
  if (name === "puzzles" && list) {
    list.follow(query);
    return show("puzzles");
  }
  if (name === "data" && VIEWS.some(([each]) => each === "data")) return show("data");
  if (name === "make") return openEditor();
  const puzzle = player.game?.whole ?? made ?? first();
  if (/^p\d+-\d+$/.test(hash)) trouble(`This page has no puzzle ${hash}: its link belongs to another page.`);
  else if (!["", "play", "main"].includes(hash)) trouble("This link is cut off or damaged, or belongs to another page: ask for it again.");
  if (puzzle) return play(puzzle);
  if (hash === "play") trouble("There is no puzzle to play yet: make one here, and press Play beside Solve.");
  return openEditor();
}

/// Plays the puzzle that a link holds; one that is damaged opens the editor.
async function followLink(link) {
  if (made?.link !== link) {
    const answer = await reader.ask({ ask: "read", puzzle: link });
    if (location.hash.slice(1) !== link) return;
    if (answer.error) {
      trouble(failureOf(answer));
      openEditor();
      return;
    }
    made = { ...answer.puzzle, id: "shared", values: [], title: answer.puzzle.title || SHARED, link: answer.link };
  }
  play(made);
  if (made.best !== undefined || player.solver.busy) return;
  // Its best is worth knowing, if that is found in a moment.
  await player.findSolution(3000);
  if (view === "play" && player.game.whole === made) entitle(calledOf(made));
}

function openEditor() {
  show("make");
  editor.draw();
}

find("views").append(...VIEWS.map(([name, text]) => html("a", { id: `tab-${name}`, href: `#${name}` }, text)));
find("view-play").append(player.element);
find("view-make").append(editor.element);
player.parts.beside.hidden = page.puzzles.length < 2;
drawData(page, (id) => (player.game && player.game.whole.id === id ? player.distance() : undefined));
keepAddress(document.querySelector(".skip"), find("main"));
// Whoever goes back comes to what was shown first.
try {
  if (location.hash === "") history.replaceState(null, "", `#${first()?.id ?? "make"}`);
} catch {
  // Where the page is a part of another that is no file, it has no address of its own.
}
// Where another page holds this one as a text, links are taken for parts of that one.
document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="#"]');
  const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (!link || elsewhere || event.defaultPrevented) return;
  event.preventDefault();
  location.hash = link.getAttribute("href");
});
addEventListener("hashchange", follow);
follow();
