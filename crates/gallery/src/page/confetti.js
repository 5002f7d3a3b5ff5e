// A moment of joy: paper in the colours of the pieces falls over the board. Nothing moves for those
// who asked for less motion.

function throwConfetti(box) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const layer = html("div", { class: "confetti", "aria-hidden": "true" });
  for (let index = 0; index < 70; index++) {
    const paper = html("i", { class: `p${index % 6}` });
    paper.style.left = `${(index * 61) % 100}%`;
    layer.append(paper);
    const [side, turns] = [(((index * 37) % 100) - 50) * 2, 1 + (index % 4)];
    paper.animate([
      { transform: "translate(0, -20px) rotate(0)", opacity: 1 },
      { transform: `translate(${side}px, ${box.clientHeight}px) rotate(${turns * 300}deg)`, opacity: 1, offset: 0.85 },
      { transform: `translate(${side}px, ${box.clientHeight + 20}px) rotate(${turns * 340}deg)`, opacity: 0 },
    ], { duration: 1500 + (index % 9) * 160, delay: (index % 12) * 40, easing: "cubic-bezier(.2,.5,.6,1)", fill: "both" });
  }
  box.append(layer);
  setTimeout(() => layer.remove(), 3600);
}
