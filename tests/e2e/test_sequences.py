"""Simulated games from pictures to rulings: three clips whose every event is known, judged by the bundled readers.

Each clip was filmed by `python -m models.synth game --script models/synth/game/scripts/GAME.toml` (see
`tests/golden/clips/README.md`). What the referee says must be what happened: every throw with its values or why it is
called back, every turn with its verdict and the position after it, every correction, nothing else; and who lies under
whom at the end.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from referee.record.events import Event
from tests.e2e.officiating import officiate

CLIPS = Path(__file__).resolve().parents[1] / "golden" / "clips"
GAMES = ("backgammon", "long-nardy", "plakoto")
REASONS = {
    "cocked": ("on-checker", "leaning", "touching-checker"),
    "wrong-half": ("wrong-half",),
}
"""Why a throw that ends so is called back: a die that leans on a checker lies on it and touches it too."""
Said = tuple[str, ...]


def lines(game: str, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CLIPS / game / name).read_text(encoding="utf-8").splitlines()]


def happened(events: Sequence[dict[str, Any]]) -> Iterator[Said]:
    """What a referee must say, from what truly happened."""
    wrong = False
    for event in events:
        if event["kind"] == "throw" and event["valid"]:
            yield "throw", "-".join(map(str, sorted(event["values"], reverse=True)))
        elif event["kind"] == "throw":
            yield "rethrow", event["how"]
        elif event["kind"] == "press":
            yield "press", event["side"]
        elif event["kind"] == "turn":
            if wrong:
                yield "decision", "correct"
            wrong = not event["legal"]
            yield "illegal" if wrong else "play", event["side"], event["position"]


def said(events: Sequence[Event]) -> Iterator[Said]:
    """What the referee said."""
    for event in events:
        body = event.body
        if event.kind in {"throw", "opening-throw"}:
            yield "throw", str(body["values"])
        elif event.kind == "rethrow":
            yield (
                "rethrow",
                next((how for how, reasons in REASONS.items() if body["reason"] in reasons), body["reason"]),
            )
        elif event.kind == "press":
            yield "press", str(body["side"])
        elif event.kind in {"play", "illegal"}:
            yield event.kind, str(body["side"]), str(body["position"])
        elif event.kind in {"decision", "unsure"}:
            yield event.kind, str(body["what"])


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_referee_says_what_happened(game: str, tmp_path: Path) -> None:
    found = list(said(officiate(CLIPS / game, tmp_path)))
    assert found == list(happened(lines(game, "events.jsonl")))
    assert found[-1][-1] == lines(game, "truth.jsonl")[-1]["position"]


@pytest.mark.parametrize("game", GAMES)
def test_a_clip_is_small_and_tells_the_referee_nothing_but_the_board_and_the_rules(game: str) -> None:
    folder = CLIPS / game
    assert (folder / "clip.mp4").stat().st_size < 1_500_000
    for name in ("profile.toml", "event.toml", "clock.txt"):
        text = (folder / name).read_text(encoding="utf-8")
        assert not any(event["position"] in text for event in lines(game, "truth.jsonl"))


def test_plakotos_prisoners_are_in_its_clip() -> None:
    """rules.md P1: one checker lies under another, one under two; one is let go."""
    positions = [truth["position"] for truth in lines("plakoto", "truth.jsonl")]
    assert any(position.count("p") == 2 for position in positions)
    assert positions[-1].count("p") == 1
