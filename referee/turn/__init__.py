"""The turn: a pure state machine (`machine`) and its phases, a file each."""
