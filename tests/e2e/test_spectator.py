"""What a spectator sees: the position, the clocks, the flag, and when the connection is gone."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage, Site
from tests.referee.live.fake_table import AFTER_31, face

pytestmark = pytest.mark.browser


def counts(page: Page, side: str) -> dict[str, int]:
    """Checkers of a side on the drawn board, by the side's own numbers."""
    places = page.locator(f".checker[data-side={side}]").evaluate_all("all => all.map(one => one.dataset.place)")
    return {place: places.count(place) for place in sorted(set(places), key=str)}


def test_page_shows_the_table(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.url)
    assert counts(page, "W") == {"24": 2, "13": 5, "8": 3, "6": 5}
    assert counts(page, "B") == {"24": 2, "13": 5, "8": 3, "6": 5}
    expect(page.get_by_test_id("name-W")).to_have_text("Ada Nikolaou")
    expect(page.get_by_test_id("score-B")).to_have_text("3")
    expect(page.get_by_test_id("clock-B")).to_have_text("11:31")
    expect(page.get_by_test_id("status")).to_have_text("Ada Nikolaou to throw")
    expect(page.get_by_test_id("pips-W")).to_have_text("167 pips")
    expect(page.get_by_test_id("board")).to_have_attribute("aria-label", re.compile("Ada Nikolaou: 2 on 24, 5 on 13"))
    expect(page.get_by_test_id("director-bar")).to_have_count(0)


def test_position_dice_and_cube_follow_the_table(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.url)
    site.table.change(
        "play",
        position="W 24:1 13:6 8:3 6:4 bar:1 | B 24:2 13:5 8:2 6:5 off:1",
        dice={"values": [6, 2], "status": "valid", "reason": None},
        cube={"value": 4, "owner": "B"},
        last=[{"seq": 1, "side": "B", "dice": [3, 1], "text": "8/5 6/5", "legal": True}],
    )
    expect(page.get_by_test_id("status")).to_have_text("Ada Nikolaou to play 6-2")
    assert counts(page, "W") == {"24": 1, "13": 6, "8": 3, "6": 4, "bar": 1}
    assert counts(page, "B") == {"24": 2, "13": 5, "8": 2, "6": 5, "off": 1}
    expect(page.locator(".count")).to_have_text("6")
    expect(page.locator(".die")).to_have_count(2)
    expect(page.locator(".die").first).to_have_attribute("data-value", "6")
    expect(page.locator(".cube")).to_have_attribute("data-owner", "B")
    expect(page.locator(".cube-value")).to_have_text("4")
    expect(page.get_by_test_id("plays").locator("li").first).to_contain_text("8/5 6/5")


def test_rethrow_is_said_and_ringed(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.url)
    site.table.change("rethrow", dice={"values": [5, None], "status": "rethrow", "reason": "leaning"})
    expect(page.get_by_test_id("status")).to_have_text("Rethrow. A die leans.")
    expect(page.locator(".die-bad")).to_have_count(2)


def test_clock_counts_down_between_updates_delay_first(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.url)
    site.table.change(clocks={"W": face(100, 4, running=True), "B": face(691), "state": "running"})
    expect(page.get_by_test_id("clock-W")).to_have_text("1:40")
    expect(page.get_by_test_id("delay-W")).to_have_text(re.compile(r"delay \d"))
    expect(page.get_by_test_id("clockface-W")).to_have_attribute("data-state", "reserve")
    expect(page.get_by_test_id("clock-W")).to_have_text(re.compile(r"1:[23]\d"))
    expect(page.get_by_test_id("clock-B")).to_have_text("11:31")


def test_flag_appears_with_reasons_and_picture(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.url)
    expect(page.get_by_test_id("flag")).to_be_hidden()
    site.table.flag("White went four points with a three.", ("wrong-distance",))
    expect(page.get_by_test_id("flag-text")).to_have_text("White went four points with a three.")
    expect(page.get_by_test_id("flag-reasons")).to_have_text("A checker went a distance the dice don't show.")
    expect(page.locator("#announce")).to_contain_text("Illegal play. White went four points")
    expect(page.get_by_test_id("clockface-W")).to_have_attribute("data-state", "paused")
    picture = page.get_by_test_id("evidence").locator("img")
    expect(picture).to_be_visible()
    expect(picture).to_have_js_property("naturalWidth", 640)
    picture.click()
    expect(page.locator("#picture img")).to_be_visible()


def test_demanded_correction_and_offered_cube_are_told(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.url)
    seq = site.table.flag()
    expect(page.get_by_test_id("status")).to_have_text("Waiting for a decision")
    site.table.change("decision", flag={**site.table.state["flag"], "demanded": True})
    expect(page.get_by_test_id("demanded")).to_be_visible()
    expect(page.get_by_test_id("status")).to_have_text("Waiting for the correction")
    offer = {"value": 1, "owner": None, "offered_by": "B", "offered_value": 2}
    site.table.change("double", flag=None, cube=offer)
    expect(page.get_by_test_id("status")).to_have_text("Boris Virtanen doubles to 2: Ada Nikolaou takes or drops")
    expect(page.locator(".cube-value")).to_have_text("2")
    site.table.change(last=[{"seq": seq, "side": "W", "dice": "3-1", "text": "8/4 6/5", "legal": False}])
    expect(page.locator(".tag")).to_have_text("illegal")
    assert page.locator(".numeral.to").all_text_contents() == ["5", "4"]
    assert page.locator(".numeral.from").all_text_contents() == ["8", "6"]
    page.get_by_role("button", name="What the camera saw").click()
    expect(page.locator("#picture img")).to_be_visible()


def test_table_before_the_first_position(site: Site, open_page: OpenPage) -> None:
    nothing: dict[str, Any] = {
        "position": None,
        "slots": None,
        "pips": None,
        "cube": None,
        "turn": None,
        "phase": "waiting",
    }
    site.table.change(clock_link="none", camera="none", **nothing)
    page = open_page(site.url)
    expect(page.get_by_test_id("status")).to_have_text("Waiting for the checkers to be set up")
    expect(page.locator(".checker")).to_have_count(0)
    expect(page.locator(".cube")).to_have_count(0)
    expect(page.get_by_test_id("clockface-W")).to_be_hidden()
    row = ["L2", "", "", "", "", "D5", "", "D3", "", "", "", "L5"]
    slots = {"top": row, "bottom": [""] * 12, "bar": {"L": 1, "D": 0}, "off": {"L": 0, "D": 4}}
    site.table.change(slots=slots)
    expect(page.locator(".checker")).to_have_count(20)
    assert counts(page, "W") == {"13": 2, "24": 5, "bar": 1}
    assert counts(page, "B") == {"7": 5, "5": 3, "off": 4}


def test_closed_audience_sees_no_flag(site: Site, open_page: OpenPage) -> None:
    site.table.change(audience="director-only")
    spectator, director = open_page(site.url), open_page(site.director_url)
    site.table.flag()
    expect(director.get_by_test_id("flag")).to_be_visible()
    expect(director.get_by_test_id("evidence").locator("img")).to_be_visible()
    site.table.change("throw", names={"W": "Anna", "B": "Boris"})
    expect(spectator.get_by_test_id("name-W")).to_have_text("Anna")
    expect(spectator.get_by_test_id("flag")).to_be_hidden()


def test_dropped_connection_shows_and_heals(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.url)
    site.stop()
    expect(page.get_by_test_id("lost")).to_contain_text("Connection lost, retrying")
    expect(page.get_by_test_id("connection")).to_have_text("Connection lost")
    frozen = page.get_by_test_id("clockface-W").inner_text()
    site.table.change("play", position=AFTER_31, turn="B")
    page.wait_for_timeout(1500)
    assert page.get_by_test_id("clockface-W").inner_text() == frozen
    site.start()
    expect(page.get_by_test_id("lost")).to_be_hidden()
    expect(page.get_by_test_id("connection")).to_have_text("Live")
    expect(page.get_by_test_id("status")).to_have_text("Boris Virtanen to throw")
    assert counts(page, "W") == {"24": 2, "13": 5, "8": 2, "6": 4, "5": 2}


def test_board_is_seen_from_either_chair(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.url)
    expect(page.locator("#near").get_by_test_id("name-W")).to_be_visible()
    page.keyboard.press("v")
    page.get_by_test_id("viewer").select_option("B")
    expect(page.locator("#near").get_by_test_id("name-B")).to_be_visible()
    box = page.locator(".checker[data-side=B][data-place='6']").first.bounding_box()
    board = page.get_by_test_id("board").bounding_box()
    assert box is not None
    assert board is not None
    assert box["y"] > board["y"] + board["height"] / 2
    page.reload()
    expect(page.locator("#near").get_by_test_id("name-B")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["", "director"])
def test_phone_has_nothing_to_scroll_sideways(site: Site, open_page: OpenPage, path: str, scheme: str) -> None:
    site.table.flag("White played 13/7 8/7 with 5-1: a checker went a distance the dice don't show.", ("both-dice",))
    address = site.director_url if path else site.url
    page = open_page(address, width=360, height=740, scheme=scheme)
    expect(page.get_by_test_id("flag")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    ink, ground = page.evaluate(
        "[getComputedStyle(document.body).color, getComputedStyle(document.documentElement).backgroundColor]"
    )
    lightness = [sum(map(int, re.findall(r"\d+", colour)[:3])) for colour in (ink, ground)]
    assert (lightness[0] > lightness[1]) is (scheme == "dark")


def test_lost_camera_and_clock_are_told(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.url)
    expect(page.get_by_test_id("clock-state")).to_have_text("Clock simulated")
    site.table.change("camera-lost", camera="lost", clock_link="lost")
    expect(page.get_by_test_id("camera-state")).to_have_text("Camera lost")
    expect(page.get_by_test_id("clock-state")).to_have_text("Clock lost")
    detail = {
        "state": "searching",
        "for_ms": 9000,
        "why": "it is not plugged in",
        "port": "/dev/ttyUSB0",
        "clock": "box",
    }
    site.table.change("clock-lost", clock_link="lost", clock_detail=detail)
    expect(page.get_by_test_id("clock-state")).to_have_text("Clock lost, searching")
    told = page.get_by_test_id("clock-state").get_attribute("title") or ""
    assert re.fullmatch(r"box · /dev/ttyUSB0 · since .*\d:\d\d.* · it is not plugged in", told)
    mode = detail | {"state": "ok", "why": "choose option 23"}
    site.table.change("clock-back", clock_link="ok", clock_detail=mode)
    expect(page.get_by_test_id("clock-state")).to_have_text("Clock trouble")
    expect(page.get_by_test_id("clock-state")).to_have_attribute("title", "box · /dev/ttyUSB0 · choose option 23")
    site.table.change("seen", clock_link="ok", clock_detail=mode | {"why": ""})
    expect(page.get_by_test_id("clock-state")).to_have_text("Clock")


def test_camera_view_follows_and_can_be_closed(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.url)
    expect(page.get_by_test_id("camera-image")).to_be_visible()
    page.get_by_test_id("camera").locator("summary").click()
    expect(page.get_by_test_id("camera-image")).to_be_hidden()
    page.wait_for_timeout(700)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(1200)
    assert [url for url in asked if url.endswith("/api/view")] == []


def test_records_are_saved_and_one_that_there_is_not_is_said(site: Site, open_page: OpenPage) -> None:
    site.table.exports["sgf"] = "(;GM[6])"
    page = open_page(site.url)
    for fmt in ("sgf", "mat", "json"):
        with page.expect_download() as download:
            page.get_by_test_id(fmt).click()
        assert download.value.suggested_filename == f"match.{fmt}"
        assert Path(download.value.path()).read_text() == site.table.exports[fmt]
    site.table.refuse = "long nardy has no SGF: ask for match.mat"
    page.get_by_test_id("sgf").click()
    expect(page.get_by_test_id("toasts")).to_contain_text("long nardy has no SGF")
