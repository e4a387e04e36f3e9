"""Shares with their 95 % interval."""

import math


def wilson(right: int, of: int) -> tuple[float, float]:
    """95 % interval of a share."""
    if not of:
        return 0.0, 1.0
    z, share = 1.96, right / of
    middle, spread = share + z * z / (2 * of), z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return (middle - spread) / (1 + z * z / of), (middle + spread) / (1 + z * z / of)


def share_line(right: int, of: int) -> str:
    """`95 of 100  95.00 % [88.82, 97.85]`."""
    low, high = wilson(right, of)
    return f"{right:6} of {of:6}  {100 * right / max(1, of):6.2f} % [{100 * low:.2f}, {100 * high:.2f}]"
