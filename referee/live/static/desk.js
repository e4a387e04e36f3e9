// The director's bar.

import { ask } from "./connection.js";
import { Corners } from "./corners.js";
import { html } from "./dom.js";
import { Editor } from "./editor.js";
import { onKeys } from "./keys.js";
import { keepToken } from "./token.js";
import { nameOf } from "./board.js";
import { TimeMenu } from "./time_menu.js";

const DONE = {
  accept: "Accepted as it stands.", demand: "Correction demanded.", correct: "Corrected.", pause: "Paused.", resume: "Resumed.",
  undo: "Undone.", press: "Pressed.", double: "Double noted.", take: "Take noted.", drop: "Drop noted.",
  beaver: "Beaver noted.", resign: "Resignation noted.", penalty: "Noted on the clock.",
};

export class Desk {
  constructor(root, page) {
    this.page = page;
    this.root = root;
    this.choose = (choice, index) => this.send("accept", { choice: choice?.id ?? index });
    this.bar = html("div", { class: "bar", role: "toolbar", "aria-label": "Director", "data-testid": "director-bar" });
    this.editor = new Editor(page, (body) => this.send("correct", body));
    this.corners = new Corners(page);
    document.body.classList.add("directing");
    root.append(page.token ? this.bar : this.askToken());
    this.buttons = this.makeButtons();
    this.time = new TimeMenu((body) => this.send("penalty", body));
    this.bar.append(...Object.values(this.buttons), this.cubeMenu(), this.resignMenu(), this.time.root);
    if (page.token) this.bindKeys();
  }

  get editing() {
    return this.editor.open;
  }

  makeButtons() {
    const button = (name, words, key, act, kind = "") => html("button", {
      type: "button", class: kind, "data-testid": `do-${name}`, "aria-keyshortcuts": key, title: key ? `${words} (${key})` : words, onclick: act,
    }, words);
    return {
      accept: button("accept", "Accept", "A", () => this.send("accept"), "good"),
      demand: button("demand", "Demand correction", "D", () => this.send("demand"), "bad"),
      correct: button("correct", "Correct…", "C", () => this.editor.begin()),
      pause: button("pause", "Pause", "P", () => this.send(this.page.state?.paused ? "resume" : "pause")),
      undo: button("undo", "Undo", "U", () => this.send("undo")),
      pressW: button("press-W", "Press White", "1", () => this.send("press", { side: "W" })),
      pressB: button("press-B", "Press Black", "2", () => this.send("press", { side: "B" })),
    };
  }

  cubeMenu() {
    const turn = (action, words) => html("button", { type: "button", "data-testid": `do-${action}`, onclick: () => {
      this.menu.open = false;
      this.send("cube", { action });
    } }, words);
    this.menu = html("details", { class: "menu", "data-testid": "cube-menu" }, html("summary", {}, "Cube…"),
      html("div", { class: "sheet" }, turn("double", "Double"), turn("take", "Take"), turn("drop", "Drop"), turn("beaver", "Beaver")));
    this.beaver = this.menu.querySelector("[data-testid=do-beaver]");
    return this.menu;
  }

  resignMenu() {
    this.levels = html("div", { class: "sheet" });
    this.resigning = html("details", { class: "menu", "data-testid": "resign-menu" }, html("summary", {}, "Resign…"), this.levels);
    return this.resigning;
  }

  // One button for each side and each way to give the game up.
  showLevels(state) {
    const key = JSON.stringify([state.resign, state.names]);
    if (key === this.levelsKey) return;
    this.levelsKey = key;
    this.resigning.hidden = !state.resign;
    this.resigning.open = false;
    const button = (side, level) => html("button", { type: "button", "data-testid": `resign-${side}-${level}`, onclick: () => {
      this.resigning.open = false;
      this.send("resign", { side, level });
    } }, `${nameOf(state, side)} resigns: ${level}`);
    this.levels.replaceChildren(...Object.entries(state.resign ?? {}).flatMap(([side, levels]) => levels.map((level) => button(side, level))));
  }

  bindKeys() {
    const click = (name) => () => !this.editing && !this.buttons[name].disabled && this.buttons[name].click();
    onKeys({ a: click("accept"), d: click("demand"), c: click("correct"), p: click("pause"), u: click("undo"), 1: click("pressW"), 2: click("pressB") });
  }

  askToken() {
    const field = html("input", { type: "password", id: "token-field", autocomplete: "off", required: true, "data-testid": "token-field" });
    return html("form", { class: "bar token", "data-testid": "token-form", onsubmit: (event) => {
      event.preventDefault();
      keepToken(field.value.trim());
      location.reload();
    } }, html("label", { for: "token-field" }, "To act, open the director's link printed at start, or enter its token:"), field, html("button", {}, "Enter"));
  }

  show(state) {
    const { accept, demand, pause, pressW, pressB } = this.buttons;
    accept.disabled = !state.flag;
    demand.disabled = !state.flag || Boolean(state.flag.demanded);
    this.menu.hidden = !state.cube;
    this.beaver.hidden = !state.cube?.beaver;
    this.showLevels(state);
    this.time.show(state);
    pause.textContent = state.paused ? "Resume" : "Pause";
    pause.classList.toggle("on", Boolean(state.paused));
    this.bar.classList.toggle("urgent", Boolean(state.flag) && !state.flag.demanded);
    pressW.textContent = `Press ${nameOf(state, "W").split(" ")[0]}`;
    pressB.textContent = `Press ${nameOf(state, "B").split(" ")[0]}`;
    this.bar.hidden = this.editing;
    this.editor.follow(state);
  }

  // Carries one action out; says what became of it. True when the table did it.
  async send(action, body = {}) {
    const { page } = this;
    this.root.setAttribute("aria-busy", "true");
    try {
      await ask(page.token, `/api/director/${action}`, body);
      page.toast(DONE[action === "cube" ? body.action : action]);
      return true;
    } catch (error) {
      page.toast(error.message, "error");
      return false;
    } finally {
      this.root.removeAttribute("aria-busy");
    }
  }
}
