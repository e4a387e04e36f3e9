// The event stream, read with fetch so that the token stays out of addresses and silence is noticed.

const SILENCE_MS = 8000;
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 4000;

function parseMessage(block) {
  const message = { id: null, name: "event", data: "" };
  for (const line of block.split("\n")) {
    if (line.startsWith("id: ")) message.id = Number(line.slice(4));
    else if (line.startsWith("event: ")) message.name = line.slice(7);
    else if (line.startsWith("data: ")) message.data += line.slice(6);
  }
  return message;
}

export class Connection extends EventTarget {
  constructor(token) {
    super();
    this.token = token;
    this.state = "connecting";
    this.last = null;
    this.wait = FIRST_WAIT_MS;
    this.heard = performance.now();
  }

  get headers() {
    return this.token ? { Authorization: `Bearer ${this.token}` } : {};
  }

  start() {
    this.run();
    addEventListener("online", () => this.hurry?.());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry?.());
  }

  set(state) {
    if (this.state === state) return;
    this.state = state;
    this.dispatchEvent(new CustomEvent("state", { detail: state }));
  }

  async run() {
    for (;;) {
      try {
        await this.read();
      } catch {
        // The reason doesn't matter: the page says that it is lost and tries again.
      }
      this.set("lost");
      await new Promise((resolve) => {
        this.hurry = resolve;
        setTimeout(resolve, this.wait);
      });
      this.wait = Math.min(this.wait * 1.6, LONGEST_WAIT_MS);
    }
  }

  async read() {
    const stop = new AbortController();
    this.heard = performance.now();
    const watch = setInterval(() => performance.now() - this.heard > SILENCE_MS && stop.abort(), 1000);
    try {
      if (this.last === null) await this.first();
      const resume = { "Last-Event-ID": String(this.last) };
      const answer = await fetch(`/api/events?table=1`, {
        headers: { ...this.headers, ...resume }, cache: "no-store", signal: stop.signal,
      });
      if (!answer.ok) throw new Error(`the stream answered ${answer.status}`);
      await this.listen(answer.body.pipeThrough(new TextDecoderStream()).getReader());
    } finally {
      clearInterval(watch);
      stop.abort();
    }
  }

  // A first connection starts after the present state, a later one where it broke off.
  async first() {
    const answer = await fetch("/api/table", { headers: this.headers, cache: "no-store" });
    if (!answer.ok) throw new Error(`the table answered ${answer.status}`);
    const state = await answer.json();
    this.last = state.seq ?? 0;
    this.dispatchEvent(new CustomEvent("table", { detail: state }));
  }

  async listen(reader) {
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      this.heard = performance.now();
      this.wait = FIRST_WAIT_MS;
      this.set("live");
      const blocks = (rest + value).split("\n\n");
      rest = blocks.pop();
      for (const block of blocks) this.deliver(parseMessage(block));
    }
  }

  deliver(message) {
    if (!message.data) return;
    if (message.id !== null) this.last = message.id;
    const detail = JSON.parse(message.data);
    if (message.name === "table" && detail.seq < this.last) this.last = detail.seq;
    this.dispatchEvent(new CustomEvent(message.name, { detail }));
  }
}

// Asks the server; the error's message is the server's own line.
export async function ask(token, path, body) {
  const headers = { ...(token ? { Authorization: `Bearer ${token}` } : {}), "Content-Type": "application/json" };
  let answer;
  try {
    answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body), signal: AbortSignal.timeout(10000) });
  } catch {
    throw new Error("The table doesn't answer. Nothing was changed as far as this page knows; try again when it is back.");
  }
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(said.error ?? `the table answered ${answer.status}`);
  return said;
}
