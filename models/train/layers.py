"""What the convolutional networks of the readers are built from."""

import torch
from torch import Tensor, nn


class Block(nn.Module):
    def __init__(self, channels: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(channels, channels), nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels)
        )

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.body(x))


class Context(nn.Module):
    """Tells every place what the whole picture looks like."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.mix = nn.Sequential(
            nn.Linear(2 * channels, channels), nn.ReLU(inplace=True), nn.Linear(channels, channels)
        )

    def forward(self, x: Tensor) -> Tensor:
        flat = x.flatten(2)
        told = self.mix(torch.cat([flat.mean(2), flat.amax(2)], 1))
        return torch.relu(x + told[:, :, None, None])


def conv(inside: int, outside: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inside, outside, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(inplace=True),
    )
