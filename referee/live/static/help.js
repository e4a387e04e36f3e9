// The help dialog's words.

import { html } from "./dom.js";

const READER = [["V", "see the board from the camera, White, Black"], ["?", "this help"]];

export const SHORTCUTS = [
  ["A", "accept the play as it stands"], ["D", "demand a correction"], ["C", "correct the position or the dice on the board"],
  ["P", "pause or resume"], ["U", "undo the last ruling"], ["1", "press for White"], ["2", "press for Black"],
];

const EDITOR = [
  ["← → ↑ ↓", "go from point to point"], ["Enter", "pick a checker up, put it down"], ["Esc", "let go; then leave without saving"],
];

const list = (rows) => html("dl", { class: "keys" }, ...rows.flatMap(([key, words]) => [html("dt", {}, html("kbd", {}, key)), html("dd", {}, words)]));

export function helpFor(isDirector) {
  const parts = [html("p", {}, "The page follows the table by itself. A flag tells what the referee saw and why; the players or the director decide."), list(READER)];
  if (isDirector) {
    parts.push(html("h3", {}, "Director"), list(SHORTCUTS), html("h3", {}, "While correcting"), list(EDITOR),
      html("label", { class: "switch" }, html("input", { type: "checkbox", id: "shortcuts", checked: true }), " Single-key shortcuts"));
  }
  return parts;
}
