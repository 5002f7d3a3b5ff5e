// Charts as SVG elements, with axes and labels.

const CHART = { height: 270, right: 12, top: 20, bottom: 46 };

/// Round steps for an axis from 0 to `most`, about `count` of them; whole numbers only.
function ticks(most, count) {
  const step = roundStep(most / count);
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
}

/// The least of 1, 2, 5, 10, 20, .. that is not below a number.
function roundStep(number) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, number)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= number);
}

/// A number in few characters: as it is, or as 39.5M.
function short(number) {
  if (number < 10_000) return String(number);
  return number.toLocaleString("en", { notation: "compact", maximumSignificantDigits: 3 });
}

/// A chart of `{ title, x, y, points: [[x, y, link?]], line, here }`, `width` pixels wide: columns, or
/// a line with the area below it and a mark where `here` is. A line begins at 1: the many boards of
/// the goal itself would crush all others.
function drawChart(chart, width, height = CHART.height) {
  const { right, top, bottom } = CHART;
  if (chart.line) chart = { ...chart, points: chart.points.filter(([x]) => x > 0) };
  const xs = chart.points.map((point) => point[0]);
  const most = Math.max(1, ...chart.points.map((point) => point[1]));
  const yTicks = ticks(most, 5);
  const left = 34 + 7.5 * Math.max(...yTicks.map((tick) => short(tick).length));
  const first = Math.min(...xs);
  const last = Math.max(...xs);
  const room = width - left - right;
  const band = room / (last - first + 1);
  const px = (x) => left + (x - first + 0.5) * band;
  const py = (y) => top + (1 - y / most) * (height - top - bottom);
  const summary = `${chart.title}. ${chart.x} from ${first} to ${last}; ${chart.y} at most ${most.toLocaleString("en")}.`;
  const image = svg("svg", { class: "chart", width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": summary });
  const text = (x, y, anchor, content, more = {}) => {
    const made = svg("text", { x, y, "text-anchor": anchor, ...more });
    made.textContent = content;
    image.append(made);
  };
  for (const tick of yTicks) {
    image.append(svg("line", { class: "grid", x1: left, x2: width - right, y1: py(tick), y2: py(tick) }));
    text(left - 8, py(tick) + 4, "end", short(tick));
  }
  // A label has room in so many columns.
  const step = roundStep((10 + 8 * String(last).length) / band);
  for (const x of xs) if (x % step === 0) text(px(x), height - bottom + 18, "middle", x);
  text(left + room / 2, height - 8, "middle", chart.x, { class: "axis" });
  text(14, top + (height - top - bottom) / 2, "middle", chart.y, {
    class: "axis", transform: `rotate(-90 14 ${top + (height - top - bottom) / 2})`,
  });
  if (chart.line) {
    const line = chart.points.map(([x, y]) => `${px(x).toFixed(1)} ${py(y).toFixed(1)}`).join("L");
    image.append(
      svg("path", { class: "area", d: `M${px(first)} ${py(0)}L${line}L${px(last)} ${py(0)}z` }),
      svg("path", { class: "line", d: `M${line}` }),
    );
  }
  if (chart.here > 0 && chart.here <= last) {
    const [x, y] = [px(chart.here), py(chart.points.find((point) => point[0] === chart.here)?.[1] ?? 0)];
    image.append(svg("path", { class: "here", d: `M${x} ${py(0)}V${top}` }), svg("circle", { class: "here", cx: x, cy: y, r: 5 }));
    text(x, top - 6, x > width - 60 ? "end" : x < left + 50 ? "start" : "middle", `you: ${chart.here} to go`, { class: "value" });
  }
  // Where not all values have room, only the greatest is written.
  const roomy = chart.points.every(([, y]) => 8 * short(y).length + 3 <= band);
  for (const [x, y, link] of chart.points) {
    // The whole height answers to the pointer, so that low columns can be hit.
    const title = svg("title");
    title.textContent = `${chart.x} ${x}, ${chart.y} ${y.toLocaleString("en")}`;
    const hit = svg("rect", { class: "hit", x: px(x) - band / 2, y: top, width: band, height: height - top - bottom }, title);
    if (chart.line) {
      image.append(hit);
      continue;
    }
    const bar = svg("rect", { class: "bar", x: px(x) - band * 0.36, y: py(y), width: band * 0.72, height: py(0) - py(y), rx: 3 });
    const both = link ? svg("a", { href: `#${link}`, "aria-label": title.textContent }, bar, hit) : svg("g", {}, bar, hit);
    image.append(both);
    if (y === most || roomy) text(px(x), py(y) - 5, "middle", short(y), { class: "value" });
  }
  image.append(svg("line", { class: "base", x1: left, x2: width - right, y1: py(0), y2: py(0) }));
  return image;
}
