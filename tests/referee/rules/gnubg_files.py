"""gnubg itself (Debian's package, text mode) made to load match files: what it said, and what it then had on the board.

The files are loaded one after another in one process. Everything gnubg prints while it loads one is kept: with the
display off that is nothing, unless something is wrong.
"""

import json
import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

GNUBG = Path("/usr/games/gnubg")
_BOARD = re.compile(r" GNU Backgammon  Position ID: (.*\n){15}")
_SCRIPT = """
import ctypes, json, os, gnubg
c = ctypes.CDLL(None)
def said(command):
    c.fflush(None)
    kept = os.dup(1)
    log = os.open("said.txt", os.O_RDWR | os.O_CREAT | os.O_TRUNC)
    os.dup2(log, 1)
    try:
        gnubg.command(command)
    finally:
        c.fflush(None)
        os.dup2(kept, 1)
        os.close(kept)
        os.close(log)
    return open("said.txt", errors="replace").read()
for setting in ("display off", "jacoby on", "automatic game off", "automatic roll off"):
    said("set " + setting)
out = open("out.jsonl", "w")
def stepped(game):
    ids = [gnubg.gnubgid()]
    for act in game["game"]:
        gnubg.navigate(next=1)
        ids.append(gnubg.gnubgid())
    gnubg.navigate(next=9999)
    ids.append(gnubg.gnubgid())
    gnubg.navigate(game=1)
    return ids
def loaded(command, jacoby):
    said("set jacoby " + jacoby)
    words = said(command)
    match = gnubg.match(analysis=0, boards=1, statistics=0)
    gnubg.navigate(game=-999)
    return {"said": words, "match": match, "ids": [stepped(game) for game in match["games"]]}
for command, jacoby in json.load(open("wanted.json")):
    found = loaded(command, jacoby) if jacoby else {"said": said(command), "id": gnubg.gnubgid()}
    out.write(json.dumps(found) + "\\n")
    out.flush()
"""


@dataclass(frozen=True)
class Loaded:
    """What gnubg had after a file: `said` while loading, its games as its Python interface tells them, and `ids`, for
    each game (position ID, match ID) before each of its acts and, last, after all of them.

    gnubg calls the left column's player (White in SGF) `X` in the games and player 0 elsewhere.
    """

    said: str
    games: Sequence[Mapping[str, Any]]
    ids: Sequence[Sequence[tuple[str, str]]]

    def boards(self, game: int) -> list[tuple[str, str]]:
        """(action, position ID before it) of the moves and doubles up to the first board that was set.

        From there on its Python interface loses whose board it tells (gnubg itself does not: `ids`).
        """
        acts = takewhile(
            lambda act: not (act["action"] == "set" and ("board" in act or "dice" in act)), self.games[game]["game"]
        )
        return [(act["action"], act["board"]) for act in acts if "board" in act]

    def won(self, game: int) -> tuple[str | None, int]:
        """Who won a game (`W` the left column's player, `B`, None) and how much."""
        info = self.games[game]["info"]
        return {"X": "W", "O": "B"}.get(info["winner"]), info.get("points-won", 0)

    def score(self, game: int) -> tuple[int, int]:
        """Points before a game, the left column's first."""
        info = self.games[game]["info"]
        return info["score-X"], info["score-O"]


def load(folder: Path, texts: Sequence[str], kind: str = "mat") -> list[Loaded]:
    """Have gnubg load these files, `mat` or `sgf`. `folder` is empty and is written to."""
    command = {"mat": "import mat", "sgf": "load match"}[kind]
    wanted = []
    for number, text in enumerate(texts):
        path = folder / f"{number}.{kind}"
        path.write_text(text, encoding="utf-8")
        jacoby = "on" if 'Jacoby "On"' in text or "RU[Jacoby]" in text else "off"
        wanted.append((f'{command} "{path}"', jacoby))
    return [_loaded(found) for found in _asked(folder, wanted)]


def identify(folder: Path, commands: Sequence[str]) -> list[tuple[str, str]]:
    """(position ID, match ID) that gnubg has after each command. `folder` is empty and is written to."""
    return [_both(found["id"]) for found in _asked(folder, [(command, "") for command in commands])]


def _asked(folder: Path, wanted: Sequence[tuple[str, str]]) -> list[dict[str, Any]]:
    (folder / "wanted.json").write_text(json.dumps(wanted))
    (folder / "script.py").write_text(_SCRIPT)
    run = subprocess.run(
        [GNUBG, "-t", "-q", "-r", "-p", "script.py"],
        cwd=folder, env={"HOME": str(folder), "LC_ALL": "C.UTF-8"}, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, timeout=240, check=False,
    )  # fmt: skip
    lines = (folder / "out.jsonl").read_text().splitlines() if (folder / "out.jsonl").exists() else []
    if len(lines) != len(wanted):
        raise AssertionError(f"gnubg stopped at {len(lines)}: {run.stdout[-2000:]} {run.stderr[-2000:]}")
    return [json.loads(line) for line in lines]


def _loaded(found: Mapping[str, Any]) -> Loaded:
    ids = [[_both(each) for each in game] for game in found["ids"]]
    return Loaded(_BOARD.sub("", found["said"]).strip(), found["match"]["games"], ids)


def _both(gnubg_id: str) -> tuple[str, str]:
    position, match = gnubg_id.split(":")
    return position, match
