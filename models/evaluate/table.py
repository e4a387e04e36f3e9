"""Every score that the readers' cards state: name → what it says, which function prints it, how `all` calls it."""

from dataclasses import dataclass
from typing import TypeAlias

Arguments: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class Need:
    """A file or folder that a run reads, and how it is made or had."""

    path: str
    how: str


@dataclass(frozen=True)
class Score:
    """One command of `python -m models.evaluate`.

    `main` is `module:function`: takes the arguments after the name, prints the score, returns the exit status (0, or 2
    for bad input). `runs` are the arguments of each call by `all`; `{data}`, `{rendered}` and `{out}` in them and in
    the needs' paths stand for its folders. A call whose needs are not there is skipped with a line that says so.
    """

    says: str
    main: str
    runs: tuple[Arguments, ...] = ()
    needs: tuple[Need, ...] = ()


PHOTOS = Need("{data}/boards/truth.json", "photographs of boards with their truth")
DICE = Need("{data}/dice", "the four real sets of dice pictures")
FLAT = Need("{rendered}/flat", "python -m models.synth flat --count 150 --seed 78 --out {rendered}/flat")
UNSEEN = Need(
    "{rendered}/unseen",
    "python -m models.synth stills --count 150 --seed 992 --rare 0.25 --hdri HDRI --out {rendered}/unseen",
)
SETS = Need(
    "{rendered}/sets",
    "python -m models.synth stills --count 75 --same 5 --seed 993 --rare 0.25 --hdri HDRI --out {rendered}/sets",
)
THROWS = Need(
    "{rendered}/throws",
    "python -m models.synth stills --count 90 --seed 991 --rare 0.4 --throws 18 --hdri HDRI --out {rendered}/throws",
)

SCORES: dict[str, Score] = {
    "program": Score(
        "photographs as the program reads them: corners found, points, bar, dice, by set",
        "models.evaluate.program:main",
        (("{data}/boards",),),
        (PHOTOS,),
    ),
    "photos": Score(
        "write readings of photographs with given corners, in the truth's form",
        "models.evaluate.photos:main",
        (("{data}/boards/truth.json", "{data}/boards/photos", "--out", "{out}/readings.json"),),
        (PHOTOS,),
    ),
    "stills": Score(
        "the board reader on rendered flat stills",
        "models.evaluate.stills:main",
        (("{rendered}/flat", "--most", "150"),),
        (FLAT,),
    ),
    "boards": Score(
        "points by the height of their pile, and centres of dice, on studio stills",
        "models.evaluate.boards:main",
        (("{rendered}/unseen",), ("{rendered}/unseen", "--mirrors", "1")),
        (UNSEEN,),
    ),
    "adapted": Score(
        "a set learnt from one picture with a known position: every other picture of the set",
        "models.evaluate.adapted:main",
        (("--photos", "{data}/boards"), ("--stills", "{rendered}/sets")),
        (PHOTOS, SETS),
    ),
    "corners": Score(
        "the field's corners, found in photographs and warped copies",
        "models.evaluate.corners:main",
        (("{data}/boards/truth.json", "{data}/boards/photos", "--warped", "100"),),
        (PHOTOS,),
    ),
    "dice": Score(
        "the die reader on real sets and rendered throws",
        "models.evaluate.dice:main",
        (("pictures", "--data", "{data}"), ("throws", "--stills", "{rendered}/throws")),
        (DICE, THROWS),
    ),
    "cube": Score(
        "the doubling cube and its value",
        "models.evaluate.cube:main",
        (("--stills", "{rendered}/unseen"), ("--photos", "{data}/boards")),
        (UNSEEN, PHOTOS),
    ),
    "reliability": Score(
        "are confidences true: tables, calibration errors and diagrams, of slots and dice",
        "models.evaluate.reliability:main",
        (
            ("--stills", "{rendered}/unseen", "--out", "{out}/reliability"),
            ("--photos", "{data}/boards", "--out", "{out}/reliability"),
        ),
        (UNSEEN, PHOTOS),
    ),
    "ablation": Score(
        "what fusion, conservation, adaptation, mirrors and learning are worth",
        "models.evaluate.ablation:main",
        (("--stills", "{rendered}/unseen"), ("--photos", "{data}/boards")),
        (UNSEEN, PHOTOS),
    ),
    "calibrate": Score(
        "fit how sure the reader of checkers may be, on rendered stills that no training saw",
        "models.evaluate.calibrate:main",
    ),
    "calibrate-dice": Score(
        "fit how sure the die reader may be, on rendered stills that no training saw",
        "models.evaluate.calibrate_dice:main",
    ),
    "detector": Score(
        "a detector in YOLO26's form beside the board reader's boxes and the dice finder, on rectified stills",
        "models.evaluate.detector:main",
    ),
}
