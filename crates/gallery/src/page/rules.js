// The rules of a puzzle, and what it counts.

function rulesOf(puzzle) {
  return puzzle.kind === "pour" ? new Pour(puzzle) : new Slide(puzzle);
}

/// Whether a puzzle is one of sliding blocks, whose pieces go anywhere. Such a puzzle can be changed
/// and said as text; others have rules of their own.
function isBlocks({ kind, metric, pieces }) {
  return kind === "slide" && metric !== "push" && Object.values(pieces ?? {}).every(({ depth }) => depth === undefined);
}

/// How much there is of a puzzle.
function sizeOf(rules) {
  return rules instanceof Pour ? many(rules.count, "tube") : many(rules.pieces.size, "piece");
}

/// What a puzzle counts, in the singular.
function unitOf({ metric }) {
  return ["step", "slide", "super-step", "super-slide", "super-move"].includes(metric) ? metric : "move";
}
