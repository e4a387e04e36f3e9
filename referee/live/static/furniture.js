// The board without its checkers: rails, felt, points, bar with hinges, trays.

import { svg } from "./dom.js";
import { BAR, FIELD_H, FIELD_W, POINT, RAIL, R, TRAY } from "./layout.js";

const stop = (offset, colour, opacity) => svg("stop", { offset, "stop-color": colour, "stop-opacity": opacity });

const linear = (id, turn, ...stops) => svg("linearGradient", { id, ...turn }, ...stops.map((one) => stop(...one)));

const radial = (id, turn, ...stops) => svg("radialGradient", { id, ...turn }, ...stops.map((one) => stop(...one)));

const DOWN = { x1: 0, y1: 0, x2: 0, y2: 1 };
const ACROSS = { x1: 0, y1: 0, x2: 1, y2: 0 };
const LIT = { cx: 0.36, cy: 0.3, r: 0.82 };

function gradients() {
  return [
    linear("wood", DOWN, [0, "#7d4a28"], [0.06, "#6a3c1f"], [0.5, "#5b3219"], [0.94, "#4d2914"], [1, "#3a1e0d"]),
    linear("wood-bar", ACROSS, [0, "#3d2010"], [0.12, "#6d3f21"], [0.5, "#7d4a28"], [0.88, "#653a1d"], [1, "#37200f"]),
    linear("brass", ACROSS, [0, "#8a6a2a"], [0.35, "#f0d891"], [0.6, "#c9a349"], [1, "#735519"]),
    linear("tray-floor", DOWN, [0, "#10261f"], [1, "#173a30"]),
    radial("felt", { cx: 0.5, cy: 0.45, r: 0.75 }, [0, "#2c6a58"], [0.7, "#225647"], [1, "#1a4539"]),
    linear("point-pale", DOWN, [0, "#e9d9b4"], [1, "#d3bd8d"]),
    linear("point-deep", DOWN, [0, "#9a3a2e"], [1, "#772620"]),
    radial("light-body", LIT, [0, "#fffdf6"], [0.55, "#f1e6cd"], [1, "#c9b48a"]),
    radial("light-dish", { cx: 0.6, cy: 0.66, r: 0.75 }, [0, "#fffaf0"], [0.6, "#eadcbd"], [1, "#cdb98f"]),
    radial("dark-body", LIT, [0, "#6b5a50"], [0.5, "#35291f"], [1, "#150e0a"]),
    radial("dark-dish", { cx: 0.6, cy: 0.68, r: 0.8 }, [0, "#5d4c41"], [0.55, "#32261e"], [1, "#1a120d"]),
    linear("light-edge", DOWN, [0, "#fff8e6"], [0.5, "#e6d6b1"], [1, "#b9a273"]),
    linear("dark-edge", DOWN, [0, "#6a574b"], [0.5, "#33271f"], [1, "#120c08"]),
    radial("ivory", LIT, [0, "#ffffff"], [0.7, "#f4efe2"], [1, "#d6cbb2"]),
    radial("ebony", LIT, [0, "#5a4c44"], [0.7, "#2a201a"], [1, "#120c09"]),
    linear("point-shade", DOWN, [0, "#000", 0.22], [0.25, "#000", 0], [1, "#000", 0]),
  ];
}

function grain() {
  const lines = [3, 7, 12, 15, 21, 26].map((y, i) => svg("path", {
    d: `M0 ${y} C 60 ${y + (i % 2 ? 3 : -2)}, 120 ${y - (i % 3) * 2}, 240 ${y}`,
    fill: "none", stroke: i % 2 ? "#000" : "#ffd9a8", "stroke-opacity": i % 2 ? 0.16 : 0.09, "stroke-width": 1.2,
  }));
  return svg("pattern", { id: "grain", width: 240, height: 30, patternUnits: "userSpaceOnUse" }, ...lines);
}

function weave() {
  const dots = [[1, 1], [4, 3], [2, 5], [6, 6]].map(([x, y]) => svg("circle", { cx: x, cy: y, r: 0.6, fill: "#fff", opacity: 0.07 }));
  return svg("pattern", { id: "weave", width: 7, height: 7, patternUnits: "userSpaceOnUse" }, ...dots);
}

function disc(shade) {
  const rim = shade === "light" ? "#a58d5c" : "#000";
  const glint = shade === "light" ? "#fff" : "#b79f8d";
  return svg("g", { id: `checker-${shade}` },
    svg("ellipse", { cx: 1.6, cy: 2.6, rx: R, ry: R, fill: "#000", opacity: 0.34 }),
    svg("circle", { r: R - 0.4, fill: `url(#${shade}-body)`, stroke: rim, "stroke-width": 0.8 }),
    svg("circle", { r: R * 0.68, fill: `url(#${shade}-dish)`, stroke: rim, "stroke-opacity": 0.45, "stroke-width": 1.1 }),
    svg("path", { d: `M ${-R * 0.6} ${-R * 0.52} A ${R * 0.8} ${R * 0.8} 0 0 1 ${R * 0.28} ${-R * 0.75}`,
      fill: "none", stroke: glint, "stroke-opacity": 0.7, "stroke-width": 1.6, "stroke-linecap": "round" }));
}

function edgeOn(shade) {
  return svg("g", { id: `edge-${shade}` },
    svg("rect", { x: -R, y: -6.4, width: 2 * R, height: 14.4, rx: 4, fill: "#000", opacity: 0.3 }),
    svg("rect", { x: -R, y: -7.4, width: 2 * R, height: 14.4, rx: 4, fill: `url(#${shade}-edge)` }));
}

export const definitions = () => svg("defs", {}, ...gradients(), grain(), weave(),
  disc("light"), disc("dark"), edgeOn("light"), edgeOn("dark"));

function panel(x, y, width, height, fillWith, extra = {}) {
  return [svg("rect", { x, y, width, height, fill: fillWith, ...extra }), svg("rect", { x, y, width, height, fill: "url(#grain)" })];
}

// A well sunk into the wood: the cloth, and the shadow its edge throws.
function well(x, y, width, height, floor) {
  return [
    svg("rect", { x, y, width, height, fill: `url(#${floor})` }),
    svg("rect", { x, y, width, height, fill: "url(#weave)" }),
    svg("rect", { x: x - 1, y: y - 1, width: width + 2, height: height + 2, fill: "none", stroke: "#1d0f06", "stroke-width": 2.5 }),
    svg("path", { d: `M ${x + 2} ${y + height} V ${y + 2} H ${x + width}`, fill: "none", stroke: "#000", "stroke-opacity": 0.35, "stroke-width": 5 }),
  ];
}

function spike(layout, row, column) {
  const x = layout.columnX(column);
  const top = layout.row(row) === "top";
  const base = top ? layout.top : layout.bottom;
  const tip = base + (top ? 1 : -1) * R * 9.7;
  const pale = (column + (row === "top" ? 0 : 1)) % 2 === 0;
  const d = `M ${x - POINT / 2 + 1.5} ${base} L ${x} ${tip} L ${x + POINT / 2 - 1.5} ${base} Z`;
  return svg("path", { d, fill: `url(#${pale ? "point-pale" : "point-deep"})`, stroke: "#0b2a20", "stroke-opacity": 0.55,
    "stroke-width": 1.2, "stroke-linejoin": "round" });
}

function hinge(x, y) {
  return svg("g", { transform: `translate(${x} ${y})` },
    svg("rect", { x: -15, y: -34, width: 30, height: 68, rx: 3, fill: "url(#brass)", stroke: "#5c4413", "stroke-width": 0.8 }),
    svg("path", { d: "M0 -34 V34 M-4 -34 V34 M4 -34 V34", stroke: "#5c4413", "stroke-opacity": 0.55, "stroke-width": 0.9 }),
    ...[[-9, -24], [9, -24], [-9, 24], [9, 24]].map(([cx, cy]) => svg("circle", { cx, cy, r: 2.4, fill: "#7d5f22", stroke: "#f4e2ac", "stroke-width": 0.6 })));
}

function numerals(layout, viewer) {
  const marks = [];
  for (const row of ["top", "bottom"]) {
    for (let column = 0; column < 12; column += 1) {
      const top = layout.row(row) === "top";
      marks.push(svg("text", { x: layout.columnX(column), y: top ? layout.top - 9.5 : layout.bottom + 21, class: "numeral", "data-slot": `${row}-${column}` },
        String(layout.seats.point(viewer, { row, column }))));
    }
  }
  return marks;
}

// A small checker at each tray tells whose home the quarter beside it is.
function homes(layout) {
  return ["W", "B"].map((side) => {
    const { x, row } = layout.tray(side);
    const shade = layout.seats.shade[side] === "L" ? "light" : "dark";
    const words = side === "W" ? "White's home" : "Black's home";
    const at = `translate(${x + 9} ${row === "top" ? layout.top - 14 : layout.bottom + 16}) scale(0.36)`;
    return svg("use", { href: `#checker-${shade}`, transform: at, "data-home": side }, svg("title", {}, words));
  });
}

// Everything that never moves, drawn for a viewer: the numerals are that side's.
export function furniture(layout, viewer) {
  const half = POINT * 6;
  const trays = ["W", "B"].map((side) => layout.tray(side)).flatMap((tray) => well(tray.x, tray.y, TRAY, tray.height, "tray-floor"));
  const slots = ["top", "bottom"].flatMap((row) => Array.from({ length: 12 }, (_, column) => spike(layout, row, column)));
  return svg("g", { class: "furniture" },
    ...panel(0, 0, layout.width, layout.height, "url(#wood)", { rx: 14 }),
    svg("rect", { x: 1.5, y: 1.5, width: layout.width - 3, height: layout.height - 3, rx: 13, fill: "none", stroke: "#c99b6a", "stroke-opacity": 0.35, "stroke-width": 1.5 }),
    svg("rect", { x: layout.left - 5, y: RAIL - 5, width: FIELD_W + 10, height: FIELD_H + 10, fill: "none", stroke: "#c9a349", "stroke-opacity": 0.5, "stroke-width": 1.2, rx: 3 }),
    ...well(layout.left, RAIL, half, FIELD_H, "felt"),
    ...well(layout.left + half + BAR, RAIL, half, FIELD_H, "felt"),
    ...slots,
    ...panel(layout.left + half, RAIL - 5, BAR, FIELD_H + 10, "url(#wood-bar)"),
    svg("path", { d: `M ${layout.barX} ${RAIL - 5} V ${RAIL + FIELD_H + 5}`, stroke: "#1d0f06", "stroke-opacity": 0.6, "stroke-width": 1.4 }),
    hinge(layout.barX, RAIL + 96), hinge(layout.barX, RAIL + FIELD_H - 96),
    ...trays, ...homes(layout), ...numerals(layout, viewer));
}
