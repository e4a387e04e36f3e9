"""Fixtures shared by all tests, and the rule that CI may skip nothing but what needs the real photographs."""

import os
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")
"""No test judges speed: on a busy machine an example may take long, and is right all the same."""


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder with the real photographs, beside the checkout; `ZARBITER_SHARED` names another place."""
    default = Path(__file__).resolve().parents[2] / "shared" / "data"
    folder = Path(os.environ.get("ZARBITER_SHARED", default))
    if not (folder / "boards" / "truth.json").exists():
        pytest.skip(f"the real photographs are not at {folder}")
    return folder


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With `ZARBITER_FAIL_ON_SKIP` a skipped test fails, unless it is marked `shared`."""
    report = yield
    if report.skipped and os.environ.get("ZARBITER_FAIL_ON_SKIP") and item.get_closest_marker("shared") is None:
        report.outcome = "failed"
        report.longrepr = f"skipped where nothing may be skipped: {report.longrepr}"
    return report
