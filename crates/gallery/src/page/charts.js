// Charts as SVG elements, with axes and labels.

const CHART = { width: 640, height: 300, left: 64, right: 12, top: 16, bottom: 48 };

/// Round steps for an axis from 0 to `most`, about `count` of them; whole numbers only.
function ticks(most, count) {
  const rough = Math.max(1, most / count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough));
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
}

/// A chart of `{ title, x, y, points: [[x, y, link?]], line }`: columns, or a line with the
/// area below it.
function drawChart(chart) {
  const { width, height, left, right, top, bottom } = CHART;
  const xs = chart.points.map((point) => point[0]);
  const most = Math.max(1, ...chart.points.map((point) => point[1]));
  const yTicks = ticks(most, 5);
  const yMost = Math.max(most, yTicks[yTicks.length - 1]);
  const first = Math.min(...xs);
  const last = Math.max(...xs);
  const room = width - left - right;
  const band = room / (last - first + 1);
  const px = (x) => left + (x - first + 0.5) * band;
  const py = (y) => top + (1 - y / yMost) * (height - top - bottom);
  const summary = `${chart.title}. ${chart.x} from ${first} to ${last}; ${chart.y} at most ${most.toLocaleString("en")}.`;
  const image = svg("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": summary });
  const text = (x, y, anchor, content, more = {}) => {
    const made = svg("text", { x, y, "text-anchor": anchor, ...more });
    made.textContent = content;
    image.append(made);
  };
  for (const tick of yTicks) {
    image.append(svg("line", { class: "grid", x1: left, x2: width - right, y1: py(tick), y2: py(tick) }));
    text(left - 8, py(tick) + 4, "end", tick.toLocaleString("en"));
  }
  const step = Math.max(1, Math.ceil((last - first + 1) / 16));
  for (const x of xs) {
    const nice = step === 1 || x % (step > 5 ? Math.ceil(step / 10) * 10 : 5) === 0;
    if (nice) text(px(x), height - bottom + 18, "middle", x);
  }
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
  for (const [x, y, link] of chart.points) {
    // The whole height answers to the pointer, so that low columns can be hit.
    const title = svg("title");
    title.textContent = `${chart.x} ${x}: ${y.toLocaleString("en")} ${chart.y}`;
    const hit = svg("rect", { class: "hit", x: px(x) - band / 2, y: top, width: band, height: height - top - bottom }, title);
    if (chart.line) {
      image.append(hit);
      continue;
    }
    const bar = svg("rect", { class: "bar", x: px(x) - band * 0.36, y: py(y), width: band * 0.72, height: py(0) - py(y), rx: 3 });
    const both = link ? svg("a", { href: `#${link}`, "aria-label": title.textContent }, bar, hit) : svg("g", {}, bar, hit);
    image.append(both);
    if (band > 24) text(px(x), py(y) - 4, "middle", y, { class: "value" });
  }
  image.append(svg("line", { class: "base", x1: left, x2: width - right, y1: py(0), y2: py(0) }));
  return image;
}
