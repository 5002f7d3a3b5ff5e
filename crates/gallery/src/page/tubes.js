// Colour sort in glass tubes: a tube a container, open above, its objects as balls.

/// The picture of containers: `tubes` lists, for each, the cell at its bottom and its capacity.
function drawTubes(board, colours, title) {
  const [width, height] = [board.width * CELL, board.height * CELL];
  const image = svg("svg", {
    class: "gallery tubed", viewBox: `-10 -26 ${width + 20} ${height + 62}`, role: "img", "aria-label": title,
  });
  const glass = board.tubes.map(({ cell: [x, y], capacity }, index) => {
    const [left, right, top, bottom] = [x * CELL + 5, (x + 1) * CELL - 5, (y - capacity + 1) * CELL - 10, (y + 1) * CELL];
    const label = svg("text", { class: "tube-name", x: (x + 0.5) * CELL, y: bottom + 22 });
    label.textContent = index + 1;
    return svg("g", { class: "tube" },
      svg("path", { class: "glass", d: `M${left} ${top}V${bottom - 27}a27 27 0 0 0 54 0V${top}z` }),
      svg("path", { class: "lip", d: `M${left - 1} ${top}h${right - left + 2}` }),
      label);
  });
  const groups = new Map();
  // The tube says what is in it.
  const layer = svg("g", { class: "pieces", "aria-hidden": "true" });
  for (const piece of board.pieces) {
    const [fill, dark] = colours[piece.colour % colours.length];
    const [cx, cy] = piece.cells[0].map((at) => (at + 0.5) * CELL);
    const text = svg("text", { x: cx, y: cy + 7.5, class: dark ? "light" : undefined, style: "font-size:21px" });
    text.textContent = piece.label;
    const group = svg("g", { class: "piece ball" },
      svg("circle", { class: "face", cx, cy, r: 24.5, fill }),
      svg("path", { class: "gleam", d: `M${cx - 16} ${cy - 7}a17.5 17.5 0 0 1 13 -10` }),
      text);
    groups.set(piece.id, group);
    layer.append(group);
  }
  const shine = board.tubes.map(({ cell: [x, y], capacity }) =>
    svg("path", { class: "shine", d: `M${x * CELL + 11} ${(y - capacity + 1) * CELL}V${(y + 1) * CELL - 28}` }));
  image.append(...glass, layer, ...shine);
  return { image, groups, tubes: new Map(glass.entries()) };
}
