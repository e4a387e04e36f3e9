"""The film shows what the performance tells: instance masks before and after each event differ by exactly the checkers
that were told to move, hands are seen while they do, and the same seed gives the same bytes."""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from calibration.profile import load_profile
from models.synth.game.doctor import Change, doctored
from models.synth.game.film import Film
from models.synth.game.kit import kit_of
from models.synth.game.perform import perform
from models.synth.game.performance import Event, Performance
from models.synth.game.script import Lift, Pass, Play, Press, Script, Throw, Wait, moves_of
from models.synth.game.video import write_clip
from models.synth.studio.putting import Kind
from referee.rules.options import Options
from referee.rules.position import Position
from referee.rules.side import Side

SIZE = (320, 180)
W, B = Side.W, Side.B
ACTS = (
    Wait(0.5), Throw(W, (3, 1)), Wait(0.5), Play(W, moves_of("8/5")), Wait(0.5), Press(W), Lift(W), Wait(0.5),
    Throw(B, (6, 4)), Wait(0.5), Play(B, moves_of("24/20* 24/18")), Wait(0.5),
    Play(W, moves_of("bar/22")), Wait(0.5), Pass("arm"), Wait(0.5),
)  # fmt: skip


@pytest.fixture(scope="module")
def film() -> Film:
    return Film(perform(Script("backgammon", ACTS), kit_of(0, SIZE), 1))


def numbers_of(film: Film, kind: Kind, indices: set[int] | None = None) -> set[int]:
    labelled = film.stage.labelled.values()
    return {each.number for each in labelled if each.kind == kind and (indices is None or each.index in indices)}


def seen(film: Film, t_s: float) -> npt.NDArray[np.int32]:
    return film.numbers(t_s)


def moved_of(event: Event) -> set[int]:
    """Numbers of the checkers that an event moved."""
    steps = event.body.get("moves", ())
    return {step["checker"] for step in steps} | {step["hit"] for step in steps if "hit" in step}


def between(told: Performance) -> Iterator[tuple[float, float, list[Event]]]:
    """Middles of two settled times in order, and the events between them."""
    for first, second in zip(told.settled, told.settled[1:], strict=False):
        events = [
            event for event in told.events if first.end_s - 1e-6 <= event.t_s and event.end_s <= second.t_s + 1e-6
        ]
        yield (first.t_s + first.end_s) / 2, (second.t_s + second.end_s) / 2, events


def test_masks_before_and_after_differ_by_exactly_what_the_events_tell(film: Film) -> None:
    told, plays = film.performance, 0
    masks: dict[float, npt.NDArray[np.int32]] = {}
    for before_s, after_s, events in between(told):
        before, after = (masks.setdefault(t_s, seen(film, t_s)) for t_s in (before_s, after_s))
        moved = numbers_of(film, "checker", set().union(*map(moved_of, events)))
        dice = {2 * "WB".index(e.body["side"]) + die for e in events if e.kind in {"throw", "lift"} for die in range(2)}
        may_change = moved | numbers_of(film, "die", dice)
        different = before != after
        assert (np.isin(before, list(may_change)) | np.isin(after, list(may_change)))[different].all()
        for number in moved:
            assert np.count_nonzero(before == number) + np.count_nonzero(after == number) > 60
            assert not np.array_equal(before == number, after == number)
        plays += bool(moved)
    assert plays == 3


def test_each_checker_is_seen_where_its_event_put_it(film: Film) -> None:
    """Every visible checker's mask lies about the projection of its place, in the order of its slots."""
    told, settled = film.performance, film.performance.settled[-1]
    mask = seen(film, (settled.t_s + settled.end_s) / 2)
    view = film.lens(settled.t_s).eye
    for number in range(len(told.checkers)):
        own = next(iter(numbers_of(film, "checker", {number})))
        rows, columns = np.nonzero(mask == own)
        x, y, z = told.checkers[number].place(settled.t_s)
        at = view.project([(x, -y, z + told.kit.top.checker_height / 2)])[0]
        assert len(rows) > 40
        assert np.hypot(columns.mean() + 0.5 - at[0], rows.mean() + 0.5 - at[1]) < 3


def test_a_hand_is_seen_while_a_checker_moves_and_none_when_all_is_still(film: Film) -> None:
    told = film.performance
    plays = [event for event in told.events if event.kind == "play"]
    for event in plays:
        step = event.body["moves"][0]
        hand = numbers_of(film, "hand", {0 if event.body["side"] == "W" else 1})
        mask = seen(film, (step["t"] + 2 * step["end"]) / 3)
        assert np.isin(mask, list(hand)).sum() > 300
    hands = list(numbers_of(film, "hand"))
    for settled in told.settled[::3]:
        assert not np.isin(seen(film, settled.t_s + 0.01), hands).any()
    passing = next(event for event in told.events if event.kind == "pass")
    stranger = list(numbers_of(film, "hand", {2}))
    assert np.isin(seen(film, (passing.t_s + passing.end_s) / 2), stranger).sum() > 300


def test_a_clip_comes_with_all_that_a_referee_is_given_and_the_truth(tmp_path: Path) -> None:
    acts = (Wait(0.4), Play(W, moves_of("6/5")), Press(W), Wait(0.2))
    said: list[tuple[int, int]] = []
    for name in ("first", "again"):
        told = perform(Script("backgammon", acts), kit_of(0, SIZE), 1)
        write_clip(tmp_path / name, Film(told), fps=5, progress=lambda done, total: said.append((done, total)))
    names = sorted(path.name for path in (tmp_path / "first").iterdir())
    assert names == ["clip.mp4", "clock.txt", "event.toml", "events.jsonl", "profile.toml", "truth.jsonl"]
    for name in names:
        assert (tmp_path / "first" / name).read_bytes() == (tmp_path / "again" / name).read_bytes()
    assert said[-1][0] == said[-1][1] == round(told.length_s * 5)
    assert load_profile(tmp_path / "first" / "profile.toml").view.size == SIZE
    assert Options.load(tmp_path / "first" / "event.toml").game == "backgammon"
    assert b"PRESS W 1" in (tmp_path / "first" / "clock.txt").read_bytes()
    truths = [json.loads(line) for line in (tmp_path / "first" / "truth.jsonl").read_text().splitlines()]
    events = [json.loads(line) for line in (tmp_path / "first" / "events.jsonl").read_text().splitlines()]
    assert [event["kind"] for event in events] == ["play", "press"]
    assert truths[0]["position"] == Position.start("backgammon").text
    assert truths[-1]["position"] == events[0]["position"]
    assert truths[-1]["bottom"][7] == "L1"
    assert truths[-1]["bottom"][6] == "L4"


def test_painting_touches_only_what_was_changed(film: Film) -> None:
    settled = film.performance.settled[1]
    t_s = (settled.t_s + settled.end_s) / 2
    picture = film.picture(t_s)[..., ::-1].copy()
    hidden = settled.checkers.at(W, 6)[-1]
    painted = next(doctored([(t_s, picture)], film, lambda _: Change(frozenset({hidden}))))
    difference = np.abs(painted.astype(int) - picture).max(axis=2)
    own = seen(film, t_s) == next(iter(numbers_of(film, "checker", {hidden})))
    assert difference[own].mean() > 40
    rows, columns = np.nonzero(own)
    far = np.hypot(*(np.indices(own.shape) - np.array([rows.mean(), columns.mean()])[:, None, None])) > 45
    assert difference[far].max() == 0
    other = next(doctored([(t_s, picture)], film, lambda _: Change(values={0: 6})))
    die = seen(film, t_s) == next(iter(numbers_of(film, "die", {0})))
    assert np.abs(other.astype(int) - picture)[die].max() > 25
