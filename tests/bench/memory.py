"""Memory of a running table: `zarbiter run` with its page on a recorded clip enlarged to 1080p, all readers at work.

python -m tests.bench.memory [--limit-mb 600]

Prints the most that was resident; status 1 when it is over the limit. Linux only (/proc).
"""

import argparse
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from calibration.profile import load_profile, save_profile
from tests.bench.observation import CLIPS, SIZE, scaled
from tests.vision.pictures import write_video
from vision.camera.file import VideoSource
from vision.frame import Image


def enlarge(folder: Path, out: Path, seconds: float) -> float:
    """The clip's first seconds and its profile at 1080p in `out`; returns how many seconds there are."""
    profile = load_profile(folder / "profile.toml")
    source = VideoSource(folder / "clip.mp4")
    images: list[Image] = []
    times: list[int] = []
    for frame in source:
        if frame.t_mono_ns > seconds * 1e9:
            break
        images.append(np.asarray(cv2.resize(frame.image, SIZE, interpolation=cv2.INTER_LINEAR), np.uint8))
        times.append(frame.t_mono_ns // 1_000_000)
    source.close()
    _, view = scaled(np.zeros((profile.view.size[1], profile.view.size[0], 3), np.uint8), profile.view)
    save_profile(replace(profile, view=view), out / "profile.toml")
    write_video(out / "clip.mp4", images, times)
    return times[-1] / 1000


def resident_mb(process: int) -> tuple[float, float]:
    """What is resident of a process now and at most since it began, MB."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    fields = dict(line.split(":", 1) for line in lines)
    return float(fields["VmRSS"].split()[0]) / 1000, float(fields["VmHWM"].split()[0]) / 1000


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def wait_for(port: int, patience_s: float = 90.0) -> None:
    """Wait till somebody listens there.

    :raises RuntimeError: when nobody does in time.
    """
    until = time.monotonic() + patience_s
    while time.monotonic() < until:
        with socket.socket() as one:
            if one.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.5)
    raise RuntimeError(f"the table's page did not come within {patience_s:.0f} s")


def watch(folder: Path, seconds: float) -> float:
    """Run the table for so long and print what is resident; the most of it, MB.

    :raises RuntimeError: when the table ended before its time.
    """
    port = free_port()
    words = [
        "run",
        "--source",
        folder / "clip.mp4",
        "--profile",
        folder / "profile.toml",
        "--record",
        folder / "record",
    ]
    command = [sys.executable, "-c", "from referee.main import main; main()", *map(str, words), "--port", str(port)]
    most = 0.0
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as table:
        try:
            wait_for(port)
            began = time.monotonic()
            while (passed := time.monotonic() - began) < seconds:
                time.sleep(5)
                if table.poll() is not None:
                    raise RuntimeError(f"the table ended after {passed:.0f} s with status {table.returncode}")
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=20) as page:
                    page.read()
                now, most = resident_mb(table.pid)
                print(f"{passed:5.0f} s  {now:6.0f} MB now, {most:6.0f} MB at most", flush=True)
        finally:
            table.send_signal(signal.SIGINT)
    return most


def main() -> int:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit-mb", type=float, default=600.0)
    parser.add_argument("--seconds", type=float, default=40.0, help="how much of the clip is shown")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        seconds = enlarge(CLIPS / "backgammon", folder, args.seconds)
        most = watch(folder, seconds)
    print(f"at most {most:.0f} MB resident, limit {args.limit_mb:.0f} MB")
    return 0 if most <= args.limit_mb else 1


if __name__ == "__main__":
    sys.exit(main())
