"""A game told by a script: who does what when, where everything is at any time, and the film of it."""
