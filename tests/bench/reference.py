"""The network that the observation is timed against: shaped like Ultralytics' YOLO26 at a nano scale, 1.5 million
parameters, with made-up weights. It detects nothing; it costs what such a detector costs.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

SIDE = 640
WIDTHS = (16, 32, 56, 104, 200)
"""Channels at strides 2, 4, 8, 16 and 32."""
CLASSES, BOX = 7, 4
ANCHORS = sum((SIDE // stride) ** 2 for stride in (8, 16, 32))
HEAD = (16, 56)
"""Channels of the branch of boxes and of the branch of classes."""


@dataclass
class _Graph:
    """Layers added one after another; a layer is named by its output, `width` tells its channels."""

    nodes: list[onnx.NodeProto] = field(default_factory=list)
    tensors: list[onnx.TensorProto] = field(default_factory=list)
    width: dict[str, int] = field(default_factory=dict)
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(0))

    def constant(self, values: np.ndarray) -> str:
        name = f"w{len(self.tensors)}"
        self.tensors.append(numpy_helper.from_array(values, name))
        return name

    def op(self, kind: str, inputs: list[str], width: int, **attributes: Any) -> str:
        name = f"x{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [name], **attributes))
        self.width[name] = width
        return name

    def conv(self, x: str, out: int, size: int = 1, stride: int = 1, *, groups: int = 1, active: bool = True) -> str:
        into = self.width[x] // groups
        weight = self.rng.normal(0, (2 / (into * size * size)) ** 0.5, (out, into, size, size)).astype(np.float32)
        inputs = [x, self.constant(weight), self.constant(np.zeros(out, np.float32))]
        pads = [size // 2] * 4
        y = self.op("Conv", inputs, out, kernel_shape=[size] * 2, strides=[stride] * 2, pads=pads, group=groups)
        return self.op("Mul", [y, self.op("Sigmoid", [y], out)], out) if active else y

    def add(self, a: str, b: str) -> str:
        return self.op("Add", [a, b], self.width[a])

    def join(self, *parts: str) -> str:
        return self.op("Concat", list(parts), sum(self.width[part] for part in parts), axis=1)

    def halves(self, x: str) -> tuple[str, str]:
        name, half = f"x{len(self.nodes)}", self.width[x] // 2
        outputs = [f"{name}a", f"{name}b"]
        self.nodes.append(helper.make_node("Split", [x, self.constant(np.array([half, half]))], outputs, axis=1))
        self.width |= dict.fromkeys(outputs, half)
        return outputs[0], outputs[1]

    def bottleneck(self, x: str, share: float) -> str:
        width = self.width[x]
        return self.add(x, self.conv(self.conv(x, round(width * share), 3), width, 3))

    def c3k(self, x: str) -> str:
        half = self.width[x] // 2
        deep = self.bottleneck(self.bottleneck(self.conv(x, half), 1.0), 1.0)
        return self.conv(self.join(deep, self.conv(x, half)), self.width[x])

    def c3k2(self, x: str, out: int, inner: int, *, deep: bool = True, attentive: bool = False) -> str:
        a, b = self.halves(self.conv(x, 2 * inner))
        c = self.attention(self.bottleneck(b, 0.5)) if attentive else self.c3k(b) if deep else self.bottleneck(b, 0.5)
        return self.conv(self.join(a, b, c), out)

    def attention(self, x: str, side: int = SIDE // 32) -> str:
        width = self.width[x]
        qkv = self.conv(x, 2 * width, active=False)
        parts = [f"{qkv}{name}" for name in "qkv"]
        rows = self.op("Reshape", [qkv, self.constant(np.array([1, 2 * width, side * side]))], 2 * width)
        sizes = self.constant(np.array([width // 2, width // 2, width]))
        self.nodes.append(helper.make_node("Split", [rows, sizes], parts, axis=1))
        q = self.op("Transpose", [parts[0]], width // 2, perm=[0, 2, 1])
        scale = self.constant(np.array((width // 2) ** -0.5, np.float32))
        scores = self.op("Mul", [self.op("MatMul", [q, parts[1]], 0), scale], 0)
        weights = self.op("Transpose", [self.op("Softmax", [scores], 0, axis=-1)], 0, perm=[0, 2, 1])
        mixed = self.op("MatMul", [parts[2], weights], width)
        shape = self.constant(np.array([1, width, side, side]))
        seen = self.op("Reshape", [mixed, shape], width)
        around = self.conv(self.op("Reshape", [parts[2], shape], width), width, 3, groups=width, active=False)
        x = self.add(x, self.conv(self.add(seen, around), width, active=False))
        return self.add(x, self.conv(self.conv(x, 2 * width), width, active=False))

    def pyramid_pooling(self, x: str) -> str:
        width = self.width[x]
        levels = [self.conv(x, width // 2, active=False)]
        for _ in range(3):
            levels.append(
                self.op("MaxPool", [levels[-1]], width // 2, kernel_shape=[5, 5], strides=[1, 1], pads=[2] * 4)
            )
        return self.add(x, self.conv(self.join(*levels), width))

    def twice(self, x: str) -> str:
        scales = self.constant(np.array([1, 1, 2, 2], np.float32))
        return self.op(
            "Resize",
            [x, "", scales],
            self.width[x],
            mode="nearest",
            nearest_mode="floor",
            coordinate_transformation_mode="asymmetric",
        )

    def head(self, x: str) -> str:
        box = self.conv(self.conv(self.conv(x, HEAD[0], 3), HEAD[0], 3), BOX, active=False)
        kind = x
        for _ in range(2):
            kind = self.conv(self.conv(kind, self.width[kind], 3, groups=self.width[kind]), HEAD[1])
        joined = self.join(box, self.op("Sigmoid", [self.conv(kind, CLASSES, active=False)], CLASSES))
        return self.op("Reshape", [joined, self.constant(np.array([1, BOX + CLASSES, -1]))], BOX + CLASSES)


def _layers(g: _Graph) -> list[str]:
    """Backbone, neck up and down, heads at three strides."""
    w2, w4, w8, w16, w32 = WIDTHS
    x = g.c3k2(g.conv(g.conv("image", w2, 3, 2), w4, 3, 2), w8, w8 // 4, deep=False)
    p8 = g.c3k2(g.conv(x, w8, 3, 2), w16, w16 // 4, deep=False)
    p16 = g.c3k2(g.conv(p8, w16, 3, 2), w16, w16 // 2)
    x = g.c3k2(g.conv(p16, w32, 3, 2), w32, w32 // 2)
    a, b = g.halves(g.conv(g.pyramid_pooling(x), w32))
    p32 = g.conv(g.join(a, g.attention(b)), w32)
    n16 = g.c3k2(g.join(g.twice(p32), p16), w16, w16 // 2)
    n8 = g.c3k2(g.join(g.twice(n16), p8), w8, w8 // 2)
    n16 = g.c3k2(g.join(g.conv(n8, w8, 3, 2), n16), w16, w16 // 2)
    n32 = g.c3k2(g.join(g.conv(n16, w16, 3, 2), p32), w32, w32 // 2, attentive=True)
    return [g.head(x) for x in (n8, n16, n32)]


def parameters(model: onnx.ModelProto) -> int:
    """How many weights and biases the network has."""
    return sum(int(np.prod(t.dims)) for t in model.graph.initializer if t.data_type == TensorProto.FLOAT)


def reference() -> onnx.ModelProto:
    """The network: `image` 1×3×640×640 float32 → `found` 1×11×8400."""
    g = _Graph(width={"image": 3})
    heads = _layers(g)
    g.nodes.append(helper.make_node("Concat", heads, ["found"], axis=2))
    image = helper.make_tensor_value_info("image", TensorProto.FLOAT, [1, 3, SIDE, SIDE])
    found = helper.make_tensor_value_info("found", TensorProto.FLOAT, [1, BOX + CLASSES, ANCHORS])
    graph = helper.make_graph(g.nodes, "reference", [image], [found], g.tensors)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    return model


def write_reference(path: Path) -> Path:
    """The network written to `path`."""
    path.write_bytes(reference().SerializeToString())
    return path
