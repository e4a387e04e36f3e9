// Dice and the doubling cube.

import { svg } from "./dom.js";

const PIPS = {
  1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]],
};

export function die(value, light, { x = 0, y = 0, turn = 0, bad = false } = {}) {
  const pip = light ? "#2b1a12" : "#f6efdf";
  const parts = [
    svg("rect", { x: -18, y: -16, width: 40, height: 40, rx: 9, fill: "#000", opacity: 0.36 }),
    svg("rect", { x: -20, y: -20, width: 40, height: 40, rx: 9, fill: `url(#${light ? "ivory" : "ebony"})`, stroke: light ? "#a8997a" : "#000", "stroke-width": 0.9 }),
    svg("rect", { x: -16.5, y: -16.5, width: 33, height: 33, rx: 12, fill: light ? "#fff" : "#fff", opacity: light ? 0.5 : 0.06 }),
    ...(PIPS[value] ?? []).map(([px, py]) => svg("circle", { cx: px * 10, cy: py * 10, r: value === 1 ? 5 : 4, fill: pip })),
  ];
  if (!PIPS[value]) parts.push(svg("text", { class: "die-unknown", fill: pip, y: 8 }, "?"));
  if (bad) parts.push(svg("rect", { x: -23, y: -23, width: 46, height: 46, rx: 11, class: "die-bad" }));
  return svg("g", { class: "die", transform: `translate(${x} ${y}) rotate(${turn})`, "data-value": value ?? "?" }, ...parts);
}

// The pair beside each other; a throw to be called back lies askew and is ringed.
export function dicePair(dice, light, at) {
  const values = dice?.values ?? [];
  const bad = dice?.status === "rethrow";
  const turns = bad ? [-17, 24] : [-5, 7];
  return values.map((value, i) => die(value, light, {
    x: at.x + (i - (values.length - 1) / 2) * 62, y: at.y + (i % 2 ? 4 : -3), turn: turns[i % 2], bad,
  }));
}

export function cube(state, at) {
  if (!state) return null;
  const value = state.offered_by ? state.offered_value : state.value;
  const face = value > 1 ? value : 64;
  return svg("g", { class: "cube", transform: `translate(${at.x} ${at.y})`, "data-value": state.value, "data-owner": state.owner ?? "", "data-offered-by": state.offered_by ?? "" },
    svg("rect", { x: -18, y: -16, width: 41, height: 41, rx: 7, fill: "#000", opacity: 0.38 }),
    svg("rect", { x: -20.5, y: -20.5, width: 41, height: 41, rx: 7, fill: "url(#ivory)", stroke: "#9b8b69", "stroke-width": 1 }),
    svg("rect", { x: -16.5, y: -16.5, width: 33, height: 33, rx: 5, fill: "none", stroke: "#b9a77f", "stroke-opacity": 0.55, "stroke-width": 1 }),
    svg("text", { class: "cube-value", y: 7 }, String(face)));
}
