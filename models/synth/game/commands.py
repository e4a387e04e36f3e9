"""`python -m models.synth game`: a played game as a clip with everything that truly happened in it."""

import argparse
import re
import sys
import time
from pathlib import Path
from typing import Any

from models.synth.game.script import Script, ScriptError, script_of
from referee.rules.game_ids import BACKGAMMON_ID, GAME_IDS

_SIZE = re.compile(r"(\d{2,4})x(\d{2,4})")


def add_game(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command."""
    game = commands.add_parser(
        "game",
        help="film a played game: physics, hands, mischief, and the truth of it",
        description="Film a game, random but by the rules, with a share of mischief, or one told by a script. Writes "
        "clip.mp4, clock.txt, profile.toml and event.toml, which `zarbiter run` officiates, and events.jsonl and "
        "truth.jsonl: what truly happened, and what stood there whenever all was still. Needs the extra `synth`.",
        epilog="example: python -m models.synth game --game long-nardy --seed 3 --seconds 30 --out /tmp/game",
    )
    game.add_argument("--game", default=BACKGAMMON_ID, choices=GAME_IDS, help="which game (a script names its own)")
    game.add_argument("--seed", type=int, default=1, help="the same seed gives the same bytes")
    game.add_argument("--seconds", type=float, default=30.0, help="about how long the clip is")
    game.add_argument("--out", type=Path, required=True, help="folder, made when missing")
    game.add_argument("--size", type=_size, default=(1280, 720), help="size of the pictures, such as 1280x720")
    game.add_argument("--fps", type=int, default=12, help="pictures a second")
    game.add_argument("--quality", type=int, default=21, help="constant rate factor of the video, less is better")
    game.add_argument("--script", type=Path, help="a game told by a TOML file instead of a random one")
    game.add_argument("--kit", type=int, help="which board; the seed chooses by default")
    game.add_argument("--mischief", type=float, default=0.3, help="share of turns in which something goes wrong")
    game.add_argument("--bare", action="store_true", help="write no truth, only what a referee is given")


def run_game(arguments: argparse.Namespace) -> str | None:
    """Carry the command out; the returned line is what went wrong."""
    try:
        from models.synth.game.film import Film  # noqa: PLC0415 - only this command needs the engine
        from models.synth.game.kit import kit_of  # noqa: PLC0415
        from models.synth.game.perform import perform  # noqa: PLC0415
        from models.synth.game.random_script import random_script  # noqa: PLC0415
        from models.synth.game.video import write_clip  # noqa: PLC0415
        from models.synth.studio.engine import StudioError  # noqa: PLC0415
    except ModuleNotFoundError as error:
        return f"models.synth game: {error.name} is missing: pip install -e '.[synth]'"
    started = time.monotonic()
    try:
        _check(arguments)
        kit = kit_of(arguments.seed if arguments.kit is None else arguments.kit, arguments.size)
        if arguments.script:
            script = _read(arguments.script)
        else:
            script = random_script(arguments.game, arguments.seed, arguments.seconds, arguments.mischief)
        told = perform(script, kit, arguments.seed)
        film = Film(told, arguments.seed)
        write_clip(
            arguments.out, film, fps=arguments.fps, quality=arguments.quality, bare=arguments.bare,
            source=str(arguments.script or f"models.synth game --game {script.game} --seed {arguments.seed}"),
            progress=_progress,
        )  # fmt: skip
    except (ScriptError, StudioError, OSError) as error:
        return f"models.synth game: {error}"
    spent, size = time.monotonic() - started, (arguments.out / "clip.mp4").stat().st_size / 1e6
    rate = 60 * told.length_s / spent
    print(
        f"{arguments.out}/clip.mp4: {told.length_s:.1f} s of {script.game}, {size:.2f} MB, {len(told.events)} events; "
        f"{spent:.0f} s of work, {rate:.1f} s of video a minute"
    )
    return None


def _check(arguments: argparse.Namespace) -> None:
    width, height = arguments.size
    if width % 2 or height % 2 or not (64 <= width <= 4096 and 64 <= height <= 4096):
        raise ScriptError(f"pictures of {width}x{height}: give even sizes from 64 to 4096 px")
    if not 1 <= arguments.fps <= 60:
        raise ScriptError(f"--fps {arguments.fps}: give 1 to 60 pictures a second")
    if not 0 <= arguments.mischief <= 1:
        raise ScriptError(f"--mischief {arguments.mischief}: give a share from 0 to 1")
    if not 1 <= arguments.seconds <= 3600:
        raise ScriptError(f"--seconds {arguments.seconds:g}: give 1 to 3600")


def _read(path: Path) -> Script:
    try:
        return script_of(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise ScriptError(f"{path} is no text in UTF-8") from error
    except ScriptError as error:
        raise ScriptError(f"{path}: {error}") from error


def _progress(done: int, total: int) -> None:
    if done % 60 == 0 or done == total:
        print(f"{done} of {total} pictures", file=sys.stderr, flush=True)


def _size(text: str) -> tuple[int, int]:
    match = _SIZE.fullmatch(text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no size: write 1280x720")
    return int(match[1]), int(match[2])
