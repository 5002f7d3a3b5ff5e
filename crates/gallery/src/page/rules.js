// The rules of a puzzle, and what it counts.

function rulesOf(puzzle) {
  return puzzle.kind === "pour" ? new Pour(puzzle) : new Slide(puzzle);
}

/// What a puzzle counts, in the singular.
function unitOf({ metric }) {
  return ["step", "slide", "super-step", "super-slide", "super-move"].includes(metric) ? metric : "move";
}
