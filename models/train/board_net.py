"""The board reader's network: dense maps at a quarter of the input's resolution, and a head that counts along each
point.

Input `image`: N×3×320×352 float, RGB 0–1, the rectified field plus a margin, letterboxed. Dense maps (see
`board_spec.MAPS`) are logits or plain values at stride 4. `SlotHead` takes strips of the features, sampled along each
point from its base to beyond the middle.
"""

import torch
from torch import Tensor, nn

from models.train.board_spec import COUNTS, FEATURES, HEIGHT, MAPS, STRIP, WIDTH
from models.train.layers import Block, Context, conv


class BoardNet(nn.Module):
    """Image to (maps N×13×80×88, features N×32×80×88)."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(conv(3, 16, 2), conv(16, FEATURES, 2))
        self.down = nn.ModuleList(
            [
                nn.Sequential(conv(FEATURES, 64, 2), Block(64)),
                nn.Sequential(conv(64, 96, 2), Block(96), Block(96)),
                nn.Sequential(conv(96, 144, 2), Context(144), Block(144), Block(144)),
            ]
        )
        self.across = nn.ModuleList(
            [
                conv(FEATURES, FEATURES, kernel=1),
                conv(64, 48, kernel=1),
                conv(96, 48, kernel=1),
                conv(144, 48, kernel=1),
            ]
        )
        self.up = nn.ModuleList([Block(48), conv(48, 48), conv(48, FEATURES)])
        self.last = conv(FEATURES, FEATURES)
        self.maps = nn.Sequential(conv(FEATURES, 32), nn.Conv2d(32, len(MAPS), 1))
        nn.init.constant_(self.maps[1].bias[:3], -4.0)

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor]:
        levels = [self.stem(image)]
        for down in self.down:
            levels.append(down(levels[-1]))
        x = self.across[3](levels[3])
        x = self.up[0](grow(x) + self.across[2](levels[2]))
        x = self.up[1](grow(x) + self.across[1](levels[1]))
        x = self.last(grow(self.up[2](x)) + self.across[0](levels[0]))
        return self.maps(x), x


def grow(x: Tensor) -> Tensor:
    return nn.functional.interpolate(x, scale_factor=2.0, mode="nearest")


class SlotHead(nn.Module):
    """Strips M×32×32×8 of features (base first) and sizes M×2 (pitch, field height; px / 100) to M×17: counts'
    logits, shade's logit."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(conv(FEATURES + 2, 32), conv(32, 48, 2), Block(48), conv(48, 48, 2))
        self.out = nn.Sequential(
            nn.Linear(48 * STRIP[0] * STRIP[1] // 16, 96),
            nn.ReLU(inplace=True),
            nn.Dropout(0.2),
            nn.Linear(96, COUNTS + 1),
        )

    def forward(self, strips: Tensor, sizes: Tensor) -> Tensor:
        plane = sizes[:, :, None, None].expand(-1, -1, strips.shape[2], strips.shape[3])
        return self.out(self.body(torch.cat([strips, plane.to(strips.dtype)], 1)).flatten(1))


def strip_grids(columns: Tensor, frame: Tensor) -> Tensor:
    """Where points are sampled, N×24×32×8×2 input px: the top row's, then the bottom row's, base first.

    `columns` N×12 are the columns' centres, `frame` N×3 their pitch and the field's top and bottom edge, all input
    px. Bottom points are mirrored top to bottom, never left to right.
    """
    pitch, top, bottom = (frame[:, i, None, None] for i in range(3))
    along = torch.linspace(-0.07, 0.77, STRIP[0])[None, :, None] * (bottom - top)
    across = torch.linspace(-0.8, 0.8, STRIP[1])[None, None, :] * pitch
    x = (columns[:, :, None, None] + across[:, None]).expand(-1, -1, STRIP[0], -1)
    down = (top + along)[:, None].expand_as(x)
    up = (bottom - along)[:, None].expand_as(x)
    return torch.cat([torch.stack([x, down], -1), torch.stack([x, up], -1)], 1)


def sample_strips(features: Tensor, columns: Tensor, frame: Tensor) -> tuple[Tensor, Tensor]:
    """Features N×C×H×W along the points → strips (N·24)×C×32×8 and sizes (N·24)×2."""
    n, slots = columns.shape[0], 24
    scale = torch.tensor([2.0 / WIDTH, 2.0 / HEIGHT])
    where = (strip_grids(columns, frame) * scale - 1).reshape(n, slots * STRIP[0], STRIP[1], 2)
    seen = nn.functional.grid_sample(features, where, mode="bilinear", padding_mode="zeros", align_corners=False)
    strips = seen.reshape(n, FEATURES, slots, *STRIP).transpose(1, 2).reshape(n * slots, FEATURES, *STRIP)
    sizes = torch.stack([frame[:, 0], frame[:, 2] - frame[:, 1]], 1) / 100
    return strips, sizes[:, None].expand(-1, slots, -1).reshape(n * slots, 2)


class PointReader(nn.Module):
    """Features 1×32×80×88, columns 1×12, frame 1×3 → 24×17 logits: what is exported beside `BoardNet`."""

    def __init__(self, head: SlotHead) -> None:
        super().__init__()
        self.head = head

    def forward(self, features: Tensor, columns: Tensor, frame: Tensor) -> Tensor:
        return self.head(*sample_strips(features, columns, frame))
