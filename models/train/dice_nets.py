"""The two small networks of the die reader (torch)."""

from collections.abc import Mapping
from typing import cast

import torch
from torch import nn
from torch.nn import functional

from models.dice_input import CLOSE, GLANCE, PLANES, Sight
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
    """N×5×S×S as `models.dice_input.reader_input` makes it, a die as large as its sight says in the middle → N×15
    logits as `dice_spec.OUTPUTS` says, or as many `outputs` as another use of it wants; `widest` is the number of its
    last maps. The one that looks closely is deeper too.

    The last map is weighed place by place, since the top face of an oblique die is told from its side by where it is.
    """

    def __init__(self, sight: Sight = GLANCE, outputs: int = OUTPUTS, widest: int = 128) -> None:
        super().__init__()
        self.sight = sight
        self.body = nn.Sequential(
            _block(PLANES, 16),
            _block(16, 32, 2),
            Block(32),
            _block(32, 64, 2),
            Block(64),
            _block(64, widest, 2),
            Block(widest),
            nn.Conv2d(widest, widest, sight.size // 8, groups=widest),
            nn.ReLU(inplace=True),
        )
        self.more = nn.ModuleDict({"4": Block(64), "6": Block(128)} if sight == CLOSE else {})
        self.head = nn.Sequential(nn.Flatten(), nn.Dropout(0.2), nn.Linear(widest, outputs))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Logits as the class says."""
        for name, layer in self.body.named_children():
            x = layer(x)
            if name in self.more:
                x = self.more[name](x)
        return cast("torch.Tensor", self.head(x))

    @classmethod
    def grown(cls, state: Mapping[str, torch.Tensor]) -> "Reader":
        """The one that looks closely, begun from the weights of the one that glances: what it has more begins as if it
        were not there, what is weighed place by place is enlarged with the picture."""
        net = cls(CLOSE)
        small, large = GLANCE.size // 8, CLOSE.size // 8
        spread = functional.interpolate(state[_PLACES], (large, large), mode="bilinear") * (small / large) ** 2
        net.load_state_dict({**net.state_dict(), **state, _PLACES: spread})
        for block in net.more.values():
            nn.init.zeros_(cast("Block", block).body[2].weight)
        return net


_PLACES = "body.7.weight"
"""What weighs the last map place by place."""
