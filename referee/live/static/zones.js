// Places one can point at on the board: 24 points, and each side's half of the bar and tray. By mouse, finger or keyboard.

import { svg } from "./dom.js";
import { BAR, FIELD_H, POINT, TRAY } from "./layout.js";

const CLICK_PX = 6;

export class Zones {
  constructor(board, { label, start, drop, ghost }) {
    Object.assign(this, { board, label, start, drop, ghost });
    this.root = svg("g", { class: "zones", role: "group", "aria-label": "Places on the board" });
    this.down = this.down.bind(this);
    this.move = this.move.bind(this);
    this.up = this.up.bind(this);
    this.root.addEventListener("pointerdown", this.down);
    this.root.addEventListener("keydown", (event) => this.key(event));
  }

  mount() {
    const { layout } = this.board;
    const slots = ["top", "bottom"].flatMap((row) => Array.from({ length: 12 }, (_, column) => this.slotZone(layout, { row, column })));
    const others = ["W", "B"].flatMap((side) => [...(this.board.hasBar ? [this.barZone(layout, side)] : []), this.trayZone(layout, side)]);
    this.zones = [...slots, ...others];
    this.root.replaceChildren(...this.zones.map((zone) => zone.node));
    this.board.overlay.replaceChildren(this.root);
    this.zones[0].node.setAttribute("tabindex", "0");
    this.refresh();
  }

  unmount() {
    this.board.overlay.replaceChildren();
  }

  zone(id, place, { x, y, width, height }) {
    const node = svg("rect", { x, y, width, height, rx: 6, class: "zone", role: "button", tabindex: "-1", "data-zone": id });
    return { id, place, node, x: x + width / 2, y: y + height / 2 };
  }

  slotZone(layout, slot) {
    const { row, x } = layout.slotAt(slot);
    const height = FIELD_H / 2 - 8;
    return this.zone(`${slot.row}-${slot.column}`, { slot }, { x: x - POINT / 2, y: row === "top" ? layout.top : layout.bottom - height, width: POINT, height });
  }

  barZone(layout, side) {
    const top = layout.edge(side) === "top";
    return this.zone(`bar-${side}`, { bar: side }, { x: layout.barX - BAR / 2, y: top ? layout.top : layout.middle, width: BAR, height: FIELD_H / 2 });
  }

  trayZone(layout, side) {
    const tray = layout.tray(side);
    return this.zone(`off-${side}`, { off: side }, { x: tray.x, y: tray.y, width: TRAY, height: tray.height });
  }

  refresh(picked = null) {
    for (const zone of this.zones) {
      zone.node.setAttribute("aria-label", this.label(zone.place));
      zone.node.setAttribute("aria-pressed", String(zone.id === picked));
    }
  }

  find(node) {
    const id = node?.closest?.("[data-zone]")?.dataset.zone;
    return this.zones.find((zone) => zone.id === id);
  }

  toBoard(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.board.root.getScreenCTM().inverse());
    return { x: point.x, y: point.y };
  }

  down(event) {
    const zone = this.find(event.target);
    if (!zone || event.button > 0) return;
    event.preventDefault();
    this.focus(zone);
    this.drag = { zone, x: event.clientX, y: event.clientY, moved: false, picked: this.start(zone) };
    addEventListener("pointermove", this.move);
    addEventListener("pointerup", this.up, { once: true });
    addEventListener("pointercancel", this.up, { once: true });
  }

  move(event) {
    const far = Math.hypot(event.clientX - this.drag.x, event.clientY - this.drag.y);
    this.drag.moved ||= far > CLICK_PX;
    if (this.drag.moved && this.drag.picked) this.ghost(this.toBoard(event));
  }

  up(event) {
    removeEventListener("pointermove", this.move);
    this.ghost(null);
    const { moved, picked } = this.drag;
    if (!moved || !picked || event.type === "pointercancel") return;
    const zone = this.find(document.elementFromPoint(event.clientX, event.clientY));
    this.drop(zone ?? null);
  }

  focus(zone) {
    for (const one of this.zones) one.node.setAttribute("tabindex", one === zone ? "0" : "-1");
    zone.node.focus({ preventScroll: true });
  }

  key(event) {
    const zone = this.find(event.target);
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!zone || (!way && event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    if (way) this.focus(this.neighbour(zone, way));
    else this.start(zone);
  }

  neighbour(zone, [dx, dy]) {
    const off = (one) => (dx ? Math.abs(one.x - zone.x) + 3 * Math.abs(one.y - zone.y) : Math.abs(one.y - zone.y) + 3 * Math.abs(one.x - zone.x));
    const ahead = this.zones.filter((one) => (one.x - zone.x) * dx + (one.y - zone.y) * dy > 1);
    return ahead.sort((a, b) => off(a) - off(b))[0] ?? zone;
  }
}
