"""The table as a MuJoCo model: the only place that knows the engine's units (m, kg, s) and its right-handed frame.

The board's y points down and z up, which is left-handed; the engine's y is turned round, so that dice keep their
handedness.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np
import numpy.typing as npt

from models.synth.physics.tabletop import Part, Tabletop, leaning
from models.synth.scene import CheckerPlace

Floats = npt.NDArray[np.float64]

MM = 1e-3
STEP_S = 0.001
_DENSITY = 1250.0
_DEEP = 30.0
"""Thickness of everything that only has a surface, mm."""
_WALL, _DIE = 2, 1
_DETAIL = 4


@dataclass(frozen=True)
class DieBody:
    """A die as a solid: edge length mm, `rounding` as a share of half of it (0 is a sharp precision die)."""

    side: float
    rounding: float


class World:
    """One table with two dice in it; `parts[geom]` names what a geom is. Poses go in and out in the board's mm."""

    def __init__(self, top: Tabletop, dice: tuple[DieBody, DieBody]) -> None:
        self.top, self.dice = top, dice
        spec = mujoco.MjSpec()
        spec.option.timestep = STEP_S
        spec.option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
        spec.option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
        _table(spec, top)
        for number, die in enumerate(dice):
            _add_die(spec, number, die)
        self.model: Any = spec.compile()
        self.data: Any = mujoco.MjData(self.model)
        names = [self.model.geom(i).name for i in range(self.model.ngeom)]
        self.parts: tuple[Part, ...] = tuple(name.split(":")[0] for name in names)
        self.die_geoms = tuple(self.parts.index("die") + number for number in range(2))

    def place(self, number: int, centre: Floats, turn: Floats, *, speed: Floats, spin: Floats) -> None:
        """Put a die in the air: centre mm, quaternion `turn` w x y z, speed mm/s and spin rad/s in the board's axes."""
        at, by = 7 * number, 6 * number
        self.data.qpos[at : at + 3] = _flip(centre) * MM
        self.data.qpos[at + 3 : at + 7] = turn
        self.data.qvel[by : by + 3] = _flip(speed) * MM
        self.data.qvel[by + 3 : by + 6] = spin

    def reset(self) -> None:
        """Time zero, no speed."""
        mujoco.mj_resetData(self.model, self.data)

    def look(self) -> None:
        """Make poses those of bodies just placed, without letting time pass."""
        mujoco.mj_kinematics(self.model, self.data)

    def run(self, seconds: float) -> None:
        """Let time pass."""
        mujoco.mj_step(self.model, self.data, nstep=round(seconds / STEP_S))

    @property
    def time_s(self) -> float:
        return float(self.data.time)

    def pose(self, number: int) -> tuple[Floats, Floats]:
        """A die's centre, mm, and its axes as rows of unit vectors in the engine's frame (z up)."""
        body = 1 + number
        centre = _flip(self.data.xpos[body] / MM)
        return centre, np.asarray(self.data.xmat[body]).reshape(3, 3).T.copy()

    def weight(self, number: int) -> float:
        """A die's weight, N."""
        return float(self.model.body_mass[1 + number]) * 9.81

    def pressures(self, looks: int = 40) -> tuple[dict[Part, Floats], dict[Part, Floats]]:
        """What presses on each die: part → mean force on the die in N over `looks` steps, in the engine's frame.

        A resting body's contacts flicker from step to step, so a single one would tell less than the truth.
        """
        found: tuple[dict[Part, Floats], dict[Part, Floats]] = ({}, {})
        for _ in range(looks):
            mujoco.mj_step(self.model, self.data)
            for number, mine in enumerate(self.die_geoms):
                for geom, force in self._contacts(mine):
                    part = self.parts[geom]
                    found[number][part] = found[number].get(part, np.zeros(3)) + force / looks
        return found

    def _contacts(self, mine: int) -> Iterator[tuple[int, Floats]]:
        """(other geom, force on `mine` in N) of every contact."""
        force = np.zeros(6)
        for i in range(self.data.ncon):
            contact = self.data.contact[i]
            pair = (int(contact.geom1), int(contact.geom2))
            if mine in pair:
                mujoco.mj_contactForce(self.model, self.data, i, force)
                pushed = np.asarray(contact.frame).reshape(3, 3).T @ force[:3]
                yield (pair[0], pushed) if pair[1] == mine else (pair[1], -pushed)


def _flip(point: Floats) -> Floats:
    return np.array([point[0], -point[1], point[2]])


def _surface(geom: Any) -> None:
    geom.friction = (0.35, 0.002, 0.0002)
    geom.solref = (0.004, 0.5)
    geom.solimp = (0.95, 0.99, 0.0005, 0.5, 2.0)
    geom.condim = 4


def _add_box(spec: Any, name: str, low: tuple[float, float, float], high: tuple[float, float, float]) -> None:
    """A solid box between two corners of the board's frame, mm."""
    size = (np.array(high) - np.array(low)) / 2
    if min(size) <= 0:
        return
    geom = spec.worldbody.add_geom(name=name, type=mujoco.mjtGeom.mjGEOM_BOX)
    geom.pos, geom.size = _flip((np.array(high) + np.array(low)) / 2) * MM, size * MM
    geom.contype, geom.conaffinity = _WALL, _DIE
    _surface(geom)


def _table(spec: Any, top: Tabletop) -> None:
    inner, outer = top.inner, top.outer
    table = spec.worldbody.add_geom(name="table:0", type=mujoco.mjtGeom.mjGEOM_PLANE)
    table.pos, table.size = (0, 0, -top.floor * MM), (3, 3, 0.1)
    table.contype, table.conaffinity = _WALL, _DIE
    _surface(table)
    deep, height = -min(top.floor, _DEEP), top.rail_height
    _add_box(spec, "field:0", (inner.left, inner.top, deep), (inner.right, inner.bottom, 0.0))
    left, right = top.geometry.bar_x
    _add_box(spec, "bar:0", (left, inner.top, deep), (right, inner.bottom, top.bar_height))
    _add_box(spec, "rail:0", (outer.left, outer.top, deep), (outer.right, inner.top, height))
    _add_box(spec, "rail:1", (outer.left, inner.bottom, deep), (outer.right, outer.bottom, height))
    _add_box(spec, "rail:2", (inner.left - top.rail, inner.top, deep), (inner.left, inner.bottom, height))
    _add_box(spec, "rail:3", (inner.right, inner.top, deep), (inner.right + top.rail, inner.bottom, height))
    for side, (start, end) in enumerate(((outer.left, inner.left - top.rail), (inner.right + top.rail, outer.right))):
        if top.trays[side]:
            rail = (outer.left, start + top.rail) if side == 0 else (end - top.rail, outer.right)
            _add_box(spec, f"tray:{side}", (start, inner.top, deep), (end, inner.bottom, 0.0))
            _add_box(spec, f"rail:{4 + side}", (rail[0], inner.top, deep), (rail[1], inner.bottom, height))
    for number, place in enumerate(top.checkers):
        _add_checker(spec, number, top, place)


def _add_checker(spec: Any, number: int, top: Tabletop, place: CheckerPlace) -> None:
    radius, half = top.geometry.checker_diameter / 2, top.checker_height / 2
    geom = spec.worldbody.add_geom(name=f"checker:{number}", type=mujoco.mjtGeom.mjGEOM_CYLINDER)
    geom.size = (radius * MM, half * MM, 0)
    turn, foot = leaning(place), _flip(np.array([place.x, place.y, place.z]))
    geom.pos = (foot + (np.array([0.0, 0.0, radius]) if place.upright else half * turn[:, 2])) * MM
    quaternion = np.zeros(4)
    mujoco.mju_mat2Quat(quaternion, turn.ravel())
    geom.quat = (np.sqrt(0.5), np.sqrt(0.5), 0, 0) if place.upright else quaternion
    geom.contype, geom.conaffinity = _WALL, _DIE
    _surface(geom)


def _add_die(spec: Any, number: int, die: DieBody) -> None:
    body = spec.worldbody.add_body(name=f"die{number}")
    body.add_freejoint()
    half = die.side / 2 * MM
    if die.rounding > 0:
        mesh = spec.add_mesh(name=f"die{number}")
        mesh.uservert = (_rounded(die.rounding) * half).ravel()
        geom = body.add_geom(name=f"die:{number}", type=mujoco.mjtGeom.mjGEOM_MESH, meshname=f"die{number}")
    else:
        geom = body.add_geom(name=f"die:{number}", type=mujoco.mjtGeom.mjGEOM_BOX, size=(half, half, half))
    geom.density = _DENSITY
    geom.contype, geom.conaffinity = _DIE, _DIE | _WALL
    _surface(geom)


def _rounded(rounding: float) -> Floats:
    """Vertices of a cube from −1 to 1 whose corners are eighths of a ball of that radius, N×3."""
    angles = np.linspace(0, np.pi / 2, _DETAIL + 1)
    tilt, turn = np.meshgrid(angles, angles)
    eighth = np.stack([np.sin(tilt) * np.cos(turn), np.sin(tilt) * np.sin(turn), np.cos(tilt)], -1).reshape(-1, 3)
    signs = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
    corners = signs[:, None, :] * (1 - rounding + rounding * eighth[None])
    return np.unique(np.round(corners.reshape(-1, 3), 9), axis=0)
