"""The rendering engine behind a few plain calls: the only place that knows it and its metres.

MuJoCo's Filament renderer: physically based, on the CPU through Vulkan's software driver (Debian: libvulkan1
mesa-vulkan-drivers). What is drawn first in a fresh Studio is the same bytes every time; later pictures differ by the
engine's dither, which counts pictures.
"""

import ctypes.util
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mujoco
import mujoco.studio  # brings the engine its materials
import numpy as np
import numpy.typing as npt
from mujoco import mjrf

from models.synth.studio.bulbs import SHARP, SOFT, bulbs_of
from models.synth.studio.eye import Eye
from models.synth.studio.frames import plain_frames, relief_frames
from models.synth.studio.quiet import quiet
from models.synth.studio.shapes import Floats, Shape

SCALE = 3.0
"""The studio is built so many times larger: the engine's ambient shadows then reach as far as a checker's do. Much
more, and its 16-bit shadow maps would not tell a checker from the field below it.
"""
M = 1e-3 * SCALE
_NEAR, _FAR = 0.03 * SCALE, 12.0 * SCALE
_DRIVERS = Path("/usr/share/vulkan/icd.d")
Picture = npt.NDArray[np.uint8]


class StudioError(RuntimeError):
    """The machine can't render; one line that says what to install."""


@dataclass(frozen=True)
class Finish:
    """How a surface takes light. `colour` is RGB 0–1 and multiplies the texture; `alpha` below 1 lets light through."""

    colour: tuple[float, float, float] = (1.0, 1.0, 1.0)
    roughness: float = 0.6
    metallic: float = 0.0
    alpha: float = 1.0


class Thing:
    """Something in the studio that can be moved."""

    def __init__(self, renderable: Any) -> None:
        self._renderable = renderable

    def put(self, place: npt.ArrayLike, turn: Floats | None = None) -> None:
        """Move it: `place` mm, `turn` (3, 3) with its own axes as columns."""
        at = (np.asarray(place, float) * M).astype(np.float32).reshape(3, 1)
        how = (np.eye(3) if turn is None else turn).astype(np.float32).reshape(9, 1)
        self._renderable.set_pose(at, how)


class Studio:
    """One scene and the context that draws it.

    `exposure` in stops; `tone` is the camera's response: `pbr_neutral`, `filmic`, `aces` or `linear`.

    :raises StudioError: when the machine has no software Vulkan.
    """

    def __init__(self, exposure: float = 0.0, tone: str = "pbr_neutral") -> None:
        if not ctypes.util.find_library("vulkan") or not any(_DRIVERS.glob("lvp_icd*.json")):
            raise StudioError("no software Vulkan on this machine: apt-get install libvulkan1 mesa-vulkan-drivers")
        config = mjrf.ContextConfig()
        config.graphics_api, config.software_rendering = mjrf.GraphicsApi.GRAPHICS_API_VULKAN, True
        with quiet():
            self._context: Any = mjrf.Context(config)
        self._scene: Any = self._context.create_scene(mjrf.SceneParams())
        self._scene.configure_from_model(_options(exposure, tone))
        self._scene.set_msaa(2)
        self._kept: list[Any] = []
        self._lights: list[tuple[Any, float]] = []
        self._targets: dict[tuple[int, int], Any] = {}

    def texture(self, image: Picture, relief: bool = False) -> Any:
        """A texture from an RGB picture (H, W, 3); `relief`: the picture holds normals, not colours."""
        height, width = image.shape[:2]
        config = mjrf.TextureConfig()
        config.width, config.height, config.sampler_type = width, height, mjrf.SamplerType.TEXTURE_2D
        config.format = mjrf.PixelFormat.PIXEL_FORMAT_RGB8
        space = mjrf.ColorSpace
        config.color_space = space.COLORSPACE_LINEAR if relief else space.COLORSPACE_SRGB
        return self._uploaded(config, np.ascontiguousarray(image, np.uint8).tobytes())

    def mesh(self, shape: Shape, relief: bool = False) -> Any:
        """A surface ready to be put up many times; `relief`: with a texture of normals."""
        position, tangent, place = (
            mjrf.VertexAttribute(usage=usage, type=kind)
            for usage, kind in (
                (mjrf.VertexAttributeUsage.VERTEX_ATTRIBUTE_USAGE_POSITION, _FLOAT3),
                (mjrf.VertexAttributeUsage.VERTEX_ATTRIBUTE_USAGE_TANGENTS, _FLOAT4),
                (mjrf.VertexAttributeUsage.VERTEX_ATTRIBUTE_USAGE_UV, _FLOAT2),
            )
        )
        config = mjrf.MeshConfig(
            max_vertices=len(shape.points), max_indices=shape.triangles.size, interleaved=True,
            attributes=[position, tangent, place], index_type=mjrf.IndexType.INDEX_TYPE_U32,
            primitive_type=mjrf.MeshPrimitiveType.MESH_PRIMITIVE_TYPE_TRIANGLES,
        )  # fmt: skip
        mesh, data = self._context.create_mesh(config), mjrf.MeshData()
        points = shape.points * M
        frames = relief_frames(shape) if relief else plain_frames(shape.normals)
        packed = np.concatenate([points, frames, shape.places], 1).astype(np.float32)
        data.set_vertices(config, packed.tobytes())
        data.set_indices(config, shape.triangles.astype(np.uint32).tobytes())
        data.bounds_min, data.bounds_max = points.min(0).tolist(), points.max(0).tolist()
        mesh.upload(data)
        self._kept.append((mesh, data))
        return mesh, shape.triangles.size

    def add(
        self, mesh: Any, finish: Finish, number: int, texture: Any = None, *, relief: Any = None, shadow: bool = True
    ) -> Thing:
        """Put a mesh up at the origin; `number` (1 to 16 million) is what `numbers` shows of it.

        `texture` holds its colours and `relief` its normals (the mesh must be one for reliefs then). What lies flat
        should throw no `shadow`: low light would draw one on itself.
        """
        params = mjrf.RenderableParams()
        params.cast_shadow = shadow
        renderable = self._context.create_renderable(params)
        renderable.set_mesh(mesh[0], 0, mesh[1])
        renderable.set_size(np.ones((3, 1), np.float32))
        material = mjrf.Material()
        material.color = (*finish.colour, finish.alpha)
        material.roughness, material.metallic, material.segmentation_id = finish.roughness, finish.metallic, number
        if texture is not None:
            material.color_texture = texture
        if relief is not None:
            material.normal_texture = relief
        renderable.set_material(material)
        self._scene.add_renderable(renderable)
        thing = Thing(renderable)
        thing.put((0.0, 0.0, 0.0))
        self._kept.append((renderable, material))
        return thing

    def surround(self, ktx: bytes, lux: float) -> None:
        """Light from all round: a KTX cube map as `environment.py` makes it."""
        config = mjrf.TextureConfig()
        config.sampler_type, config.format = mjrf.SamplerType.TEXTURE_CUBE, mjrf.PixelFormat.PIXEL_FORMAT_KTX
        config.width, config.height = len(ktx), 1
        params = mjrf.LightParams()
        params.type, params.texture, params.intensity = mjrf.LightType.LIGHT_IMAGE, self._uploaded(config, ktx), lux
        self._lit(params)

    def lamp(
        self, place: npt.ArrayLike, aim: npt.ArrayLike, candela: float, colour: tuple[float, float, float],
        *, bulb_mm: float, shadow: bool = True,
    ) -> None:  # fmt: skip
        """A lamp at a place, mm, that shines towards another; a bulb of some size is several small ones."""
        towards = np.subtract(aim, place)
        towards = towards / np.linalg.norm(towards)
        far = float(np.linalg.norm(np.subtract(aim, place)))
        cone = float(np.clip(np.degrees(np.arctan(_LIT / far)), 10.0, _WIDEST))
        spots = bulbs_of(np.asarray(place, float), towards, bulb_mm if shadow else 0.0)
        for spot in spots:
            params = mjrf.LightParams()
            params.type, params.color, params.cast_shadow = mjrf.LightType.LIGHT_SPOT, colour, shadow
            params.intensity = candela * SCALE**2 / len(spots)
            params.shadow_map_size = SHARP if len(spots) == 1 else SOFT
            params.range, params.cutoff, params.softness = _FAR, cone, 0.3
            light = self._lit(params)
            light.set_pose((spot * M).astype(np.float32).reshape(3, 1), towards.astype(np.float32).reshape(3, 1))

    def sun(self, towards: npt.ArrayLike, lux: float, colour: tuple[float, float, float], *, radius: float) -> None:
        """Light from far away where `towards` points; its angular `radius`, rad, makes its shadows soft. One only."""
        params = mjrf.LightParams()
        params.type, params.color, params.cast_shadow = mjrf.LightType.LIGHT_DIRECTIONAL, colour, True
        params.intensity = lux
        params.shadow_map_size = 2048 if radius < 0.02 else 1024 if radius < 0.08 else 512
        away = -np.asarray(towards, np.float32).reshape(3, 1)
        self._lit(params).set_pose(np.zeros((3, 1), np.float32), away)

    def brighten(self, factor: float) -> None:
        """All lights so many times as strong as they were put up: the same as a longer exposure."""
        for light, intensity in self._lights:
            light.set_intensity(intensity * factor)

    def picture(self, eye: Eye) -> Picture:
        """What the camera sees, RGB (H, W, 3)."""
        return self._drawn(eye, mjrf.DrawMode.DRAW_MODE_DEFAULT, plain=False)

    def glance(self, eye: Eye) -> Picture:
        """The same without shadows, several times as fast."""
        return self._drawn(eye, mjrf.DrawMode.DRAW_MODE_DEFAULT, plain=False, shadows=False)

    def numbers(self, eye: Eye) -> npt.NDArray[np.int32]:
        """Which thing is seen at each pixel (H, W); 0 where there is none."""
        drawn = self._drawn(eye, mjrf.DrawMode.DRAW_MODE_SEGMENTATION_BY_ID, plain=True).astype(np.int32)
        return drawn[..., 0] + 256 * drawn[..., 1] + 65536 * drawn[..., 2]

    def _drawn(self, eye: Eye, mode: Any, *, plain: bool, shadows: bool = True) -> Picture:
        width, height = eye.size
        target = self._target(width, height)
        request = mjrf.RenderRequest()
        request.scene, request.target, request.camera, request.draw_mode = self._scene, target, _camera(eye), mode
        request.viewport.width, request.viewport.height = width, height
        request.shadows, request.post_processing = shadows and not plain, not plain
        request.headlight = request.haze = request.skybox = False
        pixels = np.zeros((height, width, 3), np.uint8)
        read = mjrf.ReadRequest(target=target)
        read.set_buffer(pixels)
        self._context.wait_for_frame(self._context.render([request], [read]))
        return pixels

    def _target(self, width: int, height: int) -> Any:
        if (width, height) not in self._targets:
            config = mjrf.RenderTargetConfig()
            config.width, config.height = width, height
            config.color_format = mjrf.PixelFormat.PIXEL_FORMAT_RGB8
            config.depth_format = mjrf.PixelFormat.PIXEL_FORMAT_DEPTH32F
            target = self._context.create_render_target(config)
            target.resize(width, height)
            self._targets[width, height] = target
        return self._targets[width, height]

    def _uploaded(self, config: Any, data: bytes) -> Any:
        texture, block = self._context.create_texture(config), mjrf.TextureData()
        block.set_image(data)
        texture.upload(block)
        self._kept.append((texture, block))
        return texture

    def _lit(self, params: Any) -> Any:
        light = self._context.create_light(params)
        self._scene.add_light(light)
        self._kept.append((light, params))
        self._lights.append((light, params.intensity))
        return light


_FLOAT2, _FLOAT3, _FLOAT4 = (
    mjrf.VertexAttributeType.VERTEX_ATTRIBUTE_TYPE_FLOAT2, mjrf.VertexAttributeType.VERTEX_ATTRIBUTE_TYPE_FLOAT3,
    mjrf.VertexAttributeType.VERTEX_ATTRIBUTE_TYPE_FLOAT4,
)  # fmt: skip


_LIT, _WIDEST = 1100.0, 62.0
"""How far round its aim a lamp shines, mm, and half of its widest cone, degrees."""


def _options(exposure: float, tone: str) -> Any:
    """The engine's options are read from a model's custom fields."""
    spec = mujoco.MjSpec()
    for name, word in (("cg.tone_mapping", tone), ("shadows.type", "pcf"), ("ao.quality", "medium")):
        field = spec.add_text()
        field.name, field.data = f"filament.{name}", word
    number = spec.add_numeric()
    number.name, number.size, number.data = "filament.cg.exposure", 1, [exposure]
    spec.worldbody.add_geom(type=mujoco.mjtGeom.mjGEOM_SPHERE, size=(1, 0, 0))
    return spec.compile()


def _camera(eye: Eye) -> Any:
    axes, (width, height) = eye.axes(), eye.size
    return mjrf.Camera(
        pos=(np.asarray(eye.place, float) * M).tolist(), forward=axes[2].tolist(), up=axes[1].tolist(),
        frustum_bottom=-_NEAR * height / 2 / eye.focal_px, frustum_top=_NEAR * height / 2 / eye.focal_px,
        frustum_width=_NEAR * width / 2 / eye.focal_px, frustum_near=_NEAR, frustum_far=_FAR,
    )  # fmt: skip
