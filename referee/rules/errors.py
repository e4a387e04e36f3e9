"""What can be wrong with input to the rules. Every message is one line that says what to do."""

_LONGEST = 600


class RulesError(ValueError):
    """Input that the rules cannot use; the message, one line of bounded length, is for the person who gave it."""

    def __init__(self, message: str) -> None:
        line = " ".join(message.splitlines())
        half = _LONGEST // 2
        super().__init__(line if len(line) <= _LONGEST else f"{line[:half]} … {line[-half:]}")


class GameError(RulesError):
    """An unknown game, or one that this version does not play."""


class PositionError(RulesError):
    """A position that is malformed or cannot stand on a board."""


class DiceError(RulesError):
    """Dice that are not two numbers from 1 to 6."""


class OptionError(RulesError):
    """An unknown option or value, or options that contradict each other."""


class NotationError(RulesError):
    """A play, an identifier or a match file that cannot be read."""


class CubeError(RulesError):
    """A cube action that nobody can take."""


class ScoreError(RulesError):
    """A result that the event's scoring does not know."""


class ChouetteError(RulesError):
    """Something that nobody in a chouette can do now."""
