// What is shown where the solver has no answer: what is wrong, and what there is to do about it.

/// What there is to do, by the `why` of an answer; where it has a `command`, that goes on.
const ADVICE = {
  text: "Change the board, and try again.",
  damage: "Ask for the link again.",
  version: "Ask for the page that it was made with, or for one that is newer than this.",
};

/// An answer without one, in sentences.
function failureOf({ error, why }) {
  const told = /\.$/.test(error) ? error : `${error[0].toUpperCase()}${error.slice(1)}.`;
  return [told, ADVICE[why]].filter(Boolean).join(" ");
}

/// The same as elements, with the command.
function drawFailure(answer) {
  const further = answer.command ? [html("p", { class: "quiet" }, "On the command line it can go on:"), html("code", {}, answer.command)] : [];
  return [html("p", { class: "problem" }, failureOf(answer)), ...further];
}
