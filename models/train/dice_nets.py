"""The two small networks of the die reader (torch)."""

from typing import cast

import torch
from torch import nn


def _block(inputs: int, outputs: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, dilation, dilation, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Finder(nn.Module):
    """N×3×H×W in 0…1 → N×4×H/4×W/4: logit of a die's centre, log(side / 12 px), offset of the centre x, y in cells."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _block(3, 16, 2),
            _block(16, 32, 2),
            _block(32, 32),
            _block(32, 48),
            _block(48, 48, dilation=2),
            _block(48, 48),
        )
        self.head = nn.Conv2d(48, 4, 1)
        nn.init.constant_(self.head.bias[:1] if self.head.bias is not None else self.head.weight[:0], -4.0)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Maps as the class says."""
        return cast("torch.Tensor", self.head(self.body(x)))


class Reader(nn.Module):
    """N×3×40×40 in 0…1, a die of side 20 px in the middle → N×8 logits: no die, 1…6, a die that can't be read."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _block(3, 16),
            _block(16, 32, 2),
            _block(32, 48),
            _block(48, 64, 2),
            _block(64, 96),
            _block(96, 96, 2),
            nn.AdaptiveAvgPool2d(1),
        )
        self.head = nn.Sequential(nn.Flatten(), nn.Dropout(0.2), nn.Linear(96, 8))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Logits as the class says."""
        return cast("torch.Tensor", self.head(self.body(x)))
