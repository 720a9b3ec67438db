"""What is agreed before a game begins, as it is sent."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from pydantic import Field

from tilewright.clock import MAX_TIME, ClockRule
from tilewright.events import Terms
from tilewright.server.http.dependencies import Body
from tilewright.server.http.fields import BotName, GameName, Players, Time, Word

__all__ = ["NewTerms"]

DEFAULTS = Terms(game="-", players=1)


class Clock(Body):
    """How time is kept."""

    kind: Literal["none", "game", "move"] = Field(
        description="`game`: `time` for all your moves together, `increment` added after each; "
        "`move`: `time` for every single one, usually days."
    )
    time: Time = ClockRule().time
    increment: Annotated[int, Field(ge=0, le=MAX_TIME, description="In ms.")] = 0


class NewTerms(Body):
    """The terms of a new table."""

    game: GameName
    players: Players
    options: dict[Word, Word] = Field(
        default={},
        max_length=16,
        description="Those of the game; what is left out has its default.",
    )
    clock: Clock = Clock(kind="none")
    rated: bool = False
    talk: bool = Field(default=True, description="Whether those at the table may talk.")
    stand_in: BotName = Field(
        default=DEFAULTS.stand_in, description="Who plays on for somebody who left."
    )
    grace: Annotated[int, Field(ge=5_000, le=86_400_000)] | None = Field(
        default=DEFAULTS.grace,
        description="How long, in ms, somebody may be away on their turn until the stand-in "
        "moves; null: for ever.",
    )

    def terms(self, start: str | None = None) -> Terms:
        """The same as the match knows it; ``start`` is the view that it begins with."""
        named = NewTerms.model_fields.keys() - {"clock"}
        fields = {name: getattr(self, name) for name in named}
        clock = msgspec.convert(self.clock.model_dump(), ClockRule)
        return Terms(**fields, clock=clock, start=start)
