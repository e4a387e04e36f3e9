"""OpenCV's own network engine gives what onnxruntime gives: the weights depend on no single runtime."""

import cv2
import numpy as np
import numpy.typing as npt
import onnxruntime
import pytest

from models.registry import load_manifest, weights

MOST = 1e-3
Floats = npt.NDArray[np.float32]


def inputs_of(session: onnxruntime.InferenceSession, name: str) -> dict[str, Floats]:
    """Something the network may be given: values 0–1 where it looks, a field's place where it is asked for one."""
    rng = np.random.default_rng(len(name))
    shapes = {i.name: [d if isinstance(d, int) else 2 for d in i.shape] for i in session.get_inputs()}
    given = {key: rng.random(shape, dtype=np.float32) for key, shape in shapes.items()}
    if "columns" in given:
        given["columns"] = np.linspace(30, 320, 12, dtype=np.float32)[None]
        given["frame"] = np.array([[24.0, 20.0, 300.0]], np.float32)
    return given


@pytest.mark.parametrize("name", sorted(load_manifest()))
def test_opencv_agrees_with_onnxruntime(name: str) -> None:
    session = onnxruntime.InferenceSession(str(weights(name)), providers=["CPUExecutionProvider"])
    given = inputs_of(session, name)
    wanted = session.run(None, given)
    net = cv2.dnn.readNetFromONNX(str(weights(name)))
    for key, value in given.items():
        net.setInput(value, key)
    got = net.forward([output.name for output in session.get_outputs()])
    for mine, theirs in zip(got, wanted, strict=True):
        assert float(np.abs(theirs).max()) > 0
        assert float(np.abs(np.asarray(mine).reshape(theirs.shape) - theirs).max()) <= MOST
