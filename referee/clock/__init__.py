"""Time controls and tournament clocks."""
