// The solver: questions to our own search code (crates/web), which runs as WebAssembly in a worker.
//
//   const solver = new Solver();                    // nothing is started before the first question
//   const answer = await solver.ask({ ask: "solve", puzzle: "p1=…" }, (states) => show(states));
//   if (answer.error) say(answer.error); else …
//   solver.stop();                                  // a pending answer becomes { error, why: "stopped" }
//
// Questions are answered in turn. An answer always comes: what goes wrong is in its `error`, a
// sentence or the words for one, and `why` is one of "text" (it says no puzzle: `line` and `column`,
// from 1, where they are known), "damage" (a link has been cut off or damaged), "version" (a link
// of a form that is not known here), "kind" (nobody knows that of such a puzzle), "size", "memory"
// and "time" (more than the page can or may take: `command` is the line to go on with), "stopped",
// "browser" (it has not what it takes) and "bug". Meanwhile the states stored so far are told, some
// ten times a second.
//
// Every question has these fields; all values are text or numbers.
//   ask       what is asked, see below
//   puzzle    for blocks a link or any of the five text forms; for other kinds a link. A link is
//             what follows the # of an address, such as `p1=4x4:AABC/DEBB/DFGH/.FI:///..AA:move`;
//             whole addresses are read as well.
//   metric    what counts in blocks: "step", .., "super-move"; that of the link, or else "move".
//   position  a board in the notation of the page's puzzle: where to stand, instead of its start.
//   memory    about how many bytes may be used; 1 GiB if not given.
//   budget    after how many milliseconds to give up; never if not given.
//
// What is asked, and what the answer has:
//   read        { link, puzzle, forms } -- `puzzle` as the page holds puzzles, without id and
//               values, its `title` perhaps empty; `forms` only for blocks, from the name of each
//               of the five text forms to the text, or to { error } where it cannot say the puzzle.
//   solve       { moves, states, solution, names, goal } -- `moves` is null if it is proved that
//               there is no solution; `solution` and `names` as in the page's puzzles. From
//               `position` if given.
//   hint        { togo, move, name } -- the fewest moves from `position`, null if it cannot be
//               solved from there, 0 if it is solved; the next move of a shortest solution as the
//               player reads it, and as it is called (the same, but for tiles and Panex). What
//               was found out is kept in the worker: further hints of the same puzzle are instant, unless
//               it can reach too many boards; then they are where the last solution goes.
//   difficulty  the keys of `antipode difficulty --json`. Blocks only; null for a puzzle without a
//               solution.
//   harder      { moves, states, link, puzzle } -- the farthest start that can be reached; blocks
//               only; `moves` is null if there is no solution.
//   hardest     the same for all arrangements of the same pieces, whether they can be reached or not.

/// Instantiates the module; what it stores is told to `stored`. Returns the function that answers
/// one question.
function solverEngine(module, stored) {
  const env = { stored, now: () => performance.now() };
  const { memory, reserve, ask, answer } = new WebAssembly.Instance(module, { env }).exports;
  return (question) => {
    const given = Object.entries(question).filter(([, value]) => value !== undefined);
    const bytes = new TextEncoder().encode(new URLSearchParams(given));
    const at = reserve(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = ask();
    return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, answer(), length)));
  };
}

/// What the worker runs. Messages to it are the bytes of the module in gzip, then [number, question]
/// each; messages from it are { number, states } and { number, answer }.
function solverWorker() {
  let engine;
  let number;
  let states = 0;
  let told = 0;
  const stored = (more) => {
    states += more;
    const now = performance.now();
    if (now - told < 100) return;
    told = now;
    postMessage({ number, states });
  };
  const unpack = async (bytes) => {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return solverEngine(new WebAssembly.Module(await new Response(stream).arrayBuffer()), stored);
  };
  // An error in here is told to the page only if it is thrown outside of a promise.
  const fail = (error) => setTimeout(() => {
    throw error;
  });
  onmessage = ({ data }) => {
    if (!engine) {
      engine = unpack(data);
      return;
    }
    engine.then((ask) => {
      number = data[0];
      states = 0;
      postMessage({ number, answer: ask(data[1]) });
    }).catch(fail);
  };
}

class Solver {
  constructor() {
    this.pending = new Map();
    this.asked = 0;
  }

  /// Asks a question. `states` is called with the number of states stored so far.
  ask(question, states) {
    const missing = ["Worker", "WebAssembly", "DecompressionStream"].find((name) => !(name in globalThis));
    if (missing) return Promise.resolve({ error: `The solver needs a newer browser: this one has no ${missing}.`, why: "browser" });
    try {
      this.worker ??= this.start();
    } catch (error) {
      return Promise.resolve({ error: `The solver needs a worker, which this browser does not let it have: ${error.message}`, why: "browser" });
    }
    const number = this.asked++;
    this.worker.postMessage([number, question]);
    return new Promise((answer) => this.pending.set(number, { answer, states }));
  }

  /// Whether there are questions without an answer.
  get busy() {
    return this.pending.size > 0;
  }

  /// Gives up all questions, and forgets what was found out.
  stop() {
    this.end({ error: "Stopped.", why: "stopped" });
  }

  start() {
    const code = `"use strict";\n${solverEngine}\n(${solverWorker})();`;
    const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    const worker = new Worker(address);
    URL.revokeObjectURL(address);
    worker.onmessage = ({ data: { number, states, answer } }) => {
      const asked = this.pending.get(number);
      if (answer === undefined) return asked?.states?.(states);
      this.pending.delete(number);
      asked?.answer(answer);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.end(solverFailure(event.message));
    };
    const text = document.getElementById("solver").textContent;
    const bytes = Uint8Array.from(atob(text), (symbol) => symbol.charCodeAt(0));
    worker.postMessage(bytes, [bytes.buffer]);
    return worker;
  }

  end(answer) {
    this.worker?.terminate();
    this.worker = undefined;
    const pending = [...this.pending.values()];
    this.pending.clear();
    for (const asked of pending) asked.answer(answer);
  }
}

/// What to say of an error that ended the worker.
function solverFailure(message) {
  // A worker that is not let begin says nothing, and one that may not compile says so.
  if (!message || /CompileError|Content Security Policy/.test(message)) {
    return { error: "The solver may not run here: this browser, or the site that the page is on, does not let it.", why: "browser" };
  }
  return { error: `The solver failed, which is a bug: ${message}`, why: "bug" };
}
