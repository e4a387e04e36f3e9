"""Where the board is and what this set looks like (pictures in, a `BoardProfile` out)."""
