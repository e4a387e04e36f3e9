"""`zarbiter read`: what is printed, what is refused, and that a simulated board is read."""

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from calibration.colours import SetColours
from calibration.finder import Found
from calibration.habits import SetHabits
from calibration.profile import load_profile, save_profile
from calibration.session import found_view
from calibration.view import View
from referee.commands.read import Task, app, beside, named, write_overlays
from referee.commands.reading_json import reading_json
from tests.vision.pictures import CORNERS, SIZE, board, profile
from vision.camera.file import VideoSource
from vision.camera.source import SourceError
from vision.frame import Image
from vision.observation import SLOTS, UNREAD, CountReading, CubeReading, DieReading, Shade, SlotReading, Stack
from vision.still import StillReader, StillReading

RUN = CliRunner()
DEMO = Path(__file__).resolve().parents[3] / "referee" / "sample"
START_TOP = ["L5", "", "", "", "D3", "", "D5", "", "", "", "", "L2"]
START_BOTTOM = ["D5", "", "", "", "L3", "", "L5", "", "", "", "", "D2"]


def reading(view: View) -> StillReading:
    slots = dict.fromkeys(SLOTS, SlotReading(((Stack(None, 0), 0.9),)))
    slots |= {"top[1]": SlotReading(((Stack("D", 6), 0.75), (Stack("D", 5), 0.2))), "bottom[11]": UNREAD}
    bar: dict[Shade, CountReading] = {"L": CountReading(1, 0.8), "D": CountReading(0, 0.9)}
    off: dict[Shade, CountReading] = {"L": CountReading(None, 0.0), "D": CountReading(2, 0.7)}
    die = DieReading((30.24, 40.0), None, 5, 0.91234, "left-half", flat=True, on_checker=False)
    return StillReading(view, slots, bar, off, (die,), CubeReading((9.0, 8.0), None, 0.6))


def test_a_reading_has_the_form_of_the_truth_files() -> None:
    view = profile().view
    found = reading_json(reading(view), view)
    assert found["corners"] == [list(corner) for corner in CORNERS]
    assert found["top"][:3] == ["", "D6", ""]
    assert found["bottom"][11] is None
    assert found["bar"] == {"L": 1, "D": 0}
    assert found["off"] == {"L": None, "D": 2}
    assert found["dice"] == [
        {"xy": [30.2, 40.0], "value": 5, "where": "left-half", "on_checker": False, "flat": True, "confidence": 0.9123}
    ]
    assert found["cube"] == {"xy": [9.0, 8.0], "value": None, "confidence": 0.6}
    assert found["confidence"]["top"][1] == 0.75
    assert found["confidence"]["bottom"][11] == 0.0
    assert found["confidence"]["bar"] == {"L": 0.8, "D": 0.9}


def test_people_are_told_what_lies_beside_the_points() -> None:
    assert beside(reading(profile().view)) == "bar: 1 L · off: 2 D · dice: 5 (left half) · cube: seen, value not read"


def test_the_view_comes_from_profile_corners_or_finder() -> None:
    def make(colours: SetColours | None, checkers: int | None, habits: SetHabits | None) -> StillReader:
        return lambda image, view: reading(view)

    found = Found(CORNERS, 0.9, 0.5)
    by_finder = Task(finder=lambda image: found, make_reader=make).read("a.jpg", board())
    by_profile = Task(profile=profile(), make_reader=make).read("a.jpg", board())
    assert by_finder is not None
    assert by_profile is not None
    assert by_finder.view.corners == by_profile.view.corners == CORNERS
    assert by_profile.view == profile().view
    assert Task(finder=lambda image: None, make_reader=make).read("a.jpg", board()) is None


def test_a_profile_says_how_its_set_is_read_and_how_many_checkers_it_has() -> None:
    asked: list[tuple[int | None, SetHabits | None]] = []

    def make(colours: SetColours | None, checkers: int | None, habits: SetHabits | None) -> StillReader:
        asked.append((checkers, habits))
        return lambda image, view: reading(view)

    habits = SetHabits(known_bar=True, checkers=12)
    learnt = replace(profile(), habits=habits)
    for task in (
        Task(profile=learnt, make_reader=make),
        Task(profile=learnt, checkers=10, make_reader=make),
        Task(profile=profile(), make_reader=make),
    ):
        task.read("a.jpg", board())
    assert asked == [(12, habits), (10, habits), (None, None)]


def test_a_found_bar_is_kept_in_the_view() -> None:
    geometry = found_view(Found(CORNERS, 0.9, 1.5), SIZE).geometry
    assert geometry.bar_width / geometry.point_width == pytest.approx(1.5)


def test_overlays_are_written_beside_each_other(tmp_path: Path) -> None:
    images: dict[str, Image] = {"a.png": board(), "b.jpg": board()}
    write_overlays(tmp_path / "seen", images, {"a.png": reading(profile().view), "b.jpg": None})
    assert [path.name for path in (tmp_path / "seen").iterdir()] == ["a_read.jpg"]


def test_an_overlay_folder_that_cannot_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SourceError, match="choose another folder for --overlay"):
        write_overlays(tmp_path / "file", {"a.png": board()}, {"a.png": reading(profile().view)})


def test_like_names_are_told_apart_by_their_paths() -> None:
    assert list(named([Path("x/a.jpg"), Path("y/b.jpg")])) == ["a.jpg", "b.jpg"]
    assert list(named([Path("x/a.jpg"), Path("y/a.jpg")])) == ["x/a.jpg", "y/a.jpg"]


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "board.png"
    cv2.imwrite(str(path), board())
    return path


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["{tmp}/nothing.jpg"], "can't read the picture"),
        (["{picture}", "--corners", "1,2", "3,4"], "four corners"),
        (["{picture}", "--corners", "{tmp}/none.json"], "give four points"),
        (["{picture}", "--profile", "{tmp}/none.toml"], "none.toml"),
        (["{picture}", "--profile", "{profile}"], "calibrate again"),
        (["{picture}", "--profile", "{profile}", "--corners", "1,1 9,1 9,9 1,9"], "one of --profile and --corners"),
        (["{picture}", "--overlya", "x"], "no such option: --overlya"),
    ],
)
def test_bad_input_is_one_line_and_status_2(tmp_path: Path, picture: Path, arguments: list[str], said: str) -> None:
    made = replace(profile(), view=replace(profile().view, size=(320, 240)))
    save_profile(made, tmp_path / "profile.toml")
    filled = [word.format(tmp=tmp_path, picture=picture, profile=tmp_path / "profile.toml") for word in arguments]
    result = RUN.invoke(app, [*filled, "--json"])
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert result.stdout == ""


def test_a_picture_without_a_board_is_null_and_status_1(tmp_path: Path) -> None:
    path = tmp_path / "wall.png"
    cv2.imwrite(str(path), np.random.default_rng(1).integers(90, 110, (240, 320, 3), dtype=np.uint8))
    result = RUN.invoke(app, [str(path), "--json"])
    assert result.exit_code == 1
    assert json.loads(result.stdout) == {"wall.png": None}
    assert "no board found in wall.png" in result.stderr


def first_picture(tmp_path: Path) -> Path:
    path = tmp_path / "start.png"
    cv2.imwrite(str(path), next(iter(VideoSource(DEMO / "clip.mp4"))).image)
    return path


def test_the_start_of_the_demo_is_read_with_given_corners(tmp_path: Path) -> None:
    path = first_picture(tmp_path)
    corners = load_profile(DEMO / "profile.toml").view.corners
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    result = RUN.invoke(app, [str(path), "--corners", points, "--json", "--overlay", str(tmp_path / "seen")])
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)["start.png"]
    assert found["top"] == START_TOP
    assert found["bottom"] == START_BOTTOM
    assert [die["value"] for die in found["dice"] if die["value"]] == []
    assert (tmp_path / "seen" / "start_read.jpg").stat().st_size > 10000
