// What is printed of a puzzle that is being made: its title and task, its goals and its board, as
// the player has them on paper.

function sheetOf(puzzle, colours) {
  const rules = rulesOf(puzzle);
  const board = rules.board(rules.start);
  const chosen = hues(board.pieces);
  const picture = (shown, title) => {
    const { image } = drawBoard(shown, colours, title, chosen);
    image.style.setProperty("--ratio", image.viewBox.baseVal.width / image.viewBox.baseVal.height);
    return image;
  };
  const goals = rules.goalBoards();
  return [
    html("div", { class: "head" }, html("div", {}, html("h2", {}, puzzle.title), html("p", { class: "quiet" }, taskOf(puzzle, rules)))),
    html("div", { class: "goal-inset goals" }, html("span", { class: "quiet" }, goalsOf(goals.length)), ...goals.slice(0, 4).map((goal) => picture(goal, "A goal"))),
    html("div", { class: "board stage" }, picture(board, puzzle.title)),
  ];
}
