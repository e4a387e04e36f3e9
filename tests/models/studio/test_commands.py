"""The command line of the studio: what is wrong is said in a line."""

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.synth.studio.contact_sheet import CELL, write_sheet
from models.synth.studio.random_setting import Wish


def synth(*words: str) -> tuple[int, str]:
    done = subprocess.run([sys.executable, "-m", "models.synth", *words], capture_output=True, text=True, check=False)
    return done.returncode, done.stderr.strip()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--size", "huge"), "write it as 1280x720"),
        (("--size", "20x20"), "give a size from 64 to 8192"),
        (("--rare", "3"), "give a share from 0 to 1"),
        (("--hdri", "nowhere"), "holds no .hdr file"),
    ],
)
def test_bad_options_are_one_line_and_status_2(tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    status, line = synth("stills", "--count", "1", "--seed", "1", "--out", str(tmp_path / "o"), *words)
    assert status == 2
    assert says in line.splitlines()[-1]
    assert "Traceback" not in line


def test_a_sheet_shows_photographs_among_the_stills(tmp_path: Path) -> None:
    """A photograph of one colour stands on the sheet in its cell."""
    photos = tmp_path / "photos"
    photos.mkdir()
    cv2.imwrite(str(photos / "a.png"), np.full((90, 120, 3), (0, 0, 255), np.uint8))
    out = tmp_path / "sheet.png"
    assert write_sheet(out, [0], 3, Wish((64, 64)), photos=(photos, 12)) == 2
    sheet = np.asarray(cv2.imread(str(out)))
    red = (sheet == (0, 0, 255)).all(2)
    assert np.count_nonzero(red) == CELL[0] * CELL[1]
    assert sheet.shape[0] * sheet.shape[1] >= 2 * CELL[0] * CELL[1]


def test_a_folder_without_pictures_is_said(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="holds no pictures that can be read"):
        write_sheet(tmp_path / "sheet.png", [], 3, Wish((160, 120)), photos=(tmp_path, 12))
