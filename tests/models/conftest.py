"""Where the machine can't render, what needs the photo studio is skipped."""

from collections.abc import Generator

import pytest

from models.synth.studio.engine import StudioError


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test or fixture that meets a machine without software Vulkan is skipped with what to install."""
    report = yield
    if call.excinfo is not None and call.excinfo.errisinstance(StudioError):
        report.outcome = "skipped"
        report.longrepr = (str(item.path), item.location[1] or 0, str(call.excinfo.value))
    return report
