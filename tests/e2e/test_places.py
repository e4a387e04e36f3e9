"""Which slot of the picture is which point of which side: the page's own arithmetic against the contract's table."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage, Site

pytestmark = pytest.mark.browser

ASK = """async ([game, home]) => {
  const { Seats } = await import("/static/position.js");
  const seats = new Seats(game, { white_home: home, white_shade: "L", white_edge: "bottom" });
  const name = ({ row, column }) => `${row}[${column}]`;
  const all = (side) => Array.from({ length: 24 }, (_, i) => name(seats.slot(side, i + 1)));
  const back = (side) => Array.from({ length: 24 }, (_, i) => seats.point(side, seats.slot(side, i + 1)));
  return { W: all("W"), B: all("B"), backW: back("W"), backB: back("B") };
}"""


def white_slots(home: str) -> list[str]:
    """W1 … W24 for a home: bottom right by definition, the others as its mirror images."""
    plain = [("bottom", column) for column in range(11, -1, -1)] + [("top", column) for column in range(12)]
    row, half = home.split("-")
    flip = {"top": "bottom", "bottom": "top"}
    return [f"{r if row == 'bottom' else flip[r]}[{column if half == 'right' else 11 - column}]" for r, column in plain]


def test_places_agree_with_the_contract(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.url)
    for home in ("bottom-right", "bottom-left", "top-right", "top-left"):
        white = white_slots(home)
        for game, black in (
            ("backgammon", [white[24 - n] for n in range(1, 25)]),
            ("long-nardy", [white[(n + 11) % 24] for n in range(1, 25)]),
        ):
            got = page.evaluate(ASK, [game, home])
            assert got["W"] == white
            assert got["B"] == black
            assert got["backW"] == got["backB"] == list(range(1, 25))


def test_pinned_checker_lies_under_its_pinner(site: Site, open_page: OpenPage) -> None:
    site.table.change(game="plakoto", position="W 24:14 20:1p | B 24:14 5:1")
    page = open_page(site.url)
    under = page.locator(".checker[data-side=W][data-place='20']")
    above = page.locator(".checker[data-side=B][data-place='5']")
    expect(under).to_have_count(1)
    order = page.evaluate(
        "[a, b] = [document.querySelector('.checker[data-side=W][data-place=\"20\"]'),"
        " document.querySelector('.checker[data-side=B][data-place=\"5\"]')],"
        " a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING"
    )
    first, second = under.bounding_box(), above.bounding_box()
    assert first is not None
    assert second is not None
    assert first["x"] == pytest.approx(second["x"], abs=1)
    assert first["y"] != pytest.approx(second["y"], abs=5)
    assert order
