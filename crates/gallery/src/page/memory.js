// What the browser keeps for a person: of each puzzle the own moves and the best result, in local
// storage where there is any. A puzzle is known by what it is, not by the page it stands on.

const memory = {
  key({ kind, metric, rule, board, goals }) {
    return `antipode ${kind} ${metric} ${rule ?? ""} ${board} ${(goals ?? []).join(" ")}`;
  },

  /// What is kept of a puzzle: `{ moves, undone, hints, helped, best }`, or nothing.
  of(puzzle) {
    return this.get(this.key(puzzle)) ?? {};
  },

  keep(puzzle, what) {
    this.set(this.key(puzzle), what);
  },

  get(key) {
    try {
      const kept = JSON.parse(localStorage.getItem(key));
      return typeof kept === "object" && kept ? kept : undefined;
    } catch {
      return undefined;
    }
  },

  set(key, what) {
    try {
      localStorage.setItem(key, JSON.stringify(what));
    } catch {
      // Without storage, or with a full one, it lasts as long as the page.
    }
  },
};
