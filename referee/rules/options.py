"""The rules in force as one validated value; event profiles are TOML files of it (`event_file.py`)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from referee.rules.contradictions import refuse_contradictions
from referee.rules.errors import OptionError
from referee.rules.event_file import read_event
from referee.rules.games import check_game_id
from referee.rules.option_table import SPECS, OptionTable

__all__ = ["SPECS", "Options"]


@dataclass(frozen=True, kw_only=True)
class Options(OptionTable):
    """The rules in force in one game. Made by `build`, `load` or `for_game`, which check them."""

    @classmethod
    def build(cls, game: str, given: Mapping[str, object], explicit: Collection[str] | None = None) -> "Options":
        """The options of a game: its defaults with `given` (option id → text or value) on top.

        `explicit` are those of `given` that the event itself set (all, if None): a record that keeps every option as
        text names them. Raises GameError; OptionError for an unknown id or value, naming the nearest valid one, and
        for contradictions.
        """
        check_game_id(game)
        for name in given:
            if name not in SPECS:
                raise OptionError(_unknown(name))
        values: dict[str, Any] = {
            name: spec.kind.read(name, given.get(name, spec.default_for(game))) for name, spec in SPECS.items()
        }
        if "crawford" not in given and values["match"].kind == "points":
            values["crawford"] = True
        stated = frozenset(given if explicit is None else explicit)
        options = cls(game=game, explicit=stated, **{name.replace("-", "_"): value for name, value in values.items()})
        refuse_contradictions(
            game, values, {name for name in given if values[name] != SPECS[name].standard(game)}, SPECS
        )
        return options

    @classmethod
    def load(cls, source: Path | str, extra: Mapping[str, object] | None = None) -> "Options":
        """The options of an event (TOML file or shipped profile) with `extra` on top. Raises OptionError, GameError."""
        event = read_event(source)
        return cls.build(event.game, {**event.settings, **(extra or {})})

    def for_game(self, game: str) -> "Options":
        """The same event in another game of the tavli rotation: what it set stays, the rest is that game's default.

        Raises OptionError for a match that stays with one game, or a game outside the rotation; GameError.
        """
        if check_game_id(game) == self.game:
            return self
        if self.match.kind != "tavli":
            raise OptionError(f"match = {self.match} stays with {self.game}; only a tavli match goes on to {game}")
        text = self.as_text()
        return Options.build(game, {name: text[name] for name in SPECS if name in self.explicit})

    def as_text(self) -> dict[str, str]:
        """Option id → value as text that `build` reads back."""
        return {name: spec.kind.write(getattr(self, name.replace("-", "_"))) for name, spec in SPECS.items()}


def _unknown(name: str) -> str:
    near = get_close_matches(name.replace("_", "-"), SPECS, n=1, cutoff=0.4)
    hint = f"did you mean {near[0]!r}?" if near else "`zarbiter profiles` lists them all"
    return f"there is no option {name!r}; {hint}"
