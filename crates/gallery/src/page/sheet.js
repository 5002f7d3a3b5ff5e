// What is printed of a puzzle that is being made: its title and task, its goals and its board, as
// the player has them on paper.

function sheetOf(puzzle, colours) {
  const rules = rulesOf(puzzle);
  const board = rules.board(rules.start);
  const chosen = hues(board.pieces);
  const goals = rules.goalBoards();
  const pictures = goals.slice(0, 4).map((goal) => drawBoard(goal, colours, "A goal", chosen).image);
  return [
    html("div", { class: "head" }, html("div", {}, html("h2", {}, puzzle.title), html("p", { class: "quiet" }, taskOf(puzzle, rules)))),
    html("div", { class: "goal-inset goals" }, html("span", { class: "quiet" }, goalsOf(goals.length)), ...pictures),
    html("div", { class: "board stage" }, drawLarge(board, colours, chosen).image),
  ];
}
