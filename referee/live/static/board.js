// The drawn board: furniture once, then checkers that travel when the position changes.

import { calm, svg } from "./dom.js";
import { cube, dicePair } from "./dice.js";
import { definitions, furniture } from "./furniture.js";
import { Layout, R } from "./layout.js";
import { describe, other, playPoints, Seats } from "./position.js";
import { sideWord } from "./words.js";

const TRAVEL_MS = 420;

// Where each checker of a side stands: {key, x, y, layer}; pins are drawn under their pinner.
function standing(layout, position, side) {
  const seat = position[side];
  const places = [];
  const put = (key, count, at) => {
    for (let k = 0; k < count; k += 1) places.push({ key, ...at(k) });
  };
  for (let n = 1; n <= 24; n += 1) {
    if (!seat.points[n]) continue;
    const slot = layout.seats.slot(side, n);
    const rival = side === "W" ? "B" : "W";
    const n2 = layout.seats.point(rival, slot);
    const above = position[rival].pinned.has(n2) ? 1 : 0;
    put(String(n), seat.points[n], (k) => layout.checker(slot, k, above));
  }
  put("bar", seat.bar, (k) => layout.barChecker(side, k));
  put("off", seat.off, (k) => layout.trayChecker(side, k));
  return places;
}

export class Board {
  constructor(host) {
    this.host = host;
    this.checkers = { W: [], B: [] };
    this.shape = "";
    this.root = svg("svg", { class: "board-svg", role: "img", "data-testid": "board" });
    this.title = svg("title");
    this.ground = svg("g");
    this.pieces = svg("g", { class: "pieces" });
    this.marks = svg("g", { class: "counts" });
    this.things = svg("g", { class: "things" });
    this.overlay = svg("g", { class: "overlay" });
    this.root.append(this.title, definitions(), this.ground, this.things, this.pieces, this.marks, this.overlay);
    host.append(this.root);
  }

  // `viewer`: "picture", or the side from whose chair the board is seen.
  arrange(state, viewer) {
    const shape = JSON.stringify([state.game, state.seats, viewer]);
    if (shape === this.shape) return;
    this.shape = shape;
    this.hasBar = (state.contact ?? "hit") === "hit";
    const seats = new Seats(state.game, state.seats);
    const turned = viewer !== "picture" && seats.edge[viewer] !== "bottom";
    this.layout = new Layout(seats, turned);
    this.root.setAttribute("viewBox", `0 0 ${this.layout.width} ${this.layout.height}`);
    this.ground.replaceChildren(furniture(this.layout, viewer === "B" ? "B" : "W"));
    for (const side of ["W", "B"]) for (const piece of this.checkers[side].splice(0)) piece.node.remove();
    this.arranged?.();
  }

  // Marks on the rail where the last play went from and to.
  showLast(play) {
    const { from, to } = play?.side ? playPoints(play.text) : { from: [], to: [] };
    const slots = (points) => new Set(points.map((n) => Object.values(this.layout.seats.slot(play.side, n)).join("-")));
    const [left, reached] = [slots(from), slots(to)];
    for (const mark of this.ground.querySelectorAll(".numeral[data-slot]")) {
      mark.classList.toggle("from", left.has(mark.dataset.slot));
      mark.classList.toggle("to", reached.has(mark.dataset.slot));
    }
  }

  show(position, { dice, cube: stake, turn, names }) {
    for (const side of ["W", "B"]) this.place(position, side);
    this.showCounts(position);
    this.showThings(dice, stake, turn);
    const words = `${describe(position, names)}.`;
    if (this.title.textContent !== words) this.title.textContent = words;
    this.root.setAttribute("aria-label", words);
  }

  // Keeps every checker that can stay and moves the others.
  place(position, side) {
    const wanted = standing(this.layout, position, side);
    const pieces = this.checkers[side];
    const shade = this.layout.seats.shade[side] === "L" ? "light" : "dark";
    const free = [];
    const byKey = Map.groupBy ? Map.groupBy(pieces, (piece) => piece.key) : groupBy(pieces);
    const rest = wanted.filter((place) => {
      const piece = byKey.get(place.key)?.shift();
      if (piece) this.settle(piece, place);
      return !piece;
    });
    for (const left of byKey.values()) free.push(...left);
    for (const place of rest) {
      const piece = free.pop();
      if (piece) this.settle(piece, place, true);
      else pieces.push(this.fresh(place, shade, side));
    }
    for (const piece of free) piece.node.remove();
    this.checkers[side] = pieces.filter((piece) => piece.node.isConnected);
  }

  fresh(place, shade, side) {
    const use = svg("use", { href: `#${place.key === "off" ? "edge" : "checker"}-${shade}` });
    const node = svg("g", { class: `checker ${shade}`, "data-side": side, transform: `translate(${place.x} ${place.y})`, "data-place": place.key }, use);
    this.insert(node, place);
    return { ...place, node, use, shade };
  }

  insert(node, place) {
    node.layer = place.layer;
    const above = [...this.pieces.children].find((one) => one !== node && one.layer > place.layer);
    this.pieces.insertBefore(node, above ?? null);
  }

  settle(piece, place, travels = false) {
    if (piece.key === place.key && piece.x === place.x && piece.y === place.y) return;
    const { x, y } = piece;
    Object.assign(piece, place);
    piece.node.setAttribute("transform", `translate(${place.x} ${place.y})`);
    piece.use.setAttribute("href", `#${place.key === "off" ? "edge" : "checker"}-${piece.shade}`);
    piece.node.setAttribute("data-place", place.key);
    if (travels || piece.node.layer !== place.layer) this.insert(piece.node, place);
    if (!travels || calm()) return;
    piece.node.animate(
      [{ transform: `translate(${x}px, ${y}px)` }, { transform: `translate(${place.x}px, ${place.y}px)` }],
      { duration: TRAVEL_MS, easing: "cubic-bezier(.3,.7,.2,1)" });
  }

  showCounts(position) {
    const marks = [];
    for (const side of ["W", "B"]) {
      const light = this.layout.seats.shade[side] === "L";
      const seat = position[side];
      for (let n = 1; n <= 24; n += 1) {
        if (seat.points[n] <= 5) continue;
        const { x, y } = this.layout.checker(this.layout.seats.slot(side, n), seat.points[n] - 1);
        marks.push(svg("text", { x, y: y + 7, class: `count ${light ? "on-light" : "on-dark"}` }, String(seat.points[n])));
      }
      if (seat.bar > 2) {
        const { x, y } = this.layout.barChecker(side, seat.bar - 1);
        marks.push(svg("text", { x, y: y + 7, class: `count ${light ? "on-light" : "on-dark"}` }, String(seat.bar)));
      }
      if (seat.off) marks.push(this.trayCount(side, seat.off));
    }
    this.marks.replaceChildren(...marks);
  }

  trayCount(side, off) {
    const tray = this.layout.tray(side);
    const y = tray.row === "top" ? this.layout.top - 9.5 : this.layout.bottom + 21;
    return svg("text", { x: tray.x + R + 7, y, class: "numeral tray-count" }, String(off));
  }

  showThings(dice, stake, turn) {
    const side = turn ?? "W";
    const light = this.layout.seats.shade[side] === "L";
    const at = stake?.offered_by ? this.layout.dice(other(stake.offered_by)) : this.layout.cube(stake?.owner);
    const key = JSON.stringify([dice, stake, side, this.shape]);
    if (key === this.thingsKey) return;
    this.thingsKey = key;
    const parts = [...dicePair(dice, light, this.layout.dice(side)), cube(stake, at)];
    this.things.replaceChildren(...parts.filter(Boolean));
  }
}

function groupBy(pieces) {
  const groups = new Map();
  for (const piece of pieces) groups.set(piece.key, [...(groups.get(piece.key) ?? []), piece]);
  return groups;
}

export const shadeOf = (state, side) => (new Seats(state.game, state.seats).shade[side] === "L" ? "light" : "dark");

export const nameOf = (state, side) => state.names?.[side] || sideWord(side);
