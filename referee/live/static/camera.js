// The camera view: one picture at a time, the next is asked for only when the last has come, so nothing piles up.

import { byId, setText } from "./dom.js";

const PACE_MS = 500;
const RETRY_MS = 2000;

export class Camera {
  constructor(headers) {
    this.headers = headers;
    this.panel = byId("camera");
    this.image = byId("camera-image");
    this.note = byId("camera-note");
    this.held = false;
    this.panel.addEventListener("toggle", () => {
      localStorage.setItem("camera", this.panel.open ? "open" : "closed");
      this.loop();
    });
    document.addEventListener("visibilitychange", () => this.loop());
    this.panel.open = localStorage.getItem("camera") !== "closed";
    this.loop();
  }

  get wanted() {
    return this.panel.open && !document.hidden && !this.held;
  }

  hold(held) {
    this.held = held;
    this.loop();
  }

  async loop() {
    if (this.busy) return;
    this.busy = true;
    while (this.wanted) {
      const came = await this.next().catch(() => false);
      if (!came) setText(this.note, "No camera picture.");
      await new Promise((resolve) => setTimeout(resolve, came ? PACE_MS : RETRY_MS));
    }
    this.busy = false;
  }

  async next() {
    const answer = await fetch("/api/view", { headers: this.headers(), cache: "no-store", signal: AbortSignal.timeout(8000) });
    if (!answer.ok) return false;
    const src = URL.createObjectURL(await answer.blob());
    const old = this.image.src;
    this.image.src = src;
    await this.image.decode();
    if (old.startsWith("blob:")) URL.revokeObjectURL(old);
    this.image.hidden = false;
    setText(this.note, "");
    return true;
  }
}
