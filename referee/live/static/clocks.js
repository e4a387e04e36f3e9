// Both clocks, counted down here between the server's updates: first the delay, then the reserve.

import { setText } from "./dom.js";

const LOW_MS = 60_000;
const TENTHS_MS = 10_000;

export function clockText(ms) {
  if (ms === null || ms === undefined) return "–:––";
  if (ms > 0 && ms < TENTHS_MS) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(Math.max(0, ms) / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const tail = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

// What a face shows `gone` ms after the server described it.
export function countDown(face, gone) {
  if (!face) return { reserve: null, delay: 0, running: false };
  const { reserve_ms: reserve = null, delay_ms: delay = 0, running = false } = face;
  if (!running) return { reserve, delay, running };
  const late = Math.max(0, gone - delay);
  return { reserve: reserve === null ? null : Math.max(0, reserve - late), delay: Math.max(0, delay - gone), running };
}

export class Clocks {
  constructor(faces) {
    this.faces = faces;
    this.state = null;
    this.frozen = false;
    setInterval(() => this.tick(), 100);
  }

  set(clocks) {
    this.state = clocks;
    this.at = performance.now();
    this.longest = Math.max(this.longest ?? 0, clocks?.W?.delay_ms ?? 0, clocks?.B?.delay_ms ?? 0);
    this.tick(true);
  }

  // A page that has lost the table must not go on counting.
  freeze(frozen) {
    this.frozen = frozen;
  }

  tick(force = false) {
    if ((this.frozen && !force) || !this.state) return;
    const gone = performance.now() - this.at;
    for (const side of ["W", "B"]) this.draw(this.faces[side], countDown(this.state[side], gone));
  }

  draw(face, { reserve, delay, running }) {
    setText(face.reserve, clockText(reserve));
    const inDelay = running && delay > 0;
        face.bar.style.setProperty("--left", this.longest ? String(inDelay ? delay / this.longest : 0) : "0");
    const state = !running ? (this.state.state === "paused" ? "paused" : "waiting") : inDelay ? "delay" : "reserve";
    if (face.root.dataset.state !== state) face.root.dataset.state = state;
    setText(face.delay, inDelay ? `delay ${Math.ceil(delay / 1000)}` : state === "paused" ? "paused" : "");
    const low = reserve !== null && reserve < LOW_MS;
    if (face.root.classList.contains("low") !== low) face.root.classList.toggle("low", low);
  }
}
