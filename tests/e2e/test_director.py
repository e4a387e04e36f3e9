"""The director at work: token, rulings, corrections on the board by mouse and by keyboard, corners."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import TOKEN, OpenPage, Site
from tests.referee.live.fake_table import AFTER_31, START

pytestmark = pytest.mark.browser


def centre(page: Page, zone: str) -> tuple[float, float]:
    """Middle of a place on the board, px of the window."""
    box = page.locator(f"[data-zone={zone}]").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: str, end: str) -> None:
    """Drag a checker from one place to another."""
    page.mouse.move(*centre(page, start))
    page.mouse.down()
    x, y = centre(page, end)
    page.mouse.move(x - 20, y - 20)
    page.mouse.move(x, y)
    page.mouse.up()


def test_director_demands_a_correction_and_the_clock_resumes(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.director_url)
    expect(page.get_by_test_id("do-demand")).to_be_disabled()
    site.table.flag()
    expect(page.get_by_test_id("clockface-W")).to_have_attribute("data-state", "paused")
    page.get_by_test_id("do-demand").click()
    expect(page.get_by_test_id("flag")).to_be_hidden()
    expect(page.get_by_test_id("clockface-W")).to_have_attribute("data-state", re.compile("delay|reserve"))
    expect(page.get_by_test_id("toasts")).to_contain_text("Correction demanded")
    assert site.asked(1) == [("demand", {})]


def test_token_leaves_the_address_and_lasts_for_the_tab(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.director_url)
    assert page.url == f"{site.url}director"
    page.reload()
    page.get_by_test_id("do-undo").click()
    expect(page.get_by_test_id("toasts")).to_contain_text("Undone")
    assert site.asked(1) == [("undo", {})]


def test_without_the_token_nothing_can_be_done(site: Site, open_page: OpenPage) -> None:
    page = open_page(f"{site.url}director")
    expect(page.get_by_test_id("token-form")).to_be_visible()
    answer = page.request.post(f"{site.url}api/director/pause")
    assert answer.status == 401
    assert "token" in answer.json()["error"]
    page.get_by_test_id("token-field").fill("wrong")
    page.keyboard.press("Enter")
    page.get_by_test_id("do-pause").click()
    expect(page.get_by_test_id("toasts")).to_contain_text("director's token")
    assert site.table.asked == []


def test_right_token_can_be_typed(site: Site, open_page: OpenPage) -> None:
    page = open_page(f"{site.url}director")
    page.get_by_test_id("token-field").fill(TOKEN)
    page.keyboard.press("Enter")
    page.get_by_test_id("do-pause").click()
    expect(page.get_by_test_id("do-pause")).to_have_text("Resume")
    expect(page.get_by_test_id("status")).to_have_text("Paused by the director")
    assert site.asked(1) == [("pause", {})]


def test_shortcuts_act_and_can_be_switched_off(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.director_url)
    wanted = [("pause", {}), ("resume", {}), ("press", {"side": "W"}), ("press", {"side": "B"})]
    for number, (key, pause) in enumerate((("p", "Resume"), ("p", "Pause"), ("1", "Pause"), ("2", "Pause")), start=1):
        page.keyboard.press(key)
        expect(page.get_by_test_id("do-pause")).to_have_text(pause)
        assert site.asked(number) == wanted[:number]
    page.keyboard.press("?")
    page.locator("#shortcuts").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    page.wait_for_timeout(300)
    assert site.table.asked == wanted


def test_refusal_is_shown(site: Site, open_page: OpenPage) -> None:
    site.table.refuse = "there is nothing to take back"
    page = open_page(site.director_url)
    page.get_by_test_id("do-undo").click()
    expect(page.get_by_test_id("toasts")).to_contain_text("there is nothing to take back")


def test_choice_of_an_unsure_flag_is_taken(site: Site, open_page: OpenPage) -> None:
    choices = [{"text": "8/5 6/5", "play": "8/5 6/5"}, {"text": "24/20", "play": "24/20"}]
    flag = {"seq": 1, "kind": "unsure", "text": "Two plays fit.", "reasons": [], "choices": choices}
    site.table.change("unsure", flag=flag)
    page = open_page(site.director_url)
    page.get_by_role("button", name="24/20").click()
    expect(page.get_by_test_id("flag")).to_be_hidden()
    assert site.asked(1) == [("accept", {"choice": 1})]


def test_cube_is_turned(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.director_url)
    page.get_by_test_id("cube-menu").locator("summary").click()
    page.get_by_test_id("do-double").click()
    expect(page.get_by_test_id("toasts")).to_contain_text("Double noted")
    assert site.asked(1) == [("cube", {"action": "double"})]


PLAKOTO = "W 24:14 20:1 | B 24:13 6:2"


def test_a_game_is_given_up_by_the_names_of_its_scoring(site: Site, open_page: OpenPage) -> None:
    site.table.change(resign={"W": ["oin", "mars"], "B": ["oin"]})
    page = open_page(site.director_url)
    page.get_by_test_id("resign-menu").locator("summary").click()
    expect(page.get_by_test_id("resign-B-oin")).to_have_text("Boris Virtanen resigns: oin")
    page.get_by_test_id("resign-W-mars").click()
    expect(page.get_by_test_id("toasts")).to_contain_text("Resignation noted")
    assert site.asked(1) == [("resign", {"side": "W", "level": "mars"})]


def test_a_beaver_is_offered_where_it_is_allowed(site: Site, open_page: OpenPage) -> None:
    offer = {"value": 1, "owner": None, "offered_by": "W", "offered_value": 2, "offered": "double", "beaver": True}
    site.table.change(cube=offer)
    page = open_page(site.director_url)
    page.get_by_test_id("cube-menu").locator("summary").click()
    page.get_by_test_id("do-beaver").click()
    assert site.asked(1) == [("cube", {"action": "beaver"})]
    site.table.change(cube={**offer, "offered_by": "B", "offered_value": 4, "offered": "beaver", "beaver": False})
    expect(page.get_by_test_id("status")).to_contain_text("Boris Virtanen beavers to 4")
    expect(page.get_by_test_id("do-beaver")).to_be_hidden()


def test_a_lone_checker_is_pinned_by_dropping_one_on_it(site: Site, open_page: OpenPage) -> None:
    """rules.md P1: in plakoto; it is free when no pinner is left. There is no bar to drop anything on."""
    site.table.change(game="plakoto", contact="pin", title="Plakoto", cube=None, position=PLAKOTO)
    page = open_page(site.director_url, height=1200)
    page.get_by_test_id("do-correct").click()
    assert page.locator("[data-zone=bar-W]").count() == 0
    drag(page, "top-6", "top-7")
    expect(page.get_by_test_id("edit-position")).to_have_value("W 24:14 20:1p | B 24:13 6:1 5:1")
    drag(page, "top-7", "bottom-3")
    expect(page.get_by_test_id("edit-position")).to_have_value("W 24:14 20:1 | B 24:13 16:1 6:1")


def test_time_is_taken_off_and_a_delay_is_lost(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.director_url)
    for side, what in (("W", "less"), ("B", "delay")):
        page.get_by_test_id("time-menu").locator("summary").click()
        page.get_by_test_id(f"time-{side}-{what}").click()
        expect(page.get_by_test_id("toasts")).to_contain_text("Noted on the clock")
    assert site.asked(2) == [
        ("penalty", {"side": "W", "seconds": -60}),
        ("penalty", {"side": "B", "what": "delay"}),
    ]


def test_position_is_corrected_by_dragging_and_clicking(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.director_url, height=1200)
    page.get_by_test_id("do-correct").click()
    drag(page, "bottom-4", "bottom-7")
    page.locator("[data-zone=bottom-6]").click()
    page.locator("[data-zone=bottom-7]").click()
    expect(page.get_by_test_id("edit-position")).to_have_value(AFTER_31)
    page.get_by_test_id("edit-save").click()
    expect(page.get_by_test_id("edit-error")).to_contain_text("Say why")
    page.get_by_test_id("edit-why").fill("misread")
    page.get_by_test_id("edit-save").click()
    expect(page.get_by_test_id("editor")).to_be_hidden()
    expect(page.get_by_test_id("position-text")).to_have_text(AFTER_31)
    assert site.asked(1) == [("correct", {"why": "misread", "position": AFTER_31})]


def test_position_is_corrected_by_keyboard(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.director_url)
    page.keyboard.press("c")
    focused = page.locator("[data-zone]:focus")
    expect(focused).to_have_attribute("aria-label", "Black's 13 point, 5 Black")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    expect(focused).to_have_attribute("data-zone", "bottom-1")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("edit-position")).to_have_value(START.replace("| B 24:2 13:5", "| B 24:2 14:1 13:4"))
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("editor")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("editor")).to_be_hidden()
    expect(page.get_by_test_id("position-text")).to_have_text(START)
    assert site.table.asked == []


def test_checkers_go_to_bar_and_tray_but_not_onto_opponents(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.director_url, height=1200)
    page.get_by_test_id("do-correct").click()
    drag(page, "bottom-6", "bar-W")
    drag(page, "top-6", "off-B")
    drag(page, "bottom-4", "bottom-0")
    expect(page.get_by_test_id("toasts")).to_contain_text("Black stands there")
    wanted = "W 24:2 13:5 8:3 6:4 bar:1 | B 24:2 13:5 8:3 6:4 off:1"
    expect(page.get_by_test_id("edit-position")).to_have_value(wanted)


def test_dice_cube_score_and_text_are_corrected(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.director_url, height=1200)
    page.get_by_test_id("do-correct").click()
    page.get_by_test_id("edit-position").fill("W 24:3 | B 24:16")
    expect(page.get_by_test_id("edit-error")).to_contain_text("Black has 16 checkers")
    page.get_by_test_id("edit-position").fill(AFTER_31)
    expect(page.get_by_test_id("edit-error")).to_have_text("")
    page.get_by_test_id("edit-turn").select_option("B")
    page.get_by_test_id("edit-die-1").select_option("3")
    page.get_by_test_id("edit-die-2").select_option("1")
    page.get_by_test_id("cube-value").select_option("2")
    page.get_by_test_id("cube-owner").select_option("B")
    page.get_by_test_id("edit-score-W").fill("4")
    page.get_by_test_id("edit-why").fill("wrong set-up")
    page.get_by_test_id("edit-save").click()
    expect(page.get_by_test_id("editor")).to_be_hidden()
    ((action, body),) = site.asked(1)
    assert action == "correct"
    assert body == {
        "position": AFTER_31,
        "turn": "B",
        "dice": [3, 1],
        "cube": {"value": 2, "owner": "B"},
        "score": {"W": 4, "B": 3},
        "why": "wrong set-up",
    }


def test_record_of_a_closed_audience_is_the_directors(site: Site, open_page: OpenPage) -> None:
    site.table.change(audience="director-only")
    page = open_page(site.director_url)
    with page.expect_download() as download:
        page.get_by_test_id("mat").click()
    assert download.value.suggested_filename == "match.mat"
    assert Path(download.value.path()).read_text() == site.table.exports["mat"]
    del site.table.exports["json"]
    page.get_by_test_id("json").click()
    expect(page.get_by_test_id("toasts")).to_contain_text("offers no match.json")


def test_corners_are_clicked_on_the_picture(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.director_url, height=1400)
    page.get_by_test_id("do-corners").click()
    plane = page.get_by_test_id("corner-plane")
    box = plane.bounding_box()
    assert box is not None
    wanted = [(64, 40), (576, 44), (570, 360), (70, 352)]
    for x, y in wanted:
        plane.click(position={"x": x / 640 * box["width"], "y": y / 400 * box["height"]})
    page.get_by_test_id("corners-save").click()
    expect(page.get_by_test_id("toasts")).to_contain_text("Corners taken")
    assert site.table.corners is not None
    off = [
        max(abs(a - b) for a, b in zip(got, want, strict=True))
        for got, want in zip(site.table.corners, wanted, strict=True)
    ]
    assert max(off) < 3


def test_escape_leaves_the_corners_as_they_were(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.director_url, height=1400)
    page.get_by_test_id("do-corners").click()
    expect(page.get_by_test_id("corner-plane")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("corner-plane")).to_be_hidden()
    expect(page.get_by_test_id("do-corners")).to_be_visible()
    assert site.table.corners is None


def test_on_a_phone_a_flag_brings_the_bar_into_view(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.director_url, width=390, height=700)
    site.table.flag()
    expect(page.get_by_test_id("do-demand")).to_be_in_viewport(ratio=1)
    expect(page.get_by_test_id("flag-text")).to_be_in_viewport(ratio=1)


def test_news_do_not_cover_the_bar(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.director_url, height=800)
    page.get_by_test_id("do-undo").click()
    toast, bar = page.locator(".toast"), page.get_by_test_id("director-bar")
    expect(toast).to_be_visible()
    above, below = toast.bounding_box(), bar.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] < below["y"]
