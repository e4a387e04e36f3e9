// Where things lie on the drawn board, in its own units. The view is the picture's, or turned by half a turn.

export const R = 22;
export const POINT = 47;
export const BAR = 54;
export const RAIL = 30;
export const TRAY = 58;
export const WALL = 14;
export const FIELD_H = R * 20 + 100;
export const FIELD_W = POINT * 12 + BAR;
export const HEIGHT = FIELD_H + 2 * RAIL;

const PILE = [5, 4, 3, 2, 1];

// Step and layer of the k-th checker on a point: five in a row, then four on top of them, then three …
export function pilePlace(k) {
  let layer = 0;
  let rest = k;
  while (layer < PILE.length - 1 && rest >= PILE[layer]) {
    rest -= PILE[layer];
    layer += 1;
  }
  return { step: rest + layer / 2, layer };
}

export class Layout {
  constructor(seats, turned) {
    this.seats = seats;
    this.turned = turned;
    const halves = ["W", "B"].map((side) => this.half(seats.home(side).half));
    this.trays = { left: halves.includes("left"), right: halves.includes("right") };
    this.left = RAIL + (this.trays.left ? TRAY + WALL : 0);
    this.width = this.left + FIELD_W + RAIL + (this.trays.right ? TRAY + WALL : 0);
    this.height = HEIGHT;
    this.top = RAIL;
    this.bottom = RAIL + FIELD_H;
    this.middle = RAIL + FIELD_H / 2;
    this.barX = this.left + POINT * 6 + BAR / 2;
  }

  half(half) {
    return this.turned ? (half === "left" ? "right" : "left") : half;
  }

  row(row) {
    return this.turned ? (row === "top" ? "bottom" : "top") : row;
  }

  // The side's edge as seen here, and which way is inward from it.
  edge(side) {
    return this.row(this.seats.edge[side]);
  }

  columnX(column) {
    const seen = this.turned ? 11 - column : column;
    return this.left + POINT * (seen + 0.5) + (seen > 5 ? BAR : 0);
  }

  slotAt({ row, column }) {
    return { row: this.row(row), x: this.columnX(column) };
  }

  // Centre and layer of the k-th checker on a slot; `above` a prisoner, whose rim is left to be seen.
  checker(slot, k, above = 0) {
    const { row, x } = this.slotAt(slot);
    const { step, layer } = pilePlace(k);
    const inward = R + 1 + step * 2 * R + above * R * 0.8;
    return { x, y: row === "top" ? this.top + inward : this.bottom - inward, layer: layer + above };
  }

  barChecker(side, k) {
    const sign = this.edge(side) === "top" ? -1 : 1;
    const { step, layer } = pilePlace(k);
    return { x: this.barX, y: this.middle + sign * (28 + R + step * 1.62 * R), layer: layer + (step ? 1 : 0) };
  }

  tray(side) {
    const home = this.seats.home(side);
    const left = this.half(home.half) === "left";
    const row = this.row(home.row);
    return { x: left ? RAIL : this.width - RAIL - TRAY, row, y: row === "top" ? this.top : this.middle + 12, height: FIELD_H / 2 - 12 };
  }

  trayChecker(side, k) {
    const tray = this.tray(side);
    const inward = 8 + k * 16.6;
    return { x: tray.x + TRAY / 2, y: tray.row === "top" ? tray.y + inward : tray.y + tray.height - inward, layer: 0 };
  }

  cube(owner) {
    if (!owner) return { x: this.barX, y: this.middle };
    return { x: this.barX, y: this.edge(owner) === "top" ? this.top + 26 : this.bottom - 26 };
  }

  // The thrower's right half, as the thrower sits.
  dice(side) {
    const right = this.edge(side) === "bottom";
    const centre = this.left + POINT * 3 + (right ? POINT * 6 + BAR : 0);
    return { x: centre, y: this.middle };
  }
}
