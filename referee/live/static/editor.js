// Correcting the table on the board itself: move checkers, set dice, cube and score, say why.

import { nameOf } from "./board.js";
import { byId, svg } from "./dom.js";
import { EditorForm } from "./editor_form.js";
import { copyPosition, other, parsePosition, positionText, statePosition } from "./position.js";
import { sideWord } from "./words.js";
import { Zones } from "./zones.js";

export class Editor {
  constructor(page, submit) {
    Object.assign(this, { page, submit, open: false, picked: null });
    this.form = new EditorForm({
      text: (text) => this.typed(text), dice: () => this.draw(), cube: () => this.draw(), save: () => this.save(), cancel: () => this.end(),
      revert: () => this.reset(),
    });
    this.root = this.form.root;
    this.root.hidden = true;
    byId("editor-host").append(this.root);
    this.ghostNode = svg("g", { class: "ghost" });
    this.zones = new Zones(page.board, {
      label: (place) => this.label(place), start: (zone) => this.point(zone), drop: (zone) => this.dropAt(zone), ghost: (at) => this.ghost(at),
    });
    page.board.arranged = () => this.open && this.remount();
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.open && this.escape());
  }

  begin() {
    if (this.open || !this.page.state) return;
    this.open = true;
    this.root.hidden = false;
    document.body.classList.add("editing");
    this.load();
    this.remount();
    this.draw();
    this.page.refresh();
    this.zones.focus(this.zones.zones[12]);
    this.page.say("Correcting. Arrow keys go from point to point, Enter picks up and puts down.");
  }

  remount() {
    this.zones.mount();
    this.page.board.overlay.append(this.ghostNode);
  }

  end() {
    this.open = false;
    this.picked = null;
    this.root.hidden = true;
    document.body.classList.remove("editing");
    this.zones.unmount();
    this.page.refresh();
  }

  escape() {
    if (document.querySelector("dialog[open]")) return;
    if (!this.picked) this.end();
    else this.letGo();
  }

  reset() {
    this.load();
    this.draw();
  }

  load() {
    const { state, board } = this.page;
    this.position = copyPosition(statePosition(state, board.layout.seats));
    this.before = { position: positionText(this.position), seq: state.seq };
    this.count = Math.max(total(this.position.W), total(this.position.B));
    this.form.fill(state, nameOf);
    this.picked = null;
  }

  follow(state) {
    if (this.open) this.form.warnChanged(positionText(statePosition(state, this.page.board.layout.seats)) !== this.before.position);
  }

  draw() {
    const { state, board } = this.page;
    const dice = { values: this.form.dice, status: "valid" };
    const names = { W: nameOf(state, "W"), B: nameOf(state, "B") };
    board.show(this.position, { dice, cube: this.form.cube, turn: state.turn, names });
    this.form.showText(positionText(this.position));
    this.zones.refresh(this.picked?.zone.id);
    this.ghostNode.replaceChildren(...this.ring());
    for (const zone of this.zones.zones) zone.node.classList.toggle("picked", zone === this.picked?.zone);
  }

  typed(text) {
    try {
      this.position = parsePosition(text, this.count);
    } catch (error) {
      return error.message;
    }
    this.draw();
    return "";
  }

  // Whose checkers lie there and under which name: {side, place, count}.
  holder(place) {
    const seats = this.page.board.layout.seats;
    if (place.bar || place.off) {
      const side = place.bar ?? place.off;
      const name = place.bar ? "bar" : "off";
      return { side, name, count: this.position[side][name] };
    }
    const held = ["W", "B"].map((side) => ({ side, name: seats.point(side, place.slot) }))
      .map((one) => ({ ...one, count: this.position[one.side].points[one.name] }));
    return held.find((one) => one.count && !this.position[one.side].pinned.has(one.name)) ?? held.find((one) => one.count) ?? { ...held[0], count: 0 };
  }

  // A ring round the checker that is in hand.
  ring() {
    if (!this.picked) return [];
    const { side, name, count, zone } = this.picked;
    const { layout } = this.page.board;
    const at = zone.place.slot ? layout.checker(zone.place.slot, count - 1) : name === "bar" ? layout.barChecker(side, count - 1) : layout.trayChecker(side, count - 1);
    return [svg("circle", { class: "lifted", cx: at.x, cy: at.y, r: 22 })];
  }

  label(place) {
    const { side, name, count } = this.holder(place);
    const where = name === "bar" ? `${sideWord(side)}'s bar` : name === "off" ? `${sideWord(side)}'s tray` : `${sideWord(side)}'s ${name} point`;
    return `${where}, ${count ? `${count} ${sideWord(side)}` : "empty"}`;
  }

  // A click or Enter: pick up, or put down what is in hand. True when a checker is in hand afterwards.
  point(zone) {
    if (this.picked) {
      this.dropAt(zone);
      return Boolean(this.picked);
    }
    const holder = this.holder(zone.place);
    if (!holder.count) return false;
    this.picked = { ...holder, zone };
    this.page.say(`Picked up: ${sideWord(holder.side)}, ${holder.name}.`);
    this.draw();
    return true;
  }

  letGo() {
    this.picked = null;
    this.ghost(null);
    this.draw();
  }

  dropAt(zone) {
    if (!zone || zone === this.picked.zone) return this.letGo();
    const { side, name } = this.picked;
    const seats = this.page.board.layout.seats;
    const target = zone.place.slot ? seats.point(side, zone.place.slot) : zone.place.bar ? "bar" : "off";
    const rival = other(side);
    if (typeof target === "number" && this.isHeld(rival, seats.point(rival, zone.place.slot))) {
      this.page.toast(`${sideWord(rival)} stands there: move those checkers first.`, "error");
      return this.letGo();
    }
    change(this.position[side], name, -1);
    change(this.position[side], target, 1);
    settlePins(this.position, seats, side);
    this.page.say(`${sideWord(side)}: ${name} to ${target}.`);
    return this.letGo();
  }

  // In plakoto a lone checker is pinned by landing on it.
  isHeld(rival, point) {
    const { points, pinned } = this.position[rival];
    return points[point] > (this.page.state.contact === "pin" ? 1 : 0) && !pinned.has(point);
  }

  ghost(at) {
    if (!at || !this.picked) return this.ghostNode.replaceChildren(...this.ring());
    const shade = this.page.board.layout.seats.shade[this.picked.side] === "L" ? "light" : "dark";
    const use = svg("use", { href: `#checker-${shade}`, transform: `translate(${at.x} ${at.y}) scale(1.12)` });
    return this.ghostNode.replaceChildren(use);
  }

  async save() {
    const position = positionText(this.position);
    const body = this.form.changes();
    if (position !== this.before.position) body.position = position;
    if (Object.keys(body).length === 1) return this.form.complain("Nothing was changed yet.");
    if (!body.why) return this.form.complain("Say why in a few words: it goes into the record.");
    if (await this.submit(body)) this.end();
    return undefined;
  }
}

const total = (seat) => seat.points.reduce((sum, count) => sum + count, seat.bar + seat.off);

function change(seat, place, by) {
  if (typeof place === "number") seat.points[place] += by;
  else seat[place] += by;
}

// Who lies under whom after `mover` put a checker down: a lone rival is pinned, and free when no pinner is left.
function settlePins(position, seats, mover) {
  for (const side of ["W", "B"]) {
    const rival = other(side);
    const { points, pinned } = position[side];
    for (let n = 1; n <= 24; n += 1) {
      const across = seats.point(rival, seats.slot(side, n));
      const met = points[n] && position[rival].points[across];
      if (!met) pinned.delete(n);
      else if (side !== mover && points[n] === 1 && !position[rival].pinned.has(across)) pinned.add(n);
    }
  }
}
