"""The bodies of the referee's events: what was seen, what was legal and what was ruled, side by side."""

from typing import Any

from referee.judge import Choice, Judged
from referee.seating import Seating
from referee.seen import Seen
from referee.throw import described

MOST_ALTERNATIVES = 4
REMEDIES = {
    "legal-moves": "It must be corrected, unless {opponent} throws or doubles first.",
    "responsible": "{opponent} must decide before throwing: it stands, or it is corrected.",
    "condone": "{opponent} may let it stand by throwing, or demand a legal play of the whole throw.",
}
"""What follows from an illegal play, by option `illegal-play` (tournament.md 1.4)."""


def seen_body(seen: Seen, seating: Seating) -> dict[str, Any]:
    """A settled view as read, in the form of a truth file, with the position in words."""
    if seen.best is None:
        return {"observation": seen.number, "position": None, "confidence": 0.0, "dice": described(seen.dice)}
    picture = {**seating.picture(seen.best), "dice": described(seen.dice)}
    return {"observation": seen.number, **distribution(seen), **picture, "unread": list(seen.unread)}


def distribution(seen: Seen) -> dict[str, Any]:
    """The likeliest positions with their probabilities."""
    ranked = [[position.text, round(p, 4)] for position, p in seen.alternatives[:MOST_ALTERNATIVES]]
    best = seen.best
    return {"position": best.text if best else None, "confidence": round(seen.confidence, 4), "alternatives": ranked}


def judged_body(judged: Judged, seen: Seen, ended: str) -> dict[str, Any]:
    """What every ruling on a turn says."""
    body: dict[str, Any] = {
        "seen": {"observation": seen.number, **distribution(seen)},
        "position": judged.position.text if judged.position else None,
        "ended": ended,
        "text": judged.words,
    }
    if judged.hypothesis:
        each = judged.hypothesis
        body |= {"side": each.side.value, "dice": str(each.dice), "before": each.before.text}
        body["legal"] = {"count": judged.legal_count, "is": judged.kind == "legal"}
    if judged.kind == "legal":
        body["play"] = judged.play
    if judged.kind == "illegal":
        body["reasons"] = list(judged.reasons)
    if judged.kind != "legal":
        body["choices"] = [choice_body(choice) for choice in judged.choices]
    return body


def remedy(judged: Judged, illegal_play: str) -> str:
    """What players are told to do about an illegal play."""
    assert judged.hypothesis is not None
    return REMEDIES[illegal_play].format(opponent=judged.hypothesis.side.other.colour)


def choice_body(choice: Choice) -> dict[str, Any]:
    """One choice offered to people; `accept` with its number takes it."""
    return {
        "text": choice.text,
        "side": choice.hypothesis.side.value,
        "dice": str(choice.hypothesis.dice),
        "play": choice.play,
        "position": choice.position.text,
        "probability": round(choice.probability, 4),
    }
