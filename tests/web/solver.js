// The solver in the page against the program, on random puzzles of every kind.
//
//   node solver.js ANTIPODE [SEED]
//
// The page's own code for asking is used, with the module as the page has it, and what comes back
// is compared with `antipode solve --link ... --json`: the moves, the solution and, for blocks, the
// states. Where several solutions are shortest, Panex may give another; there lengths are compared.

const { execFile } = require("node:child_process");
const { readFileSync } = require("node:fs");
const { availableParallelism } = require("node:os");
const { join } = require("node:path");
const { runInThisContext } = require("node:vm");
const { gunzipSync } = require("node:zlib");

const [antipode, seed = "1"] = process.argv.slice(2);
const page = join(__dirname, "../../crates/gallery/src/page");
runInThisContext(readFileSync(join(page, "solver.js"), "utf8"));
const module_ = new WebAssembly.Module(gunzipSync(readFileSync(join(page, "solver.wasm.gz"))));
const engine = runInThisContext("solverEngine");
const ask = engine(module_, () => {});

/// Random numbers, the same ones for the same seed (mulberry32).
let state = Number(seed);
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
const below = (number) => Math.floor(random() * number);
const choice = (list) => list[below(list.length)];
function shuffled(list) {
  const left = [...list];
  return list.map(() => left.splice(below(left.length), 1)[0]);
}

const METRICS = ["step", "slide", "move", "super-step", "super-slide", "super-move"];

/// Blocks: any outline, walls, axes, one to three goals, pieces told apart or not.
function blocks(number) {
  const [width, height] = choice([[2, 2], [3, 2], [2, 4], [3, 3], [3, 3], [4, 2], [4, 3], [3, 4]]);
  const cells = Array.from({ length: width * height }, (_, cell) => cell);
  const board = cells.map(() => (random() < 0.1 ? "#" : "."));
  const beside = (cell) => [cell - width, cell + width, ...(cell % width ? [cell - 1] : []),
    ...((cell + 1) % width ? [cell + 1] : [])].filter((other) => board[other] !== undefined);
  const walls = [];
  for (const cell of cells) {
    const right = cell + 1;
    if (beside(cell).includes(right) && board[cell] === "." && board[right] === "." && random() < 0.06) {
      walls.push([cell, right]);
    }
  }
  const parted = (one, other) => walls.some(([a, b]) => (a === one && b === other) || (a === other && b === one));
  const names = [..."ABCDEFGHIJKLMNOP"];
  const pieces = [];
  const free = () => cells.filter((cell) => board[cell] === ".");
  while (free().length > 2 && random() < 0.93) {
    const piece = [choice(free())];
    const name = names[pieces.length];
    board[piece[0]] = name;
    for (let more = below(3); more > 0; more--) {
      const from = choice(piece);
      const to = choice(beside(from));
      if (to === undefined || board[to] !== ".") continue;
      // No wall may run through a piece.
      if (piece.some((cell) => parted(cell, to))) continue;
      board[to] = name;
      piece.push(to);
    }
    pieces.push({ name, cells: piece });
  }
  if (pieces.length === 0) return blocks(number);
  const rows = (symbol) => Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => symbol(y * width + x)).join("")).join("\n");
  const goals = Array.from({ length: 1 + below(3) }, () => {
    const placed = new Map();
    for (const { name, cells } of shuffled(pieces).slice(0, 1 + below(2))) {
      const shift = choice(free().concat(cells)) - cells[0];
      const column = (cell) => cell % width;
      const there = cells.map((cell) => cell + shift);
      const whole = there.every((cell, index) => board[cell] !== undefined && board[cell] !== "#" && !placed.has(cell) &&
        column(cell) - column(there[0]) === column(cells[index]) - column(cells[0]));
      const cut = there.some((one) => there.some((other) => parted(one, other)));
      if (whole && !cut) for (const cell of there) placed.set(cell, name);
    }
    if (placed.size === 0) for (const cell of pieces[0].cells) placed.set(cell, pieces[0].name);
    return rows((cell) => placed.get(cell) ?? (board[cell] === "#" ? "#" : "."));
  });
  const some = (chance) => pieces.filter(() => random() < chance).map(({ name }) => name).join("");
  const place = (cell) => `${(cell % width) + 1},${Math.floor(cell / width) + 1}`;
  const keys = [["horizontal", some(0.1)], ["vertical", some(0.1)], ["distinct", some(0.1)]];
  const text = [
    ...keys.filter(([, value]) => value).map(([key, value]) => `${key}: ${value}`),
    ...walls.map(([one, other]) => `wall: ${place(one)} ${place(other)}`),
    "start:", rows((cell) => board[cell]),
    ...goals.flatMap((goal) => ["goal:", goal]), "",
  ].join("\n");
  const read = ask({ ask: "read", puzzle: text, metric: METRICS[number % METRICS.length] });
  if (read.error) throw new Error(`${read.error}\n${text}`);
  return read.link;
}

/// Colour sort: equal and unequal capacities, both rules.
function colours(number) {
  const [count, objects] = [2 + below(3), 2 + below(3)];
  const dealt = shuffled(Array.from({ length: count * objects }, (_, index) => "ABCD"[index % count]));
  const equal = random() < 0.7;
  const containers = Array.from({ length: count }, (_, index) => {
    const held = dealt.slice(index * objects, (index + 1) * objects).join("");
    return `${held}:${objects + (equal ? 0 : below(3))}`;
  });
  const empty = Array.from({ length: 1 + below(2) }, () => `:${objects}`);
  return `c1=${[...containers, ...empty].join(";")}:rule${1 + (number % 2)}`;
}

/// Tiles: the 8-puzzle and boards of up to eight cells in both metrics, and those of any parity.
function tiles(number) {
  const [width, height] = choice([[3, 3], [3, 3], [2, 2], [3, 2], [2, 4], [4, 2], [2, 3]]);
  const board = () => {
    const all = shuffled(Array.from({ length: width * height }, (_, tile) => tile));
    return Array.from({ length: height }, (_, y) => all.slice(y * width, (y + 1) * width).join(",")).join("/");
  };
  const goal = random() < 0.5 ? `:${board()}` : "";
  return `t1=${board()}${goal}:${number % 2 ? "multi" : "single"}`;
}

/// Panex: any two positions of towers up to height 4, settled or, where that is quick, not.
function panex() {
  const height = 1 + below(4);
  const position = () => {
    const tracks = [[], [], []];
    const all = shuffled(["b", "o"].flatMap((colour) => Array.from({ length: height }, (_, size) => [colour, size + 1])));
    const layers = [height + 1, height + 1, height + 1];
    for (const [colour, size] of all) {
      const open = [0, 1, 2].filter((track) => layers[track] > 0);
      // The tiles may take up all room that there is; then others are put there.
      if (open.length === 0) return position();
      const track = choice(open);
      let layer = Math.min(size, layers[track] - 1);
      if (height < 4 && random() < 0.1) layer = below(layer + 1);
      layers[track] = layer;
      tracks[track].push(`${colour}${size}@${layer}`);
    }
    return tracks.map((track) => track.join("")).join("/");
  };
  for (;;) {
    const link = `x1=${position()}:${position()}:move`;
    const read = ask({ ask: "read", puzzle: link });
    if (!read.error) return read.link;
  }
}

/// What the program answers, as JSON.
function program(link) {
  return new Promise((answer, fail) => {
    execFile(antipode, ["solve", "--link", `file:///page.html#${link}`, "--json", "--quiet"], (error, out) =>
      (error ? fail(error) : answer(JSON.parse(out))));
  });
}

/// Whether there is a solution, and what is wrong with the answers to a link, if anything.
async function compare(kind, link) {
  const wanted = await program(link);
  const found = ask({ ask: "solve", puzzle: link });
  const names = found.names ?? found.solution;
  const hint = ask({ ask: "hint", puzzle: link });
  const compared = [["error", found.error, undefined], ["moves", found.moves, wanted.moves], ["to go", hint.togo, wanted.moves]];
  // A fresh engine has no solution to go by: it looks up the distances of the group.
  if (kind === "blocks") {
    const fresh = engine(module_, () => {})({ ask: "hint", puzzle: link });
    compared.push(["states", found.states, wanted.states], ["to go afresh", fresh.togo, wanted.moves]);
  }
  if (kind !== "panex") compared.push(["solution", names, wanted.solution]);
  else if (names !== null) compared.push(["moves told", names.split(" ").filter(Boolean).length, wanted.moves]);
  const wrong = compared.filter(([, one, other]) => one !== other);
  return { solvable: wanted.moves !== null, wrong: wrong.map(([what, one, other]) => `${what}: ${one}, not ${other}`) };
}

async function main() {
  let failures = 0;
  const kinds = [["blocks", blocks, 300], ["colours", colours, 100], ["tiles", tiles, 100], ["panex", panex, 100]];
  for (const [kind, make, count] of kinds) {
    const links = Array.from({ length: count }, (_, number) => make(number));
    let [solvable, hopeless] = [0, 0];
    const work = async () => {
      while (links.length > 0) {
        const link = links.pop();
        const answer = await compare(kind, link);
        solvable += answer.solvable;
        hopeless += !answer.solvable;
        if (answer.wrong.length > 0) {
          failures += 1;
          console.error([`${kind}: ${link}`, ...answer.wrong].join("\n  "));
        }
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, work));
    console.log(`${kind}: ${solvable} solved, ${hopeless} without a solution, as the program says`);
  }
  process.exit(failures > 0 ? 1 : 0);
}

main();
