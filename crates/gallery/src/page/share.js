// Sharing a puzzle: its link, its text, its picture.

/// Copies a text, and says so; where the page may not, the text is selected for the person to copy.
async function copy(text, note) {
  try {
    await navigator.clipboard.writeText(text);
    note.textContent = "Copied.";
  } catch {
    const focused = document.activeElement;
    const field = html("textarea", { class: "unseen" });
    field.value = text;
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    note.textContent = document.execCommand("copy") ? "Copied." : "This browser does not let pages copy.";
    field.remove();
    focused.focus({ preventScroll: true });
  }
}

/// Hands a file to the person.
function save(name, type, content) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  html("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/// The most pixels of a side of a picture: browsers make none with more than 16,384, on phones fewer.
const LONGEST_SIDE = 4096;

class Sharing {
  constructor(page, reader) {
    Object.assign(this, { page, reader });
    this.dialog = openable(html("dialog", { id: "sharing", "aria-label": "Share" }));
  }

  /// Opens the window for a puzzle; `position` is where the person stands in it.
  async open(puzzle, position = puzzle.board) {
    const answer = await this.reader.ask({ ask: "read", ...toldOf(puzzle) });
    const note = html("p", { class: "quiet", role: "status" }, answer.error ? failureOf(answer) : "");
    const link = answer.link ? location.href.replace(/#.*/, "") + `#${answer.link}` : "";
    // Nobody else can open a file of this computer.
    const own = link && location.protocol === "file:" ? "This page is a file of your own: others put what begins with # behind the address of a page of theirs." : "";
    const field = html("input", { id: "link", type: "text", readonly: true, "aria-label": "Link" });
    field.value = link;
    field.addEventListener("focus", () => field.select());
    const text = answer.forms?.text;
    const rules = rulesOf({ ...puzzle, board: position });
    const board = rules.board(rules.start);
    // A shape has the colour that it has at the start.
    const start = rulesOf(puzzle);
    const chosen = hues(start.board(start.start).pieces);
    const name = (puzzle.title || "puzzle").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "puzzle";
    this.dialog.show(
      html("h2", {}, puzzle.title),
      html("div", { class: "poster" }, drawBoard(board, this.page.colours, puzzle.title, chosen).image),
      field,
      html("div", { class: "row wrap" },
        button("copy-link", "Copy the link", "copy", () => copy(link, note), "Copy link"),
        // Only blocks are said as text.
        typeof text !== "string" ? undefined : button("share-text", "Copy the puzzle as text", "copy", () => copy(text, note), "Copy text"),
        button("save-svg", "Save the picture as SVG", "save", () => save(`${name}.svg`, "image/svg+xml", this.picture(board, puzzle.title, chosen)), "SVG"),
        button("save-png", "Save the picture as PNG", "save", () => this.savePng(name, this.picture(board, puzzle.title, chosen), note), "PNG"),
        button("print-sheet", "Print a sheet with the board", "print", () => {
          this.dialog.close();
          print();
        }, "Print")),
      own ? html("p", { class: "quiet" }, own) : undefined,
      note);
    find("copy-link").disabled = link === "";
  }

  /// The picture as a file that stands alone; as on the page, it is dark where the screen is.
  picture(board, title, chosen) {
    const { image } = drawBoard(board, this.page.colours, title, chosen);
    const [, , width, height] = image.getAttribute("viewBox").split(" ").map(Number);
    image.setAttribute("width", width);
    image.setAttribute("height", height);
    image.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    const style = svg("style");
    style.textContent = find("board-style").textContent + (board.tubes ? find("tubes-style").textContent : "");
    image.prepend(style);
    return new XMLSerializer().serializeToString(image);
  }

  savePng(name, picture, note) {
    const drawn = new Image();
    const done = (blob) => {
      if (blob) save(`${name}.png`, "image/png", blob);
      note.textContent = blob ? "Saved." : "This browser cannot make the picture; SVG needs nothing of it.";
    };
    drawn.addEventListener("load", () => {
      // Twice as large, for screens of today, unless it would be too large for the browser.
      const scale = Math.min(2, LONGEST_SIDE / Math.max(drawn.width, drawn.height));
      const [width, height] = [drawn.width, drawn.height].map((side) => Math.max(1, Math.round(side * scale)));
      const canvas = html("canvas", { width, height });
      canvas.getContext("2d").drawImage(drawn, 0, 0, width, height);
      canvas.toBlob(done, "image/png");
    });
    drawn.addEventListener("error", () => done());
    drawn.src = `data:image/svg+xml,${encodeURIComponent(picture)}`;
  }
}
