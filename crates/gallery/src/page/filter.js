// The language of the filter: `pieces=9 moves>100`, `9 pieces, difficulty => 5000`, or any text of
// a board. What cannot be understood, or leaves nothing, is told in words.

/// Other words for the columns.
const ALIASES = { states: "group size", boards: "group size", bb: "bb difficulty", random: "random walk" };
const SIGNS = { "=>": ">=", "=<": "<=", "==": "=", ":": "=", "\u2265": ">=", "\u2264": "<=" };
const COMPARE = {
  "=": (a, b) => a === b, "<": (a, b) => a < b, ">": (a, b) => a > b, "<=": (a, b) => a <= b, ">=": (a, b) => a >= b,
};

/// The column that a name means: in full, by its beginning, or by that of one of its words.
function columnOf(columns, name) {
  const wanted = ALIASES[name] ?? name;
  const lower = columns.map((column) => column.toLowerCase());
  for (const fits of [(column) => column === wanted, (column) => column.startsWith(wanted),
    (column) => column.split(" ").some((word) => word.startsWith(wanted))]) {
    const index = lower.findIndex(fits);
    if (index >= 0) return index;
  }
  return undefined;
}

/// No more of a filter is read than so many characters: a link may hold more than a person would type.
const LONGEST = 500;

/// What a filter asks for: `{ conditions: [{ column, sign, number }], words, unknown }`.
function readFilter(text, columns) {
  // A comma within a number groups its digits; any other stands for a space.
  let rest = text.slice(0, LONGEST).toLowerCase().replace(/(\d),(?=\d{3}(?!\d))/g, "$1").replace(/[,\s]+/g, " ");
  const conditions = [];
  const unknown = [];
  /// Takes the words before a sign: the last of them that name a column; others are text.
  const named = (name) => {
    const words = name.trim().split(/\s+/);
    for (let skip = 0; skip < words.length; skip++) {
      const column = columnOf(columns, words.slice(skip).join(" "));
      if (column !== undefined) return { column, before: words.slice(0, skip).join(" ") };
    }
    return undefined;
  };
  rest = rest.replace(/([a-z][a-z ]*?) ?(<=|>=|=<|=>|==|=|<|>|\u2264|\u2265|:)\s*(-?\d+(?:\.\d+)?)/g, (_, name, sign, number) => {
    const found = named(name);
    if (!found) {
      unknown.push(name.trim());
      return " ";
    }
    conditions.push({ column: found.column, sign: SIGNS[sign] ?? sign, number: Number(number) });
    return ` ${found.before} `;
  });
  // A number and a name, in either order: whichever begins first.
  const words = rest.split(/\s+/).filter(Boolean);
  const left = [];
  const number = /^-?\d+(?:\.\d+)?$/;
  while (words.length > 0) {
    const [one, other = ""] = words;
    const [name, value] = number.test(one) ? [other, one] : [one, other];
    const column = /^[a-z]{2,}$/.test(name) && number.test(value) ? columnOf(columns, name) : undefined;
    if (column === undefined) {
      left.push(words.shift());
    } else {
      conditions.push({ column, sign: "=", number: Number(value) });
      words.splice(0, 2);
    }
  }
  return { conditions, words: left, unknown };
}

const meets = (puzzle, { column, sign, number }) => puzzle.values[column] !== "" && COMPARE[sign](Number(puzzle.values[column]), number);
const holds = (puzzle, word) => [puzzle.title, puzzle.board, ...puzzle.values].some((text) => text?.toLowerCase().includes(word));

/// Whether a puzzle is as a filter asks.
function passes(puzzle, { conditions, words }) {
  return conditions.every((condition) => meets(puzzle, condition)) && words.every((word) => holds(puzzle, word));
}

/// Why a filter finds nothing, in a sentence.
function whyNothing({ conditions, words, unknown }, puzzles, columns) {
  if (unknown.length > 0) {
    return `There is no figure called "${unknown[0]}". There are: ${columns.join(", ").toLowerCase()}.`;
  }
  for (const condition of conditions) {
    if (puzzles.some((puzzle) => meets(puzzle, condition))) continue;
    const column = columns[condition.column].toLowerCase();
    const numbers = puzzles.map(({ values }) => values[condition.column]).filter((value) => value !== "" && !isNaN(value)).map(Number);
    if (numbers.length === 0) return `No puzzle here has a number for ${column}.`;
    return `No puzzle has ${column} ${condition.sign} ${grouped(condition.number)}: here it goes from ${grouped(Math.min(...numbers))} to ${grouped(Math.max(...numbers))}.`;
  }
  const strange = words.find((word) => !puzzles.some((puzzle) => holds(puzzle, word)));
  if (strange !== undefined) return `No puzzle has "${strange}" in its title, its board or its figures.`;
  return "Each of these is met by some puzzle, but no puzzle meets them all.";
}
