"""What `python -m models.train` can do, and the steps that make every reader from nothing, as two tables."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    """`main` is `module:function`: takes the arguments after the name, returns the exit status."""

    says: str
    main: str


COMMANDS: dict[str, Command] = {
    "board": Command(
        "train the board reader: discs, dice, cube, hands, columns, counts", "models.train.board_command:main"
    ),
    "flatten": Command("rectify studio stills for the board reader", "models.train.board_command:flatten"),
    "dice": Command(
        "draw and cut dice, train the die finder and the die reader, also for each fold", "models.train.dice:main"
    ),
    "corners": Command("train the network that finds the field's corners", "models.train.corners:main"),
    "cube": Command("draw and cut blocks with numbers, train what reads the cube", "models.train.cube:main"),
    "detector": Command(
        "train a detector in YOLO26's form, for comparison: it is not bundled", "models.train.detector:main"
    ),
    "average": Command("the mean of several minutes of one board run", "models.train.publish:average_command"),
    "publish": Command("bundle a finished run's networks and describe them", "models.train.publish:publish_command"),
}


@dataclass(frozen=True)
class Step:
    """One step of `all`: arguments of `python -m`, with `{work}`, `{data}`, `{into}` (where the networks go) and the
    names of `SIZES` in braces."""

    name: str
    words: str


SIZES: Mapping[str, tuple[str, str]] = {
    "flat": ("9000", "24"),
    "flat_held": ("300", "10"),
    "play": ("1400", "10"),
    "throws": ("1200", "10"),
    "leaning": ("500", "10"),
    "size": ("1280x720", "640x360"),
    "board_minutes": ("140", "0.2"),
    "studio_minutes": ("60", "0.2"),
    "batch": ("8", "2"),
    "crops": ("15000", "160"),
    "boards": ("160", "2"),
    "dice_steps": ("50000", "8"),
    "cube_crops": ("16000", "120"),
    "cube_steps": ("16000", "8"),
    "corner_minutes": ("23", "0.1"),
}
"""How much of each: as bundled, and with `--quick`, which only shows that every step works."""

STEPS: tuple[Step, ...] = (
    Step("flat stills", "models.synth flat --count {flat} --seed 1 --out {work}/flat"),
    Step("flat stills to check with", "models.synth flat --count {flat_held} --seed 99 --out {work}/flat-held"),
    Step(
        "studio stills as in play",
        "models.synth stills --count {play} --size {size} --seed 601 --rare 0.3 --hdri {data}/hdri --out {work}/play",
    ),
    Step(
        "studio stills of many dice",
        "models.synth stills --count {throws} --size {size} --seed 602 --rare 0.5 --throws 6 --hdri {data}/hdri "
        "--out {work}/dice",
    ),
    Step(
        "studio stills of leaning dice",
        "models.synth stills --count {leaning} --size {size} --seed 603 --rare 0.5 --throws 12 --tipped 0.2 "
        "--hdri {data}/hdri --out {work}/lean",
    ),
    Step("rectified as in play", "models.train flatten {work}/play --out {work}/flat-play"),
    Step("rectified of many dice", "models.train flatten {work}/dice --out {work}/flat-dice"),
    Step(
        "board reader on flat stills",
        "models.train board --stills {work}/flat --validation {work}/flat-held --out {work}/board --batch {batch} "
        "--rate 2e-3 --minutes {board_minutes}",
    ),
    Step(
        "board reader on studio stills",
        "models.train board --stills {work}/flat-play {work}/flat-dice {work}/flat --validation {work}/flat-play "
        "--from {work}/board/checkpoint.pt --out {work}/board-studio --batch {batch} --rate 1.2e-3 --seed 5 "
        "--export-every 6 --minutes {studio_minutes}",
    ),
    Step(
        "mean of the board reader before and after studio stills",
        "models.train average {work}/board {work}/board-studio --out {work}/board-mean",
    ),
    Step(
        "board reader published",
        "models.train publish {work}/board-mean --seed 5 --into {into} --trained-by 'python -m models.train all'",
    ),
    Step(
        "pools of dice",
        "models.train dice pools --rendered {crops} --boards {boards} --data {data} --work {work}/dice-pools",
    ),
    Step(
        "dice of the stills",
        "models.train dice stills --stills {work}/dice {work}/play {work}/lean --work {work}/dice-pools",
    ),
    Step(
        "die finder and reader on what is rendered",
        "models.train dice base --stills {work}/dice {work}/play {work}/lean --steps {dice_steps} "
        "--work {work}/dice-pools",
    ),
    Step(
        "die finder and readers on real dice too",
        "models.train dice final --steps {dice_steps} --data {data} --work {work}/dice-pools --into {into}",
    ),
    Step(
        "reader of the cube",
        "models.train cube --stills {work}/play {work}/dice {work}/lean --crops {cube_crops} --boards {boards} "
        "--steps {cube_steps} --data {data} --work {work}/cube-pools --into {into}",
    ),
    Step(
        "corner finder",
        "models.train corners train --stills {work}/play {work}/dice --flats {work}/flat --empty "
        "{data}/dice/nell-byler {data}/dice/matteop65 --out {work}/corners --minutes {corner_minutes}",
    ),
    Step(
        "corner finder published",
        "models.train publish {work}/corners --reader corners --seed 1 --into {into} --trained-by "
        "'python -m models.train all'",
    ),
)
