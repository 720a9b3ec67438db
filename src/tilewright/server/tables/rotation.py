"""Who meets whom on which seats, deal after deal, where an evening is played at tables.

The first keeps their place in the list and the others move on by one, as in a round robin: with two
at a table everybody meets everybody else before anybody comes again. Which seat of a table somebody
has changes from table to table, and for all together after two deals, for whoever stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

__all__ = ["rotate"]

T = TypeVar("T")


def rotate(people: Sequence[T], seats: int, turn: int) -> list[list[T | None]]:
    """Tables for everybody, by seat; None where somebody is lacking."""
    count = -(-len(people) // seats)
    places: list[T | None] = [*people, *[None] * (count * seats - len(people))]
    shift = turn % max(1, len(places) - 1)
    circle = [*places[:1], *places[1 + shift :], *places[1 : 1 + shift]]
    tables: list[list[T | None]] = [[None] * seats for _ in range(count)]
    for line in range(seats):
        group = circle[line * count : (line + 1) * count]
        for table, one in enumerate(group if line % 2 == 0 else group[::-1]):
            tables[table][(line + table + turn // 2) % seats] = one
    return tables
