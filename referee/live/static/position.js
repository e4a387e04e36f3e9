// Positions: the text form, a side's places, and where they lie in the picture (interfaces.md, Text forms).

const SAME_DIRECTION = new Set(["long-nardy", "fevga"]);

export const other = (side) => (side === "W" ? "B" : "W");

export const emptySide = () => ({ points: new Array(25).fill(0), bar: 0, off: 0, pinned: new Set() });

export class PositionError extends Error {}

function readSide(text, side, checkers) {
  const seat = emptySide();
  let sum = 0;
  for (const word of text.trim().split(/\s+/).slice(1)) {
    const match = /^(bar|off|\d{1,2}):(\d{1,2})(p?)$/.exec(word);
    if (!match) throw new PositionError(`“${word}” is not a place and a count, such as 13:5, bar:1 or off:2`);
    const [, place, count, pin] = match;
    const number = Number(count);
    sum += number;
    if (place === "bar" || place === "off") seat[place] += number;
    else if (Number(place) < 1 || Number(place) > 24) throw new PositionError(`there is no point ${place}`);
    else {
      seat.points[Number(place)] += number;
      if (pin) seat.pinned.add(Number(place));
    }
  }
  if (checkers === null) return seat;
  if (sum > checkers) throw new PositionError(`${side === "W" ? "White" : "Black"} has ${sum} checkers, at most ${checkers} are in play`);
  seat.off += checkers - sum;
  return seat;
}

// `checkers`: how many a side has, what is missing counts as borne off; null takes the text as it stands.
export function parsePosition(text, checkers = null) {
  const halves = text.split("|").map((half) => half.trim());
  const white = halves.find((half) => /^W\b/.test(half));
  const black = halves.find((half) => /^B\b/.test(half));
  if (halves.length !== 2 || white === undefined || black === undefined) {
    throw new PositionError("a position has two halves: W 24:2 13:5 … | B 24:2 13:5 …");
  }
  return { W: readSide(white, "W", checkers), B: readSide(black, "B", checkers) };
}

function sideText(seat, side) {
  const words = [side];
  for (let n = 24; n > 0; n -= 1) if (seat.points[n]) words.push(`${n}:${seat.points[n]}${seat.pinned.has(n) ? "p" : ""}`);
  if (seat.bar) words.push(`bar:${seat.bar}`);
  if (seat.off) words.push(`off:${seat.off}`);
  return words.join(" ");
}

export const positionText = (position) => `${sideText(position.W, "W")} | ${sideText(position.B, "B")}`;

export const copyPosition = (position) => parsePosition(positionText(position));

export function facing(game, point) {
  if (!SAME_DIRECTION.has(game)) return 25 - point;
  return point <= 12 ? point + 12 : point - 12;
}

// A table's seats say which slot of the picture is which point of which side.
export class Seats {
  constructor(game, seats) {
    this.game = game;
    const home = seats?.white_home ?? "bottom-right";
    this.mirrored = home.endsWith("left");
    this.swapped = home.startsWith("top");
    this.shade = { W: seats?.white_shade ?? "L" };
    this.shade.B = this.shade.W === "L" ? "D" : "L";
    this.edge = { W: seats?.white_edge ?? "bottom" };
    this.edge.B = this.edge.W === "bottom" ? "top" : "bottom";
  }

  slot(side, point) {
    const n = side === "W" ? point : facing(this.game, point);
    const column = n <= 12 ? 12 - n : n - 13;
    const row = (n <= 12) !== this.swapped ? "bottom" : "top";
    return { row, column: this.mirrored ? 11 - column : column };
  }

  point(side, { row, column }) {
    const plain = this.mirrored ? 11 - column : column;
    const n = (row === "bottom") !== this.swapped ? 12 - plain : plain + 13;
    return side === "W" ? n : facing(this.game, n);
  }

  // Row and half of a side's home, where its tray is.
  home(side) {
    const { row, column } = this.slot(side, 1);
    return { row, half: column < 6 ? "left" : "right" };
  }
}

// The state's position; from what was ruled slot by slot where there is no text yet.
export function statePosition(state, seats) {
  if (state.position) return parsePosition(state.position);
  const position = { W: emptySide(), B: emptySide() };
  for (const row of ["top", "bottom"]) {
    (state.slots?.[row] ?? []).forEach((text, column) => {
      const side = text && (text[0] === seats.shade.W ? "W" : "B");
      if (side) position[side].points[seats.point(side, { row, column })] = Number(text.slice(1));
    });
  }
  for (const side of ["W", "B"]) {
    position[side].bar = state.slots?.bar?.[seats.shade[side]] ?? 0;
    position[side].off = state.slots?.off?.[seats.shade[side]] ?? 0;
  }
  return position;
}

// The points a play left and reached, such as of "24/18/14* 8/5(2)"; bar and off are not points.
export function playPoints(text) {
  const points = { from: [], to: [] };
  for (const word of String(text ?? "").split(/\s+/)) {
    const stops = word.replace(/\*|\(\d\)/g, "").split("/").map(Number);
    if (stops.length < 2) continue;
    if (stops[0] >= 1 && stops[0] <= 24) points.from.push(stops[0]);
    points.to.push(...stops.slice(1).filter((n) => n >= 1 && n <= 24));
  }
  return points;
}

export function describe(position, names) {
  return ["W", "B"].map((side) => {
    const seat = position[side];
    const words = [];
    for (let n = 24; n > 0; n -= 1) if (seat.points[n]) words.push(`${seat.points[n]} on ${n}${seat.pinned.has(n) ? " (pinned)" : ""}`);
    if (seat.bar) words.push(`${seat.bar} on the bar`);
    if (seat.off) words.push(`${seat.off} borne off`);
    return `${names[side]}: ${words.join(", ") || "no checkers"}`;
  }).join(". ");
}
