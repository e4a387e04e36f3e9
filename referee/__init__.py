"""What the observations mean: throw, turn, ruling, clock, record, live page, command line."""
