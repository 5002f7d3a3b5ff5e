// The rules of a puzzle, and what it counts.

function rulesOf(puzzle) {
  return puzzle.kind === "pour" ? new Pour(puzzle) : new Slide(puzzle);
}

/// Whether a puzzle is one of sliding blocks, whose pieces go anywhere and are called what is seen on them. Such a
/// puzzle can be changed and said as text; others have rules or numbers of their own.
function isBlocks({ kind, metric, pieces }) {
  const isPlain = ([id, { depth, label }]) => depth === undefined && (label ?? id) === id;
  return kind === "slide" && metric !== "push" && Object.entries(pieces ?? {}).every(isPlain);
}

/// How much there is of a puzzle.
function sizeOf(rules) {
  return rules instanceof Pour ? many(rules.count, "tube") : many(rules.pieces.size, "piece");
}

/// What a puzzle counts, in the singular.
function unitOf({ metric }) {
  return ["step", "slide", "super-step", "super-slide", "super-move"].includes(metric) ? metric : "move";
}
