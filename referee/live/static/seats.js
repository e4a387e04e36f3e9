// A player's strip: colour, name, score, pips and clock.

import { nameOf, shadeOf } from "./board.js";
import { html, setText } from "./dom.js";
import { sideWord } from "./words.js";

export class SeatStrip {
  constructor(side) {
    this.side = side;
    this.disc = html("span", { class: "disc", "aria-hidden": "true" });
    this.name = html("span", { class: "name", "data-testid": `name-${side}` });
    this.turn = html("span", { class: "turn" });
    this.score = html("span", { class: "score", "data-testid": `score-${side}` });
    this.pips = html("span", { class: "pips", "data-testid": `pips-${side}` });
    this.reserve = html("span", { class: "reserve", "data-testid": `clock-${side}` });
    this.delay = html("span", { class: "delay", "data-testid": `delay-${side}` });
    this.bar = html("span", { class: "delay-bar", "aria-hidden": "true" });
    this.clock = html("div", { class: "clock", role: "timer", "aria-live": "off", "data-testid": `clockface-${side}` },
      this.delay, this.reserve, this.bar);
    this.root = html("section", { class: "seat", "data-side": side, "aria-label": sideWord(side) },
      this.disc, html("div", { class: "who" }, this.name, html("div", { class: "facts" }, this.turn, this.pips)), this.score, this.clock);
  }

  get face() {
    return { root: this.clock, reserve: this.reserve, delay: this.delay, bar: this.bar };
  }

  show(state, showPips) {
    const onTurn = state.turn === this.side;
    this.disc.className = `disc ${shadeOf(state, this.side)}`;
    this.root.classList.toggle("on-turn", onTurn);
    setText(this.name, nameOf(state, this.side));
    setText(this.turn, onTurn ? "on turn" : "");
    setText(this.score, String(state.score?.[this.side] ?? 0));
    this.score.setAttribute("aria-label", `score ${state.score?.[this.side] ?? 0}`);
    const pips = showPips ? state.pips?.[this.side] : null;
    setText(this.pips, pips === null || pips === undefined ? "" : `${pips} pips`);
    this.clock.hidden = state.clock_link === "none" || state.time_control === "none";
    this.clock.setAttribute("aria-label", `${nameOf(state, this.side)}'s clock`);
  }
}
