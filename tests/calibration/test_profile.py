"""The profile file: written, read back, and refused with line and reason."""

from dataclasses import replace
from pathlib import Path

import pytest

from calibration.board import BoardGeometry
from calibration.colours import SetColours
from calibration.habits import SetHabits
from calibration.profile import (
    BoardProfile,
    ProfileError,
    Seats,
    load_profile,
    parse_profile,
    profile_text,
    save_profile,
)
from calibration.view import View

CORNERS = ((100.0, 80.0), (900.5, 90.0), (910.0, 700.25), (95.0, 690.0))
VIEW = View.from_corners(CORNERS, (1280, 720), BoardGeometry(470.0, 410.0, 42.0, 34.0))
COLOURS = SetColours(
    (80.0, 1.0, 5.0), (20.0, 2.0, -3.0), ((60.0, 30.0, 20.0), (90.0, 0.0, 4.0)), (50.0, -20.0, 10.0), 4.0, 5.5
)
PROFILE = BoardProfile(VIEW, COLOURS, Seats("D", "top", "top-left"), 'club "one"\n')


@pytest.mark.parametrize(
    "profile",
    [
        PROFILE,
        replace(PROFILE, colours=None),
        replace(PROFILE, habits=SetHabits(known_bar=True, checkers=12)),
        replace(PROFILE, habits=SetHabits()),
    ],
)
def test_what_is_saved_is_loaded(profile: BoardProfile, tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    save_profile(profile, path)
    loaded = load_profile(path)
    assert loaded.colours == profile.colours
    assert loaded.habits == profile.habits
    assert loaded.seats == profile.seats
    assert loaded.source == profile.source
    assert loaded.view.geometry == profile.view.geometry
    assert loaded.view.corners == profile.view.corners
    assert loaded.view.focal == pytest.approx(profile.view.focal, abs=0.1)


@pytest.mark.parametrize(
    ("good", "bad", "line_with", "reason"),
    [
        ("schema = 2", "schema = 7", "schema", "schemas 1 to 2, got 7"),
        ("width = 1280", "width = true", "width = ", "whole number"),
        ("corners = [[", "corners = [[a", "corners", "TOML"),
        ("[100.00, 80.00]", "[100.00]", "corners", r"\[x, y\]"),
        ("[100.00, 80.00]", "[2000.00, 80.00]", "corners", "clockwise"),
        ("bar_width = 42.00", "bar_width = 400.00", "bar_width", "no room"),
        ("focal = ", "focal = -", "focal", "above 0"),
        ('white_shade = "D"', 'white_shade = "X"', "white_shade", "one of L, D"),
        ("light = [80.00, 1.00, 5.00]", 'light = "white"', "light = ", "colour"),
        ("field_height = 410.00\n", "", "[board]", "`field_height` is missing"),
        ("[seats]", "[chairs]", None, r"\[seats\] is missing"),
    ],
)
def test_a_bad_profile_is_refused_with_line_and_reason(good: str, bad: str, line_with: str | None, reason: str) -> None:
    text = profile_text(PROFILE)
    assert good in text
    broken = text.replace(good, bad, 1)
    with pytest.raises(ProfileError, match=reason) as caught:
        parse_profile(broken, "board.toml")
    name, line = str(caught.value).split(":")[:2]
    assert name == "board.toml"
    if line_with:
        assert line_with in broken.splitlines()[int(line) - 1]


def test_missing_and_unwritable_files_say_which(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match=r"nowhere\.toml"):
        load_profile(tmp_path / "nowhere.toml")
    with pytest.raises(ProfileError, match="can't be written"):
        save_profile(PROFILE, tmp_path / "no" / "folder.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ProfileError, match="UTF-8"):
        load_profile(tmp_path / "bytes.toml")


def test_pictures_of_another_size_are_refused() -> None:
    PROFILE.require_size(1280, 720)
    with pytest.raises(ProfileError, match=r"1280×720.*640×480"):
        PROFILE.require_size(640, 480)


def test_seats_from_text() -> None:
    assert Seats.parse("D, top, top-left") == Seats("D", "top", "top-left")
    for wrong in ("D,top", "Q,top,top-left", "D,left,top-left"):
        with pytest.raises(ValueError, match="expected"):
            Seats.parse(wrong)


def test_a_profile_of_the_first_schema_is_read() -> None:
    old = profile_text(PROFILE).replace("schema = 2", "schema = 1")
    assert parse_profile(old).habits is None
    assert parse_profile(old).colours == PROFILE.colours


@pytest.mark.parametrize(
    ("good", "bad", "reason"),
    [
        ("known_bar = true", "known_bar = 1", "true or false"),
        ("checkers = 12", "checkers = 16", "checkers from 1 to 15"),
    ],
)
def test_habits_that_cannot_be_are_refused_with_their_line(good: str, bad: str, reason: str) -> None:
    text = profile_text(replace(PROFILE, habits=SetHabits(known_bar=True, checkers=12)))
    broken = text.replace(good, bad)
    assert broken != text
    with pytest.raises(ProfileError, match=reason) as caught:
        parse_profile(broken, "board.toml")
    assert bad in broken.splitlines()[int(str(caught.value).split(":")[1]) - 1]
