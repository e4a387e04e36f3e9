"""Fixtures shared by all tests."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder with the real photographs, beside the checkout; `ZARBITER_SHARED` names another place."""
    default = Path(__file__).resolve().parents[2] / "shared" / "data"
    folder = Path(os.environ.get("ZARBITER_SHARED", default))
    if not (folder / "boards" / "truth.json").exists():
        pytest.skip(f"the real photographs are not at {folder}")
    return folder
