"""Weights stored in half precision, calculated with in single: half the file, the same answers to about a
thousandth."""

from pathlib import Path

import numpy as np

SMALL = 64
"""Weights of fewer numbers are left as they are: biases, the head's."""


def halve(path: Path) -> None:
    """Rewrite an ONNX file so that its large weights are stored as float16 and cast when it is loaded; a file that is
    so already stays as it is."""
    import onnx  # noqa: PLC0415
    from onnx import TensorProto, helper, numpy_helper  # noqa: PLC0415

    model = onnx.load(str(path))
    graph = model.graph
    casts = []
    for weight in graph.initializer:
        values = numpy_helper.to_array(weight)
        if values.dtype == np.float32 and values.size >= SMALL:
            name = weight.name
            weight.CopyFrom(numpy_helper.from_array(values.astype(np.float16), f"{name}.half"))
            casts.append(helper.make_node("Cast", [f"{name}.half"], [name], to=TensorProto.FLOAT))
    nodes = [*casts, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
    onnx.save(model, str(path))
