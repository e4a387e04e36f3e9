"""Who is who in a chouette: box, partner, captain and team, and how they rotate (rules.md §5 chouette)."""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Lineup:
    """The box, its partner if it has one, and the team in order, the captain first."""

    box: str
    team: tuple[str, ...]
    partner: str | None = None

    @property
    def boxes(self) -> tuple[str, ...]:
        """Those who share the box's result."""
        return (self.box,) if self.partner is None else (self.box, self.partner)

    @property
    def everybody(self) -> tuple[str, ...]:
        """Box, partner, captain, team."""
        return (*self.boxes, *self.team)

    def joined(self, name: str) -> "Lineup":
        """Who comes later stands at the end of the team."""
        return replace(self, team=(*self.team, name))

    def left_by(self, name: str) -> "Lineup":
        """Everybody behind moves up: the partner becomes box, or else the captain does."""
        if name == self.partner:
            return replace(self, partner=None)
        if name != self.box:
            return replace(self, team=tuple(each for each in self.team if each != name))
        if self.partner is not None:
            return Lineup(self.partner, self.team)
        return Lineup(self.team[0], self.team[1:])

    def with_partner(self, name: str | None) -> "Lineup":
        """The box plays with `name` of the team, or alone; an old partner goes to the end of the team."""
        team = tuple(each for each in self.team if each != name)
        return Lineup(self.box, team if self.partner is None else (*team, self.partner), name)

    def rotated(self, captain_won: bool) -> "Lineup":
        """After a game: a captain who lost goes to the end of the team; one who won becomes box, or the partner of the
        old partner, who becomes box; the old box goes to the end."""
        captain, rest = self.team[0], self.team[1:]
        if not captain_won:
            return replace(self, team=(*rest, captain))
        if self.partner is None:
            return Lineup(captain, (*rest, self.box))
        return Lineup(self.partner, (*rest, self.box), captain)
