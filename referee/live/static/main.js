// Starts the page: one connection, one state, every part shows it.

import { Board, nameOf } from "./board.js";
import { Camera } from "./camera.js";
import { Clocks } from "./clocks.js";
import { Connection } from "./connection.js";
import { byId, html, setText } from "./dom.js";
import { helpFor } from "./help.js";
import { onKeys } from "./keys.js";
import { FlagCard, Plays, news, showChips, showHeading, showLink } from "./panels.js";
import { positionText, statePosition } from "./position.js";
import { fetchRecords } from "./record.js";
import { SeatStrip } from "./seats.js";
import { takeToken } from "./token.js";

const isDirector = location.pathname.startsWith("/director");
const token = takeToken();
const playerView = new URLSearchParams(location.search).get("view") === "player";
const connection = new Connection(isDirector ? token : "");
const headers = () => connection.headers;

const board = new Board(byId("board"));
const strips = { W: new SeatStrip("W"), B: new SeatStrip("B") };
const clocks = new Clocks({ W: strips.W.face, B: strips.B.face });
const flag = new FlagCard(byId("flag"), (words) => setText(byId("announce"), words), headers);
const plays = new Plays(byId("plays"), headers, toast);
const viewer = byId("viewer");
const page = { board, connection, token, headers, state: null, desk: null, toast, say };

viewer.value = localStorage.getItem("viewer") ?? "picture";
viewer.addEventListener("change", () => {
  localStorage.setItem("viewer", viewer.value);
  if (page.state) show(page.state);
});

function say(words) {
  setText(byId("announce-quietly"), words);
}

function toast(words, kind = "done") {
  const note = html("p", { class: `toast ${kind}` }, words);
  byId("toasts").append(note);
  setTimeout(() => note.remove(), kind === "error" ? 9000 : 4000);
}

function arrange(state) {
  board.arrange(state, viewer.value);
  const near = board.layout.edge("W") === "bottom" ? "W" : "B";
  const far = near === "W" ? "B" : "W";
  if (byId("near").firstChild !== strips[near].root) {
    byId("near").replaceChildren(strips[near].root);
    byId("far").replaceChildren(strips[far].root);
  }
}

function show(state) {
  page.state = state;
  arrange(state);
  const names = { W: nameOf(state, "W"), B: nameOf(state, "B") };
  const position = statePosition(state, board.layout.seats);
  if (!page.desk?.editing) board.show(position, { ...state, names });
  board.showLast([...(state.last ?? [])].sort((a, b) => b.seq - a.seq)[0]);
  setText(byId("position"), state.position ?? positionText(position));
  const showPips = !playerView || state.pip_counts === "all";
  for (const strip of Object.values(strips)) strip.show(state, showPips);
  clocks.set(state.clocks);
  showHeading(state);
  showChips(state);
  plays.show(state);
  flag.show(state.flag, page.desk?.choose);
  page.desk?.show(state);
}

page.refresh = () => page.state && show(page.state);

let lostAt = 0;

function tellLost() {
  const seconds = Math.round((Date.now() - lostAt) / 1000);
  const age = seconds > 1 ? ` What you see is ${seconds} s old.` : "";
  setText(byId("lost"), `Connection lost, retrying…${age}`);
}

connection.addEventListener("table", ({ detail }) => show(detail));
connection.addEventListener("event", ({ detail }) => {
  const words = news(detail);
  if (words) say(words);
});
connection.addEventListener("state", ({ detail }) => {
  showLink(detail);
  const lost = detail === "lost";
  document.body.classList.toggle("stale", lost);
  clocks.freeze(lost);
  byId("lost").hidden = !lost;
  if (lost) {
    lostAt = Date.now();
    tellLost();
  }
});
setInterval(() => connection.state === "lost" && tellLost(), 1000);

byId("help-body").replaceChildren(...helpFor(isDirector));
byId("help-button").addEventListener("click", () => byId("help").showModal());
onKeys({
  "?": () => byId("help").showModal(),
  v: () => {
    viewer.selectedIndex = (viewer.selectedIndex + 1) % viewer.options.length;
    viewer.dispatchEvent(new Event("change"));
  },
});
byId("role").hidden = !isDirector;
page.camera = new Camera(headers);
fetchRecords(document.querySelectorAll("#records a"), headers, toast);
if (isDirector) {
  const { Desk } = await import("./desk.js");
  page.desk = new Desk(byId("desk"), page);
}
connection.start();
