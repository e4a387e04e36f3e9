"""What lies on the board, with confidence (frames in, `Observation`s out). Never knows the rules."""
