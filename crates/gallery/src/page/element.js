// Elements of the page, made one by one.
//
// Nothing in the page is built from markup: whatever comes from a puzzle, a link or a file is set
// as text or as an attribute, so it can never become an element.

/// An element with attributes and children. Attributes that are undefined or false are left out.
function element(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}
const svg = (name, attributes = {}, ...children) =>
  element(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
const html = (name, attributes = {}, ...children) => element(document.createElement(name), attributes, children);
const find = (id) => document.getElementById(id);

/// Signs on buttons, drawn because fonts may lack them: paths in a square of 24.
const ICONS = {
  play: "M8 5l11 7-11 7z",
  pause: "M7 5h3v14H7zM14 5h3v14h-3z",
  next: "M9 5l7 7-7 7",
  back: "M15 5l-7 7 7 7",
  last: "M6 5l7 7-7 7M18 5v14",
  first: "M18 5l-7 7 7 7M6 5v14",
  undo: "M9 5L4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3",
  redo: "M15 5l5 5-5 5M20 10H10a5 5 0 0 0 0 10h3",
  reset: "M5 4v6h6M5 10a8 8 0 1 1-1 5",
  close: "M6 6l12 12M18 6L6 18",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.9.7 1.5 1.3 1.5 2.1h4c0-.8.6-1.4 1.5-2.1A6 6 0 0 0 12 3z",
  share: "M12 15V4M8 7.5L12 3.5l4 4M6 11.5v8h12v-8",
  random: "M4 7h3c5 0 5 10 10 10h3M4 17h3c2 0 3-1.6 3.9-3.4M13.2 9.6C14.1 8.2 15.2 7 17 7h3M17.5 4.5L20 7l-2.5 2.5M17.5 14.5L20 17l-2.5 2.5",
  edit: "M5 19l1-4L16 5l3 3L9 18z",
  check: "M5 12.5l4.5 4.5L19 7.5",
  compare: "M4 5h6v14H4zM14 5h6v14h-6z",
  cut: "M6 6l12 12M18 6L6 18M4 12h3M17 12h3",
  plus: "M12 6v12M6 12h12",
  minus: "M6 12h12",
  draw: "M4 20h4L19 9l-4-4L4 16z",
  erase: "M9 19h11M5 15l8-9 6 5-7 8H8z",
  wall: "M4 5h16v14H4zM4 12h16M10 5v7M15 12v7",
  goal: "M6 21V4M6 5h12l-3 4 3 4H6",
  solve: "M13 3L5 14h6l-1 7 8-11h-6z",
  stop: "M6 6h12v12H6z",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  print: "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z",
  save: "M12 4v11M8 11.5l4 4 4-4M5 20h14",
  star: "M12 4l2.5 5.1 5.6.8-4.1 4 1 5.6-5-2.7-5 2.7 1-5.6-4.1-4 5.6-.8z",
};
const FILLED = ["play", "pause", "stop"];
function drawIcon(name) {
  return svg("svg", { viewBox: "0 0 24 24", class: FILLED.includes(name) ? "icon filled" : "icon", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
}

/// A button with a sign and perhaps a text; its label is its tooltip, and what screen readers say where
/// there is no text.
function button(id, label, icon, act, text) {
  const made = html("button", { type: "button", id, "aria-label": text === undefined ? label : undefined, title: label },
    icon ? drawIcon(icon) : undefined, text === undefined ? undefined : html("span", {}, text));
  made.addEventListener("click", act);
  return made;
}

/// Has a link lead to a part of the page, and leave the address as it is.
function keepAddress(link, part) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    part.focus();
  });
}

/// Says that a link cannot be followed.
function trouble(text = "") {
  find("trouble").textContent = text;
  find("trouble").hidden = text === "";
}

/// A text for screen readers alone.
const unseen = (text) => html("span", { class: "unseen" }, text);

/// A number as people read it.
const grouped = (number) => Number(number).toLocaleString("en");
/// A count and what is counted, `1 move` or `1,200 moves`.
const many = (number, unit) => `${grouped(number)} ${number === 1 ? unit : `${unit}s`}`;
