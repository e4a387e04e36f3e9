"""Random faults of the link during a match; 500 a family by `python -m tests.referee.clock.faults_run --all`."""

from pathlib import Path

import pytest

from tests.referee.clock.faults_run import A_TENTH, FAMILIES, run


@pytest.mark.parametrize("family", FAMILIES)
def test_a_tenth_of_the_faults(family: str, tmp_path: Path) -> None:
    """No press lost that the clock still holds, none made up, each loss and return in the log, both clocks agree within
    a second of it, no thread or file leaked, and the record replays the same.
    """
    out = run(family, A_TENTH, 7, tmp_path)
    assert out.bad == []
    assert sum(out.faults.values()) == A_TENTH
    assert min(out.presses, out.losses, out.returns) > 0
