// A puzzle of the page as text: the own form of the program, which the solver reads. (Other forms,
// and links, are the solver's to write.)

/// Sliding blocks as the program's own form of text.
function textOf(puzzle) {
  const names = [...new Set([...puzzle.board].filter((id) => !".#/".includes(id)))];
  const look = (id) => puzzle.pieces?.[id] ?? {};
  const goals = puzzle.goals ?? [];
  const listed = (key, ids) => (ids.length > 0 ? [`${key}: ${ids.join("")}`] : []);
  // Pieces with one mark stand in for each other; those without one too.
  const marks = new Map();
  for (const id of names) marks.set(look(id).mark ?? 0, [...(marks.get(look(id).mark ?? 0) ?? []), id]);
  const alike = [...marks.values()].filter((ids) => ids.length > 1);
  const walls = (puzzle.barriers ?? []).map(([a, b, c, d]) => `${a + 1},${b + 1} ${c + 1},${d + 1}`);
  const ground = puzzle.board.split("/");
  const goalRows = (goal) => goal.split("/").map((row, y) => [...row].map((id, x) => ([...ground[y]][x] === "#" ? "#" : id)).join(""));
  return [
    ...(puzzle.title ? [`title: ${puzzle.title.replace(/\s+/g, " ")}`] : []),
    ...listed("horizontal", names.filter((id) => ["h", "n"].includes(look(id).axis))),
    ...listed("vertical", names.filter((id) => ["v", "n"].includes(look(id).axis))),
    ...listed("distinct", [...marks].filter(([mark, ids]) => mark !== 0 && ids.length === 1).flatMap(([, ids]) => ids)),
    ...alike.map((ids) => `alike: ${ids.join("")}`),
    ...walls.map((wall) => `wall: ${wall}`),
    "start:",
    ...ground,
    ...goals.flatMap((goal) => ["goal:", ...goalRows(goal)]),
    "",
  ].join("\n");
}

/// Whether a text is a link that holds a puzzle.
const isLink = (text) => /^[pctx]\d+=/.test(text);

/// What the solver is told of a puzzle: its link, or a text.
function toldOf(puzzle) {
  if (puzzle.link) return { puzzle: puzzle.link };
  return { puzzle: textOf(puzzle), metric: puzzle.metric };
}
