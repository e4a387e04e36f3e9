"""`zarbiter calibrate` on drawn boards: profile, picture, exit status, one clear line on bad input."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner, Result

from calibration.profile import Seats, load_profile
from referee.commands.calibrate import app
from referee.rules.position import Position
from referee.seating import Seating
from tests.calibration.drawn import START, Drawing, photograph

STANDING = Drawing(slots=START)


def calibrate(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


@pytest.fixture
def board(tmp_path: Path) -> tuple[Path, np.ndarray[tuple[int, ...], np.dtype[np.float64]]]:
    image, corners = photograph(STANDING, tilt=15)
    path = tmp_path / "board.png"
    cv2.imwrite(str(path), image)
    return path, corners


def test_a_picture_becomes_a_profile_and_a_drawing(
    board: tuple[Path, np.ndarray[tuple[int, ...], np.dtype[np.float64]]], tmp_path: Path
) -> None:
    path, corners = board
    out = tmp_path / "club.toml"
    result = calibrate(str(path), "--out", str(out), "--seats", "D,top,top-left", "--json")
    assert result.exit_code == 0, result.output
    profile = load_profile(out)
    assert np.abs(np.array(profile.view.corners) - corners).max() < 12
    assert profile.colours is not None
    assert profile.seats == Seats("D", "top", "top-left")
    assert json.loads(result.stdout)["picture"] == {
        "width": 1000,
        "height": 750,
        "focal": pytest.approx(profile.view.focal, abs=0.1),
        "corners": [list(corner) for corner in profile.view.corners],
    }
    drawn = cv2.imread(str(out.with_suffix(".png")))
    assert drawn is not None
    assert drawn.shape == (750, 1000, 3)
    assert (drawn != cv2.imread(str(path))).any()


def test_corners_by_hand_as_words_or_from_a_file(
    board: tuple[Path, np.ndarray[tuple[int, ...], np.dtype[np.float64]]], tmp_path: Path
) -> None:
    path, corners = board
    words = [f"{x:.1f},{y:.1f}" for x, y in corners]
    assert calibrate(str(path), "--corners", *words, "--out", str(tmp_path / "a.toml")).exit_code == 0
    file = tmp_path / "corners.json"
    file.write_text(json.dumps({path.name: {"corners": corners.tolist()}}), encoding="utf-8")
    assert calibrate(str(path), "--corners", str(file), "--out", str(tmp_path / "b.toml")).exit_code == 0
    for name in ("a.toml", "b.toml"):
        assert np.array(load_profile(tmp_path / name).view.corners) == pytest.approx(corners, abs=0.06)


def test_no_board_is_a_negative_answer(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "grey.png"), np.full((480, 640, 3), 120, np.uint8))
    result = calibrate(str(tmp_path / "grey.png"), "--out", str(tmp_path / "p.toml"))
    assert result.exit_code == 1
    assert "no board found" in result.stderr
    assert not (tmp_path / "p.toml").exists()


@pytest.mark.parametrize(
    ("code", "home"),
    [
        (None, "bottom-right"),
        (cv2.ROTATE_180, "top-left"),
    ],
)
def test_seats_are_taken_from_the_starting_position(
    board: tuple[Path, np.ndarray[tuple[int, ...], np.dtype[np.float64]]],
    tmp_path: Path,
    code: int | None,
    home: str,
) -> None:
    image = cv2.imread(str(board[0]))
    assert image is not None
    cv2.imwrite(str(board[0]), image if code is None else cv2.rotate(image, code))
    result = calibrate(str(board[0]), "--out", str(tmp_path / "p.toml"))
    assert result.exit_code == 0, result.output
    assert load_profile(tmp_path / "p.toml").seats == Seats.parse(f"L,{home.split('-', maxsplit=1)[0]},{home}")
    assert f"home {home.replace('-', ' ')}" in result.stderr
    assert "warning: White's" not in result.stderr


def test_seats_against_the_starting_position_are_doubted_and_kept(
    board: tuple[Path, np.ndarray[tuple[int, ...], np.dtype[np.float64]]], tmp_path: Path
) -> None:
    result = calibrate(str(board[0]), "--out", str(tmp_path / "p.toml"), "--seats", "D,top,top-left")
    assert "--seats D,top,top-right?" in result.stderr
    assert load_profile(tmp_path / "p.toml").seats == Seats("D", "top", "top-left")


def test_a_board_without_the_starting_position_says_what_to_do(tmp_path: Path) -> None:
    image, corners = photograph(Drawing(slots={}), tilt=15)
    path = tmp_path / "bare.png"
    cv2.imwrite(str(path), image)
    words = [f"{x:.1f},{y:.1f}" for x, y in corners]
    result = calibrate(str(path), "--corners", *words, "--out", str(tmp_path / "p.toml"))
    assert result.exit_code == 0, result.output
    assert "set it up, take your hands away and calibrate again" in result.stderr
    assert load_profile(tmp_path / "p.toml").seats == Seats()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nowhere.jpg"], "nowhere.jpg"),
        (["PICTURE", "--seats", "L,bottom"], "SHADE,EDGE,HOME"),
        (["PICTURE", "--corners", "1,1", "2,2", "3,3"], "four corners"),
        (["PICTURE", "--out", "no/such/folder/p.toml"], "can't be written"),
        (["PICTURE", "PICTURE"], "one SOURCE"),
        (["PICTURE", "--quickly"], "no such option"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    arguments: list[str],
    says: str,
    board: tuple[Path, np.ndarray[tuple[int, ...], np.dtype[np.float64]]],
    tmp_path: Path,
) -> None:
    out = [] if "--out" in arguments else ["--out", str(tmp_path / "p.toml")]
    result = calibrate(*[str(board[0]) if a == "PICTURE" else a for a in arguments], *out)
    assert result.exit_code == 2
    assert says in result.stderr
    assert "Traceback" not in result.output


MIDGAME = "W 24:1 13:4 8:3 6:4 4:3 | B 24:2 13:4 8:4 6:5"


@pytest.fixture
def midgame(tmp_path: Path) -> tuple[Path, list[str]]:
    """A picture of `MIDGAME`, White light at the bottom with the home at the right, and its corners as words."""
    stacks = Seating(Seats(), "backgammon").stacks(Position.parse(MIDGAME, "backgammon"))
    image, corners = photograph(Drawing(slots={name: text for name, text in stacks.items() if text}), tilt=10)
    path = tmp_path / "midgame.png"
    cv2.imwrite(str(path), image)
    return path, ["--corners", *(f"{x:.1f},{y:.1f}" for x, y in corners)]


def test_any_confirmed_position_teaches_the_set(midgame: tuple[Path, list[str]], tmp_path: Path) -> None:
    path, corners = midgame
    result = calibrate(str(path), *corners, "--position", MIDGAME, "--out", str(tmp_path / "p.toml"))
    assert result.exit_code == 0, result.output
    profile = load_profile(tmp_path / "p.toml")
    assert profile.colours is not None
    assert profile.colours.light[0] > 80
    assert profile.colours.dark[0] < 40
    assert profile.habits is not None
    assert (profile.habits.known_bar, profile.habits.checkers) == (True, 15)
    assert profile.view.geometry.bar_width / profile.view.geometry.field_width == pytest.approx(40 / 470, abs=0.02)
    assert profile.seats == Seats()


def test_slots_by_picture_name_teach_as_well(midgame: tuple[Path, list[str]], tmp_path: Path) -> None:
    path, corners = midgame
    standing = Seating(Seats(), "backgammon").picture(Position.parse(MIDGAME, "backgammon"))
    (tmp_path / "known.json").write_text(json.dumps({path.name: standing}), encoding="utf-8")
    by_file = calibrate(
        str(path), *corners, "--position", str(tmp_path / "known.json"), "--out", str(tmp_path / "a.toml")
    )
    by_text = calibrate(str(path), *corners, "--position", MIDGAME, "--out", str(tmp_path / "b.toml"))
    assert by_file.exit_code == by_text.exit_code == 0
    assert load_profile(tmp_path / "a.toml").colours == load_profile(tmp_path / "b.toml").colours


def test_a_position_that_does_not_stand_there_is_doubted(midgame: tuple[Path, list[str]], tmp_path: Path) -> None:
    path, corners = midgame
    other = MIDGAME.replace("13:4 8:3", "13:5 8:2", 1)
    result = calibrate(str(path), *corners, "--position", other, "--out", str(tmp_path / "p.toml"))
    assert result.exit_code == 0
    assert "read otherwise than the position says: check the position, --seats and the light" in result.stderr


@pytest.mark.parametrize(
    ("position", "says"),
    [
        ("W 24:2", "write both sides"),
        ("W 24:2 | B 24:16", "15"),
        ("W | B", "no light checker"),
        ("nowhere.json", "nowhere.json"),
        ("odd.json", "'X3' is no slot"),
        ("short.json", "12 slots each"),
        ("other.json", "has no slots for midgame.png"),
    ],
)
def test_a_position_that_can_not_be_is_one_line_and_status_2(
    midgame: tuple[Path, list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, position: str, says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    rows = {"odd": ["X3", *[""] * 11], "short": [""]}
    for name, top in rows.items():
        entry = {"midgame.png": {"top": top, "bottom": [""] * 12}}
        (tmp_path / f"{name}.json").write_text(json.dumps(entry), encoding="utf-8")
    (tmp_path / "other.json").write_text("{}", encoding="utf-8")
    path, corners = midgame
    result = calibrate(str(path), *corners, "--position", position, "--out", "p.toml")
    assert result.exit_code == 2
    assert says in result.stderr
    assert result.stderr.count("\n") == 1
