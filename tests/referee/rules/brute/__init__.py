"""A slow, obvious referee written from rules.md alone: it shares no code with `referee.rules` and checks it."""
