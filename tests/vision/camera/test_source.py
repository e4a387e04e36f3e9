"""What a source's name means."""

from pathlib import Path

import pytest

from vision.camera.door import open_source, source_kind
from vision.camera.source import DeviceError, SourceError


@pytest.mark.parametrize(
    ("spec", "kind"),
    [
        ("0", "camera"),
        ("/dev/v4l/by-path/pci-0000:00:14.0-usb", "camera"),
        ("rtsp://10.0.0.7/board", "stream"),
        ("http://10.0.0.7:8080/video", "stream"),
    ],
)
def test_names_of_live_sources(spec: str, kind: str) -> None:
    assert source_kind(spec) == kind


def test_a_record_folder_is_told_from_a_folder_of_pictures(tmp_path: Path) -> None:
    assert source_kind(str(tmp_path)) == "folder"
    (tmp_path / "log.sqlite").touch()
    assert source_kind(str(tmp_path)) == "record"
    with pytest.raises(SourceError, match="zarbiter replay"):
        open_source(str(tmp_path))


def test_a_stream_that_nobody_sends_is_a_device_error() -> None:
    with pytest.raises(DeviceError, match=r"http://127\.0\.0\.1:9/video does not open .*check the address"):
        open_source("http://127.0.0.1:9/video")
