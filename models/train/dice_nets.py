"""The two small networks of the die reader (torch)."""

from typing import cast

import torch
from torch import nn

from models.dice_input import PLANES, READ_SIZE
from models.train.dice_spec import OUTPUTS
from models.train.layers import Block


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
    """N×5×48×48 as `models.dice_input.reader_input` makes it, a die of side 18 px in the middle → N×15 logits as
    `dice_spec.OUTPUTS` says.

    The last map is weighed place by place, since the top face of an oblique die is told from its side by where it is.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _block(PLANES, 16),
            _block(16, 32, 2),
            Block(32),
            _block(32, 64, 2),
            Block(64),
            _block(64, 128, 2),
            Block(128),
            nn.Conv2d(128, 128, READ_SIZE // 8, groups=128),
            nn.ReLU(inplace=True),
        )
        self.head = nn.Sequential(nn.Flatten(), nn.Dropout(0.2), nn.Linear(128, OUTPUTS))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Logits as the class says."""
        return cast("torch.Tensor", self.head(self.body(x)))
