"""What is photographed: a table with everything on it, the light and the camera. Values only.

Places are in the board's frame (`calibration.board`: mm, origin at the field's top left corner, x right, y down) with z
up from the field. Axes of a body are rows in the studio's frame (x right, y away, z up), as physics gives them.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

from models.synth.physics.tabletop import Tabletop
from models.synth.physics.truth import DieTruth
from models.synth.scene import Bgr, HandPlace, Look
from models.synth.studio.grain import Stuff
from models.synth.studio.make import Make

Point3: TypeAlias = tuple[float, float, float]
Axes: TypeAlias = tuple[Point3, Point3, Point3]
Tone: TypeAlias = Literal["pbr_neutral", "filmic", "aces", "linear"]
HandPose: TypeAlias = Literal["pointing", "holding", "resting", "gripping"]
UPRIGHT: Axes = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


@dataclass(frozen=True)
class DieLook:
    """How a die is made: colours, how rough its surface is (0 mirror – 1 chalk), `alpha` below 1 is translucent."""

    body: Bgr = (235.0, 235.0, 235.0)
    pips: Bgr = (30.0, 30.0, 30.0)
    roughness: float = 0.3
    alpha: float = 1.0
    pip_size: float = 0.1
    """Radius of a pip in sides."""
    pip_place: float = 0.26
    """Distance of the outer pips from the face's middle in sides."""


@dataclass(frozen=True)
class DieOn:
    """A die where it lies: centre, mm, and axes; `truth` where physics has thrown it."""

    centre: Point3
    axes: Axes
    side: float
    rounding: float
    look: DieLook = DieLook()
    truth: DieTruth | None = None

    @classmethod
    def thrown(cls, truth: DieTruth, look: DieLook) -> "DieOn":
        """A die that physics has thrown."""
        first, second, third = truth.axes
        return cls(truth.centre, (first, second, third), truth.side, truth.rounding, look, truth)


@dataclass(frozen=True)
class CubeOn:
    """The doubling cube with `value` up, a logo where None."""

    centre: Point3
    yaw: float
    value: int | None
    side: float = 28.0
    body: Bgr = (235.0, 235.0, 235.0)
    ink: Bgr = (30.0, 30.0, 30.0)
    rounding: float = 0.18


@dataclass(frozen=True)
class HandOn:
    """A hand: where its fingertips are (board's frame, mm), the way that they point (rad from x towards y) and how far
    they dip below the forearm (rad); `left` or right, bare or in a sleeve.
    """

    tip: Point3
    towards: float
    pose: HandPose = "pointing"
    dip: float = 0.35
    skin: Bgr = (120.0, 150.0, 200.0)
    sleeve: Bgr | None = (60.0, 60.0, 60.0)
    left: bool = False
    seed: int = 0


@dataclass(frozen=True)
class Prop:
    """Something else on the table; `kind` names a builder of `props.py`, `place` its base's middle, mm."""

    kind: str
    place: Point3
    yaw: float
    seed: int


@dataclass(frozen=True)
class Lamp:
    """A lamp: place and aim in mm, strength in cd, colour RGB, radius of its bulb in mm (large is soft)."""

    place: Point3
    aim: Point3
    candela: float
    colour: Point3 = (1.0, 1.0, 1.0)
    bulb: float = 40.0
    shadow: bool = True


@dataclass(frozen=True)
class Lighting:
    """Light from all round and lamps. `environment` is an .hdr file, or None for a room made from `seed`.

    `lux` is what the light from all round gives a surface, on the mean; a lamp gives candela / distance² (m).
    """

    environment: Path | None = None
    seed: int = 0
    turn: float = 0.0
    lux: float = 20_000.0
    lamps: tuple[Lamp, ...] = ()
    exposure: float = 0.0
    """Stops above what the camera's own exposure would be; above the lights' own strength without `auto`."""
    auto: bool = True
    balance: float = 0.85
    """How much of the light's colour the camera's own white balance takes out, 0 to 1."""
    tone: Tone = "filmic"


@dataclass(frozen=True)
class Viewpoint:
    """The camera: place and aim, mm, `roll` rad about its axis, focal length px, picture size px.

    `k1` and `k2` are the radial distortion of OpenCV's model.
    """

    place: Point3
    aim: Point3
    focal_px: float
    size: tuple[int, int] = (1280, 720)
    roll: float = 0.0
    k1: float = 0.0
    k2: float = 0.0


@dataclass(frozen=True)
class Sensor:
    """What the camera makes of the light; strengths, 0 for none."""

    gains: Point3 = (1.0, 1.0, 1.0)
    """White balance error, blue, green, red."""
    blur_px: float = 0.0
    sharpen: float = 0.0
    detail: float = 1.0
    """Real resolution as a share of the picture's."""
    noise: float = 1.5
    flicker: float = 0.0
    """Depth of mains bands."""
    vignette: float = 0.0
    jpeg: int = 92


@dataclass(frozen=True)
class Setting:
    """Everything in one picture. `seed` fixes what is random in its making."""

    top: Tabletop
    look: Look
    view: Viewpoint
    lighting: Lighting = Lighting()
    sensor: Sensor = Sensor()
    dice: tuple[DieOn, ...] = ()
    cube: CubeOn | None = None
    hands: tuple[HandPlace | HandOn, ...] = ()
    props: tuple[Prop, ...] = field(default=())
    table: Bgr = (90.0, 110.0, 130.0)
    table_kind: Stuff | None = None
    """What the table's top is of; None lets the look's seed choose, as `make` None does for the board's build."""
    make: Make | None = None
    seed: int = 0
