// The director's time: a minute off or added, the delay of a turn lost.

import { html } from "./dom.js";
import { nameOf } from "./board.js";

const CHOICES = [
  ["less", "loses 1 min", { seconds: -60 }],
  ["more", "gets 1 min", { seconds: 60 }],
  ["delay", "loses a delay", { what: "delay" }],
];

export class TimeMenu {
  constructor(send) {
    this.send = send;
    this.sheet = html("div", { class: "sheet" });
    this.root = html("details", { class: "menu", "data-testid": "time-menu" }, html("summary", {}, "Time…"), this.sheet);
  }

  show(state) {
    this.root.hidden = state.time_control === "none";
    const key = JSON.stringify(state.names);
    if (key === this.key) return;
    this.key = key;
    this.root.open = false;
    const button = (side, [id, words, body]) => html("button", { type: "button", "data-testid": `time-${side}-${id}`, onclick: () => {
      this.root.open = false;
      this.send({ side, ...body });
    } }, `${nameOf(state, side)} ${words}`);
    this.sheet.replaceChildren(...["W", "B"].flatMap((side) => CHOICES.map((choice) => button(side, choice))));
  }
}
