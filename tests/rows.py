"""Which test covers which row of the rules: `python -m tests.rows` writes the table.

A test covers the rows that its docstring names: `rules.md L2`, `rules.md M3, M4`, `rules.md L1–L5`, `rules.md §5 draw`,
`tournament.md 1.4`. `rules.md M3, reading` names the reading of that row too. Nothing is imported, so that the table
needs neither a camera's library nor an engine.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.rule_rows import ROWS

ROOT = Path(__file__).parent.parent
REFERENCE = "brute/test_hand.py"
"""Tests of the independent reference itself hold nothing of the product."""
TABLE = ROOT / "referee" / "rules" / "ROWS.md"

_HEAD = """# Which test covers which row of the rules

Made by `python -m tests.rows` from what the tests' docstrings name; a test fails when a row has none. A row's tests are
run with `python -m pytest -k NAME`.

| row | in a line | tests |
|---|---|---|
"""
_LETTERED = r"[TMHLPFE][0-9]+"


def _items(document: str) -> str:
    names = [row.removeprefix(f"{document} ") for row in ROWS if row.startswith(f"{document} ")]
    return "|".join([_LETTERED, *(re.escape(name) for name in sorted(names, key=len, reverse=True))])


_DOCUMENTS = tuple(dict.fromkeys(row.split(" ")[0] for row in ROWS))
_CITED = {
    document: re.compile(
        rf"(?<![\w_]){re.escape(document)} ((?:{_items(document)})(?:(?:, | and |–)(?:{_items(document)}))*)"
    )
    for document in _DOCUMENTS
}


def rows_named(docstring: str) -> Iterator[str]:
    """The rows that a docstring names, also unknown ones such as `rules.md M11`."""
    text = " ".join(docstring.split())
    for document, pattern in _CITED.items():
        for found in pattern.finditer(text):
            names = re.split(", | and ", found[1])
            for name in names:
                yield from (f"{document} {each}" for each in _expanded(name))
            reading = f"{document} §6 {names[0]}"
            if text[found.end() :].startswith(", reading") and reading in ROWS:
                yield reading


def _expanded(name: str) -> list[str]:
    first, dash, last = name.partition("–")
    if not dash:
        return [name]
    return [f"{first[0]}{number}" for number in range(int(first[1:]), int(last[1:]) + 1)]


def tests_in(path: Path) -> Iterator[tuple[str, str]]:
    """(name, docstring) of each test function of a file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            yield node.name, ast.get_docstring(node) or ""


def coverage(folder: Path = ROOT / "tests") -> dict[str, list[str]]:
    """Row → the tests that name it, `folder/test_file.py::test_name`; unknown rows come last."""
    found: dict[str, list[str]] = {row: [] for row in ROWS}
    for path in sorted(path for path in folder.rglob("test_*.py") if not path.as_posix().endswith(REFERENCE)):
        for name, docstring in tests_in(path):
            for row in dict.fromkeys(rows_named(docstring)):
                found.setdefault(row, []).append(f"{path.relative_to(folder).as_posix()}::{name}")
    return found


def table(found: Mapping[str, list[str]]) -> str:
    """The whole page."""
    lines = [_line(row, found[row]) for row in ROWS]
    return _HEAD + "\n".join(lines) + "\n"


def _line(row: str, tests: list[str]) -> str:
    by_file: dict[str, list[str]] = {}
    for test in tests:
        file, _, name = test.partition("::")
        by_file.setdefault(file, []).append(f"`{name}`")
    named = "<br>".join(f"{file}: {', '.join(names)}" for file, names in by_file.items())
    return f"| {row} | {ROWS[row]} | {named or '**none**'} |"


def main() -> None:
    """Write the table and say which rows have no test."""
    found = coverage()
    TABLE.write_text(table(found), encoding="utf-8")
    print(f"{TABLE.relative_to(ROOT)}: {len(ROWS)} rows, {sum(map(len, found.values()))} mentions in tests")
    for row in found:
        if row not in ROWS:
            print(f"no such row: {row} in {', '.join(found[row])}")
        elif not found[row]:
            print(f"without a test: {row}: {ROWS[row]}")


if __name__ == "__main__":
    main()
