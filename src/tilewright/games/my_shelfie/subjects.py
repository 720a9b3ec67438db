"""Study subjects of My Shelfie: its common goals (MS-15)."""

from __future__ import annotations

from tilewright.game import State, Subject
from tilewright.games.my_shelfie.tables import GOALS


def list_goals(state: State) -> tuple[int, ...]:
    """Return the indices of the goals in play, from 0."""
    return tuple(int(goal) - 1 for goal in state["goals"] if goal)


def find_fulfilled(before: State, after: State) -> tuple[int, ...]:
    """Return the goals for which the mover has just taken a token (MS-10)."""
    seat = int(before["mover"])
    return tuple(
        goal
        for index, goal in enumerate(list_goals(before))
        if after["tokens"][index][seat] and not before["tokens"][index][seat]
    )


SUBJECTS = (
    Subject(
        noun="goal",
        names=tuple(f"{goal.rule} {goal.name}" for goal in GOALS),
        offered=list_goals,
        taken=find_fulfilled,
        is_shared=True,
    ),
)
