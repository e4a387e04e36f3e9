"""What the board reader is trained to do."""

import torch
from torch import Tensor
from torch.nn import functional

from models.train.board_spec import COUNTS, MAPS

_RARE = (1.0, 2.0, 2.0)
"""Weights of checkers, dice and cubes: of thirty things on a board two are dice."""


def focal(logits: Tensor, target: Tensor, care: Tensor) -> Tensor:
    """Penalty-reduced focal loss on centres, per thing."""
    care = care * care.new_tensor(_RARE)[:, None, None]
    p = torch.sigmoid(logits).clamp(1e-5, 1 - 1e-5)
    hit = (target > 0.999).float()
    pull = -torch.log(p) * (1 - p) ** 2 * hit * care
    push = -torch.log(1 - p) * p**2 * (1 - target) ** 4 * (1 - hit) * care
    return (pull.sum() + push.sum()) / hit.sum().clamp(min=1)


def losses(maps: Tensor, slots: Tensor, batch: dict[str, Tensor]) -> dict[str, Tensor]:
    """Each part of the loss, already weighted."""
    maps, slots = maps.float(), slots.float()
    out = {"heat": focal(maps[:, :3], batch["heat"], batch["care"])}
    c = batch["centres"]
    n, kind, y, x = (c[:, i].long() for i in range(4))
    at = maps[n, :, y, x]
    out["offset"] = 0.5 * functional.l1_loss(at[:, 3:5], c[:, 4:6])
    out["size"] = 0.5 * functional.l1_loss(at[:, 5:7], c[:, 6:8])
    tags = c[:, 8].long()
    disc = kind == 0
    out["shade"] = 0.3 * functional.binary_cross_entropy_with_logits(at[disc, MAPS["shade"]], (tags[disc] % 2).float())
    out["layer"] = 0.3 * functional.binary_cross_entropy_with_logits(at[disc, MAPS["layer"]], (tags[disc] // 2).float())
    out["hand"] = 0.5 * functional.binary_cross_entropy_with_logits(maps[:, MAPS["hand"]], batch["dense"][:, 0])
    inside = batch["inside"]
    phase = (
        (maps[:, MAPS["cos"]] - batch["dense"][:, 1]) ** 2 + (maps[:, MAPS["sin"]] - batch["dense"][:, 2]) ** 2
    ) * inside
    out["phase"] = 0.3 * phase.sum() / inside.sum().clamp(min=1)
    out["bar"] = 0.3 * functional.binary_cross_entropy_with_logits(maps[:, MAPS["bar"]], batch["dense"][:, 3])
    counts, shades = batch["counts"].flatten(), batch["shades"].flatten()
    out["count"] = 2.0 * functional.cross_entropy(slots[:, :COUNTS], counts, ignore_index=-1)
    known = shades >= 0
    out["slot_shade"] = 0.3 * functional.binary_cross_entropy_with_logits(slots[known, COUNTS], shades[known].float())
    return out
