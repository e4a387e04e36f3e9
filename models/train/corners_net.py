"""The corner finder's network: maps at a quarter of the input's resolution that say where a playing field lies.

Input `image`: N×3×320×320 float, RGB 0–1, a whole picture letterboxed. Maps are logits, see `corners_spec.MAPS`.
"""

from torch import Tensor, nn

from models.train.corners_spec import MAPS
from models.train.layers import Block, Context, conv


class CornerNet(nn.Module):
    """Image N×3×320×320 to maps N×5×80×80."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(conv(3, 16, 2), conv(16, 24, 2))
        self.down = nn.ModuleList(
            [
                nn.Sequential(conv(24, 48, 2), Block(48)),
                nn.Sequential(conv(48, 64, 2), Block(64)),
                nn.Sequential(conv(64, 80, 2), Context(80), Block(80)),
            ]
        )
        self.across = nn.ModuleList([conv(size, 32, kernel=1) for size in (24, 48, 64, 80)])
        self.up = nn.ModuleList([conv(32, 32) for _ in range(3)])
        self.maps = nn.Conv2d(32, len(MAPS), 1)
        nn.init.constant_(self.maps.bias, -3.0)

    def forward(self, image: Tensor) -> Tensor:
        levels = [self.stem(image)]
        for down in self.down:
            levels.append(down(levels[-1]))
        x = self.across[3](levels[3])
        for up, level in zip(self.up, (2, 1, 0), strict=True):
            grown = nn.functional.interpolate(x, scale_factor=2.0, mode="nearest")
            x = up(grown + self.across[level](levels[level]))
        return self.maps(x)
