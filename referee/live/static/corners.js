// Four clicks on the camera picture say where the playing field's corners are.

import { ask } from "./connection.js";
import { byId, html, setText, svg } from "./dom.js";

const NAMES = ["top left", "top right", "bottom right", "bottom left"];
const START = [[0.12, 0.14], [0.88, 0.14], [0.88, 0.86], [0.12, 0.86]];

export class Corners {
  constructor(page) {
    this.page = page;
    this.note = html("p", { class: "hint", role: "status" });
    this.save = html("button", { type: "button", class: "good", "data-testid": "corners-save", onclick: () => this.send() }, "Use these corners");
    this.tools = html("div", { class: "corner-tools", hidden: true }, this.note,
      html("div", { class: "bar" }, this.save, html("button", { type: "button", onclick: () => this.end() }, "Leave")));
    this.plane = svg("svg", { class: "corner-plane", "data-testid": "corner-plane" });
    this.plane.addEventListener("pointerdown", (event) => this.down(event));
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.escape());
    this.button = html("button", { type: "button", "data-testid": "do-corners", onclick: () => this.begin() }, "Set the corners…");
    byId("camera").append(this.tools, html("p", { class: "corner-start" }, this.button));
  }

  async begin() {
    const { camera } = this.page;
    byId("camera").open = true;
    if (!camera.image.naturalWidth && !(await camera.next().catch(() => false))) {
      this.page.toast("There is no camera picture to click on.", "error");
      return;
    }
    camera.hold(true);
    this.size = [camera.image.naturalWidth, camera.image.naturalHeight];
    this.points = START.map(([x, y]) => [x * this.size[0], y * this.size[1]]);
    this.next = 0;
    this.plane.setAttribute("viewBox", `0 0 ${this.size[0]} ${this.size[1]}`);
    byId("camera-frame").append(this.plane);
    this.tools.hidden = false;
    this.button.hidden = true;
    this.draw();
    byId("camera").scrollIntoView({ block: "nearest" });
  }

  escape() {
    if (!this.tools.hidden && !document.querySelector("dialog[open]")) this.end();
  }

  end() {
    this.plane.remove();
    this.tools.hidden = true;
    this.button.hidden = false;
    this.page.camera.hold(false);
  }

  draw() {
    const unit = this.size[0] / 100;
    const handles = this.points.map(([x, y], i) => svg("g", {
      class: `handle ${i === this.next ? "next" : ""}`, transform: `translate(${x} ${y})`, tabindex: 0, role: "slider", "data-corner": i,
      "aria-label": `${NAMES[i]} corner`, "aria-valuetext": `${Math.round(x)}, ${Math.round(y)} px`, "aria-valuenow": Math.round(x),
      onkeydown: (event) => this.nudge(event, i),
    }, svg("circle", { r: unit * 2.2 }), svg("path", { d: `M ${-unit * 3.4} 0 H ${unit * 3.4} M 0 ${-unit * 3.4} V ${unit * 3.4}` })));
    this.plane.replaceChildren(svg("polygon", { points: this.points.join(" ") }), ...handles);
    setText(this.note, this.next < 4
      ? `Click the ${NAMES[this.next]} corner of the playing field (${this.next + 1} of 4): where the outermost points' bases end, without the rails.`
      : "Drag a corner or move it with the arrow keys until the frame fits, then use it.");
  }

  at(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.plane.getScreenCTM().inverse());
    return [Math.min(this.size[0], Math.max(0, point.x)), Math.min(this.size[1], Math.max(0, point.y))];
  }

  down(event) {
    event.preventDefault();
    const grabbed = event.target.closest("[data-corner]");
    const index = this.next < 4 ? this.next : grabbed ? Number(grabbed.dataset.corner) : null;
    if (index === null) return;
    if (this.next < 4) this.next += 1;
    const follow = (moved) => {
      this.points[index] = this.at(moved);
      this.draw();
    };
    follow(event);
    addEventListener("pointermove", follow);
    addEventListener("pointerup", () => removeEventListener("pointermove", follow), { once: true });
  }

  nudge(event, index) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    const far = event.shiftKey ? 10 : 1;
    this.points[index] = this.points[index].map((value, axis) => value + way[axis] * far);
    this.next = 4;
    this.draw();
    this.plane.querySelector(`[data-corner="${index}"]`).focus();
  }

  async send() {
    try {
      const corners = this.points.map((point) => point.map((value) => Math.round(value * 10) / 10));
      await ask(this.page.token, "/api/calibration/corners", { corners });
      this.page.toast("Corners taken.");
      this.end();
    } catch (error) {
      this.page.toast(error.message, "error");
    }
  }
}
