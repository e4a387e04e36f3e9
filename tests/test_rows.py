"""Every row of the rules has a test that names it, and the table that lists them is the one in the repository."""

from pathlib import Path

import pytest

from tests.rows import TABLE, coverage, rows_named, table
from tests.rule_rows import ROWS

MADE = '''import nothing.such

class TestHead:
    def test_head(self):
        """rules.md L1."""

def helper():
    """rules.md L2."""
'''


@pytest.mark.parametrize(
    ("docstring", "rows"),
    [
        ("rules.md L2: first throw.", ["rules.md L2"]),
        ("rules.md M3, M4 and M5.", ["rules.md M3", "rules.md M4", "rules.md M5"]),
        ("rules.md L1–L3, P1", ["rules.md L1", "rules.md L2", "rules.md L3", "rules.md P1"]),
        ("rules.md M3, reading: to the last checker.", ["rules.md M3", "rules.md §6 M3"]),
        ("rules.md T1, reading: there is none.", ["rules.md T1"]),
        ("rules.md §2 next\n    game: colours swap.", ["rules.md §2 next game"]),
        ("rules.md §5 draw, §7; tournament.md 1.4.", ["rules.md §5 draw", "rules.md §7", "tournament.md 1.4"]),
        ("rules.md T10.", ["rules.md T10"]),
        ("rules.md M11: a slip.", ["rules.md M11"]),
        ("rules.md: L2 is only mentioned; L3 too; §2.", []),
    ],
)
def test_rows_are_read_from_docstrings(docstring: str, rows: list[str]) -> None:
    assert list(rows_named(docstring)) == rows


def test_tests_are_found_without_importing_them(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "test_made.py").write_text(MADE)
    found = coverage(tmp_path)
    assert {row: tests for row, tests in found.items() if tests} == {"rules.md L1": ["deep/test_made.py::test_head"]}
    page = table(found)
    assert f"| rules.md L1 | {ROWS['rules.md L1']} | deep/test_made.py: `test_head` |" in page
    assert page.count("**none**") == len(ROWS) - 1


@pytest.fixture(scope="module")
def covered() -> dict[str, list[str]]:
    """Row → the tests of this project that name it."""
    return coverage()


@pytest.mark.parametrize("row", ROWS)
def test_every_row_has_a_test_that_names_it(row: str, covered: dict[str, list[str]]) -> None:
    assert covered[row], f"no test's docstring names {row!r}: {ROWS[row]}"


def test_no_test_names_a_row_that_is_none(covered: dict[str, list[str]]) -> None:
    assert {row: tests for row, tests in covered.items() if row not in ROWS} == {}


def test_the_table_in_the_repository_is_the_one_of_these_tests(covered: dict[str, list[str]]) -> None:
    assert TABLE.read_text(encoding="utf-8") == table(covered), "write it anew: python -m tests.rows"
