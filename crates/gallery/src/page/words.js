// What the words of the tables mean, for readers who are not of the field.

const WORDS = {
  "Holes": "cells that no piece covers",
  "Moves": "the fewest that solve it",
  "Ties": "starts that are as hard",
  "Group size": "boards that can be reached from its start",
  "BB difficulty": "wrong turns: the boards that a person without a plan gets lost in, after Baxter and Bickford",
  "BB error": "how far off that estimate may be",
  "Shortest solutions": "ways to solve it in the fewest moves",
  "Share on them": "the part of all boards that lies on one of those ways",
  "Branching": "boards that are one move away, on average",
  "Dead ends": "boards with only one way on",
  "Random walk": "moves that blind chance needs, on average",
  "justsolved boards": "boards with the goal piece home that a move takes away again",
  "classes": "sets of pieces, by their shapes",
  "groups": "sets of boards that moves lead through",
  "boards in them": "all boards of these groups",
};

/// A list of names and values, each with what it means.
function drawFacts(facts) {
  return facts.map(([name, value]) => html("div", {}, html("dt", {}, name),
    html("dd", {}, shownValue(value)), WORDS[name] ? html("dd", { class: "meaning" }, WORDS[name]) : undefined));
}

/// A value of a table as people read it: large numbers are grouped.
function shownValue(value) {
  const found = /^\d{4,}(?:\.(\d+))?$/.exec(value);
  return found ? Number(value).toLocaleString("en", { minimumFractionDigits: found[1]?.length ?? 0 }) : value;
}
