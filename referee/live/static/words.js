// What the referee says, in a player's words.

const REASONS = {
  "wrong-distance": "A checker went a distance the dice don't show.",
  "wrong-direction": "A checker moved backwards.",
  "blocked-point": "A checker landed on a point the opponent holds.",
  "opponent-checker-moved": "A checker of the opponent was moved.",
  "bar-first": "A checker on the bar must enter before any other moves.",
  "not-all-home": "Bearing off needs all checkers at home.",
  "higher-checker-first": "A checker on a higher point had to move first.",
  "both-dice": "Both dice could be played and must be.",
  "larger-die": "Only one die could be played: it must be the larger.",
  "double-unfinished": "A double is played four times as far as it can be.",
  "die-split": "One die's number was split between two checkers.",
  "hit-not-on-bar": "A checker was hit but not put on the bar.",
  "hit-and-hide": "A checker that hit went on to hide on a held point.",
  "hit-and-bear-off": "A checker that hit at home was borne off in the same turn.",
  "bear-off-burnt": "Nothing may be borne off in the turn that came home.",
  "head": "More checkers left the head than may in one turn.",
  "first-throw-head": "Two checkers may leave the head only where the first throw allows it.",
  "six-block": "A block of six stands with no opposing checker ahead of it.",
  "pinned-moved": "A pinned checker was moved.",
  "prisoner-bear-off": "A checker was borne off past a prisoner.",
  "first-checker-not-past": "The first checker must pass the opponent's start before others move.",
  "starting-quarter": "All six points of the starting quarter are held.",
  "row-not-opened": "The row of six had to be opened.",
  "checker-count": "The number of checkers does not add up.",
  "no-move-possible": "No move was possible.",
  "leaning": "A die leans.",
  "on-edge": "A die stands on its edge.",
  "on-die": "A die lies on the other die.",
  "on-checker": "A die lies on a checker.",
  "touching-checker": "A die touches a checker.",
  "wrong-half": "The dice are in the wrong half.",
  "split-halves": "The dice lie in both halves.",
  "on-bar": "A die lies on the bar.",
  "on-rail": "A die lies on the rail.",
  "off-board": "A die left the board.",
  "die-in-cup": "A die is still in the cup.",
  "one-die": "Only one die is there.",
  "three-dice": "More than two dice are there.",
  "premature": "The throw came before the turn had ended.",
};

export const reasonWords = (code) => REASONS[code] ?? String(code);

const HEADINGS = { illegal: "Illegal play", unsure: "The referee is not sure", rethrow: "Rethrow both dice" };

export const flagHeading = (kind) => HEADINGS[kind] ?? "Attention";

export const sideWord = (side) => (side === "W" ? "White" : "Black");

const KINDS = {
  "match-start": "Match begins", "game-start": "Game begins", "opening-throw": "Opening throw", "illegal": "Illegal play",
  "unsure": "Not sure", "decision": "Decision", "double": "Doubles", "take": "Takes", "drop": "Drops", "beaver": "Beaver",
  "resign": "Resigns", "penalty": "Penalty", "overtime": "Overtime", "flag-fall": "Time is up", "game-end": "Game over",
  "match-end": "Match over", "correction": "Corrected", "pause": "Paused", "resume": "Resumed", "camera-lost": "Camera lost",
  "camera-back": "Camera back", "clock-lost": "Clock lost", "clock-back": "Clock back", "moved": "Board or camera moved",
};

export const kindWord = (kind) => KINDS[kind] ?? kind;

// One line that says what the table waits for.
export function statusLine(state) {
  const who = state.turn ? state.names?.[state.turn] || sideWord(state.turn) : null;
  const dice = (state.dice?.values ?? []).join("-");
  if (state.paused) return "Paused by the director";
  if (state.flag) return state.flag.demanded ? "Waiting for the correction" : "Waiting for a decision";
  if (state.phase === "over") return "The match is over";
  if (state.phase === "waiting") return "Waiting for the checkers to be set up";
  const offering = state.cube?.offered_by;
  if (offering) {
    const [from, to] = [offering, offering === "W" ? "B" : "W"].map((side) => state.names?.[side] || sideWord(side));
    const does = { beaver: "beavers", redouble: "redoubles" }[state.cube.offered] ?? "doubles";
    return `${from} ${does} to ${state.cube.offered_value}: ${to} takes or drops`;
  }
  if (state.dice?.status === "rethrow") return `Rethrow. ${state.dice.text ?? reasonWords(state.dice.reason ?? "")}`.trim();
  if (state.dice?.status === "unsure") return "Looking at the dice…";
  if (!who) return dice ? `Thrown: ${dice}` : "Waiting for the throw";
  return dice ? `${who} to play ${dice}${state.note ? `. ${state.note}` : ""}` : `${who} to throw`;
}
