"""The games: pure values and functions, standard library only."""
