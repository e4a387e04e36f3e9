// The fields under the board while correcting.

import { html, setText } from "./dom.js";

const WHY = ["The picture was read wrongly", "The play was put right on the board", "The set-up was wrong", "The dice were read wrongly"];

function option(value, words) {
  return html("option", { value }, words);
}

export class EditorForm {
  constructor(acts) {
    this.acts = acts;
    this.dieFields = [0, 1].map((i) => this.dieField(i));
    this.cubeValue = html("select", { "data-testid": "cube-value", onchange: () => acts.cube() }, ...[1, 2, 4, 8, 16, 32, 64].map((v) => option(v, String(v))));
    this.cubeOwner = html("select", { "data-testid": "cube-owner", onchange: () => acts.cube() }, option("", "in the middle"), option("W", "White"), option("B", "Black"));
    this.turnField = html("select", { "aria-label": "On turn", "data-testid": "edit-turn" }, option("", "not known"), option("W", "White"), option("B", "Black"));
    this.scores = Object.fromEntries(["W", "B"].map((side) => [side, html("input", { type: "number", min: 0, max: 99, step: 0.5, inputmode: "numeric", "data-testid": `edit-score-${side}` })]));
    this.text = html("input", { id: "edit-text", spellcheck: "false", autocomplete: "off", "data-testid": "edit-position", oninput: () => this.complain(acts.text(this.text.value)) });
    this.why = html("input", { id: "edit-why", list: "whys", autocomplete: "off", "data-testid": "edit-why", placeholder: "for the record" });
    this.error = html("p", { class: "error", role: "alert", "data-testid": "edit-error" });
    this.changed = html("p", { class: "note", role: "status", hidden: true }, "The table has changed meanwhile. Revert shows its present state.");
    this.root = html("form", { class: "editor", "aria-label": "Correct the table", "data-testid": "editor", onsubmit: (event) => {
      event.preventDefault();
      acts.save();
    } }, ...this.rows());
  }

  rows() {
    const field = (words, ...controls) => html("div", { class: "field" }, html("span", { class: "label" }, words), html("span", { class: "controls" }, ...controls));
    return [
      html("p", { class: "hint" }, "Drag checkers, or click one and then its place. Trays and bar are places too."),
      this.changed,
      html("div", { class: "fields" },
        field("On turn", this.turnField), field("Dice", ...this.dieFields), field("Cube", this.cubeValue, this.cubeOwner),
        field("Score", html("label", {}, "White ", this.scores.W), html("label", {}, "Black ", this.scores.B))),
      html("label", { class: "label", for: "edit-text" }, "Position"), this.text,
      html("label", { class: "label", for: "edit-why" }, "Why"), this.why, html("datalist", { id: "whys" }, ...WHY.map((words) => option(words, words))),
      this.error,
      html("div", { class: "bar" }, html("button", { class: "good", "data-testid": "edit-save" }, "Save"),
        html("button", { type: "button", "data-testid": "edit-revert", onclick: () => this.acts.revert() }, "Revert"),
        html("button", { type: "button", "data-testid": "edit-cancel", onclick: () => this.acts.cancel() }, "Leave")),
    ];
  }

  dieField(i) {
    return html("select", { "aria-label": `Die ${i + 1}`, "data-testid": `edit-die-${i + 1}`, onchange: () => this.acts.dice() },
      option("", "–"), ...[1, 2, 3, 4, 5, 6].map((value) => option(value, String(value))));
  }

  get dice() {
    return this.dieFields.map((field) => Number(field.value)).filter(Boolean);
  }

  get cube() {
    return this.hasCube ? { value: Number(this.cubeValue.value), owner: this.cubeOwner.value || null } : null;
  }

  get turn() {
    return this.turnField.value || null;
  }

  get score() {
    return { W: Number(this.scores.W.value), B: Number(this.scores.B.value) };
  }

  fill(state) {
    this.dieFields.forEach((field, i) => { field.value = String(state.dice?.values?.[i] ?? ""); });
    this.turnField.value = state.turn ?? "";
    this.hasCube = Boolean(state.cube);
    this.cubeValue.disabled = this.cubeOwner.disabled = !this.hasCube;
    this.cubeValue.value = String(state.cube?.value ?? 1);
    this.cubeOwner.value = state.cube?.owner ?? "";
    for (const side of ["W", "B"]) this.scores[side].value = String(state.score?.[side] ?? 0);
    this.why.value = "";
    this.before = { turn: this.turn, dice: this.dice, cube: this.cube, score: this.score };
    this.complain("");
    this.warnChanged(false);
  }

  // What differs from the table, with the reason.
  changes() {
    const body = { why: this.why.value.trim() };
    for (const name of ["turn", "dice", "cube", "score"]) {
      if (JSON.stringify(this[name]) !== JSON.stringify(this.before[name])) body[name] = this[name];
    }
    return body;
  }

  showText(text) {
    if (document.activeElement !== this.text) this.text.value = text;
  }

  complain(words) {
    setText(this.error, words);
  }

  warnChanged(changed) {
    this.changed.hidden = !changed;
  }
}
