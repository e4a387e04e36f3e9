// The column beside the board: status, flag with its evidence, last plays, chips.

import { nameOf, shadeOf } from "./board.js";
import { byId, html, setText } from "./dom.js";
import { flagHeading, kindWord, reasonWords, statusLine } from "./words.js";

// Fetches a picture or clip with the token, as an element.
export async function evidence(seq, headers) {
  const answer = await fetch(`/api/evidence/${seq}`, { headers });
  if (!answer.ok) return null;
  const blob = await answer.blob();
  const src = URL.createObjectURL(blob);
  if (blob.type.startsWith("video/")) return html("video", { src, controls: true, loop: true, muted: true, autoplay: true, playsinline: true });
  return html("img", { src, alt: "What the camera saw when the referee flagged this" });
}

export class FlagCard {
  constructor(root, announce, headers) {
    Object.assign(this, { root, announce, headers, key: "null" });
  }

  show(flag, onChoice) {
    const key = JSON.stringify(flag);
    if (key === this.key) return;
    const was = this.key;
    this.key = key;
    this.root.hidden = !flag;
    this.root.replaceChildren();
    if (!flag) {
      if (was !== "null") this.announce("The flag is settled.");
      return;
    }
    const reasons = (flag.reasons ?? []).map(reasonWords);
    const shown = reasons.filter((words) => words !== flag.text);
    this.root.dataset.kind = flag.demanded ? "demanded" : flag.kind;
    this.picture = html("div", { class: "evidence", "data-testid": "evidence" });
    this.root.append(
      html("h2", {}, flagHeading(flag.kind)),
      flag.demanded ? html("p", { class: "demanded", "data-testid": "demanded" }, "A correction is demanded: play the throw again, legally.") : "",
      html("p", { class: "flag-text", "data-testid": "flag-text" }, flag.text ?? ""),
      flag.remedy ? html("p", { class: "flag-remedy", "data-testid": "flag-remedy" }, flag.remedy) : "",
      shown.length ? html("ul", { class: "reasons", "data-testid": "flag-reasons" }, ...shown.map((words) => html("li", {}, words))) : "",
      this.choices(flag, onChoice), this.picture);
    this.announce(`${flagHeading(flag.kind)}. ${flag.text ?? ""} ${flag.remedy ?? ""} ${shown.join(" ")}`);
    this.load(flag.seq, key);
  }

  choices(flag, onChoice) {
    if (!flag.choices?.length) return "";
    const buttons = flag.choices.flatMap((choice, index) => {
      if (flag.kind === "illegal" && choice.play === null) return [];
      const words = typeof choice === "string" ? choice : choice.text ?? JSON.stringify(choice);
      return html("li", {}, onChoice ? html("button", { type: "button", onclick: () => onChoice(choice, index) }, words) : words);
    });
    if (!buttons.length) return "";
    return html("div", { class: "choices" }, html("p", {}, flag.kind === "illegal" ? "What may have been meant:" : "It may be:"), html("ul", {}, ...buttons));
  }

  async load(seq, key) {
    if (!seq) return;
    const media = await evidence(seq, this.headers()).catch(() => null);
    if (!media || this.key !== key) return;
    const open = html("button", { type: "button", class: "zoom", "aria-label": "Enlarge the evidence picture", onclick: () => enlarge(media) }, media);
    this.picture.replaceChildren(media.tagName === "IMG" ? open : media);
  }
}

function enlarge(media) {
  const dialog = byId("picture");
  dialog.querySelector(".frame").replaceChildren(media.cloneNode());
  dialog.showModal();
}

function play(state, entry, see) {
  const shade = entry.side ? shadeOf(state, entry.side) : null;
  const dice = Array.isArray(entry.dice) ? entry.dice.join("-") : entry.dice ?? "";
  const text = !entry.text || entry.text === "-" ? "no move" : entry.text;
  return html("li", { class: entry.legal === false ? "play illegal" : "play" },
    html("span", { class: `disc small ${shade ?? ""}`, role: "img", "aria-label": entry.side ? nameOf(state, entry.side) : "" }),
    html("span", { class: "roll" }, dice),
    html("span", { class: "move" }, text, entry.legal === false ? html("span", { class: "tag" }, "illegal") : ""),
    html("button", { type: "button", class: "see", title: "What the camera saw", "aria-label": `What the camera saw at ${text}`, onclick: () => see(entry.seq) }, "◉"));
}

export class Plays {
  constructor(root, headers, toast) {
    Object.assign(this, { root, headers, toast, key: "" });
  }

  async see(seq) {
    if (!(await seeing(seq, this.headers()))) this.toast("No picture was kept of that play.", "error");
  }

  show(state) {
    const key = JSON.stringify([state.last, state.names]);
    if (key === this.key) return;
    this.key = key;
    const newest = [...(state.last ?? [])].sort((a, b) => b.seq - a.seq);
    const none = html("li", { class: "none" }, "No play yet.");
    this.root.replaceChildren(...(newest.length ? newest.map((entry) => play(state, entry, (seq) => this.see(seq))) : [none]));
  }
}

async function seeing(seq, headers) {
  const media = await evidence(seq, headers).catch(() => null);
  if (media) enlarge(media);
  return Boolean(media);
}

const CAMERA = { ok: "Camera", lost: "Camera lost", none: "No camera", ended: "Pictures ended" };
const CLOCK = { ok: "Clock", lost: "Clock lost", trouble: "Clock trouble", simulated: "Clock simulated", none: "No clock" };
const LINK = { live: "Live", connecting: "Connecting…", lost: "Connection lost" };

function chip(id, words, state) {
  setText(byId(id), words);
  byId(id).dataset.state = state;
}

const SEARCHING = { searching: "Clock lost, searching", silent: "Clock silent" };

// How the clock's link stands, since when and why: on the chip, in full when one points at it.
function clockWords({ clock_link: told, clock_detail: detail }) {
  const link = told === "ok" && detail?.why ? "trouble" : told;
  const words = (link === "lost" && SEARCHING[detail?.state]) || (CLOCK[link] ?? "Clock");
  const lost = link === "lost" && detail?.for_ms != null;
  const since = lost ? `since ${new Date(Date.now() - detail.for_ms).toLocaleTimeString()}` : "";
  return [words, link, [detail?.clock, detail?.port, since, detail?.why].filter(Boolean).join(" · ")];
}

export function showChips(state) {
  chip("camera-chip", CAMERA[state.camera] ?? "Camera", state.camera);
  const [words, link, full] = clockWords(state);
  chip("clock-chip", words, link);
  byId("clock-chip").title = full;
}

export const showLink = (link) => chip("link-chip", LINK[link], link);

export function showHeading(state) {
  const length = state.score?.length;
  const game = state.title ?? String(state.game ?? "").replaceAll("-", " ");
  const match = String(state.match ?? "").startsWith("tavli") ? "tavli" : "match";
  setText(byId("match"), `${game}${length ? ` · ${match} to ${length}` : " · money play"}`);
  setText(byId("status"), statusLine(state));
  byId("doubt").hidden = !state.doubt || Boolean(state.flag);
  byId("status").dataset.dice = state.dice?.status ?? "none";
  document.title = state.flag ? `⚑ ${flagHeading(state.flag.kind)} – Zarbiter` : "Zarbiter";
}

// Small news that has no place of its own.
export const news = (event) => (["camera-lost", "camera-back", "clock-lost", "clock-back", "moved", "flag-fall", "overtime", "penalty", "game-end", "match-end",
  "double", "take", "drop", "beaver", "resign", "correction"].includes(event.kind) ? kindWord(event.kind) : null);
