"""Study subjects of My Shelfie: its common goals (MS-15)."""

from __future__ import annotations

from tilewright.game import State, Subject
from tilewright.games.my_shelfie.tables import GOALS


def list_goals(state: State) -> tuple[int, ...]:
    """Return the indices of the common goals in play, counted from 0."""
    return tuple(int(goal) - 1 for goal in state["goals"] if goal)


def find_fulfilled_goals(before: State, after: State) -> tuple[int, ...]:
    """Return the indices of the goals for which an action gave the mover a token (MS-10)."""
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
        taken=find_fulfilled_goals,
        is_shared=True,
    ),
)
