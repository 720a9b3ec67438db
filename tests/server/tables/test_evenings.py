"""Standings of an evening, and what a reader may see of them."""

from __future__ import annotations

import pytest

from tilewright.errors import NotFound, Refused
from tilewright.server.storage import evenings as store
from tilewright.server.storage.database import Database
from tilewright.server.storage.deals import Deal, DealSetup
from tilewright.server.storage.evenings import Evening, EveningPlay
from tilewright.server.storage.people import Identity
from tilewright.server.tables import evenings
from tilewright.server.tables.evenings import EveningStandings, _drop_late_results, build_standings

Row = tuple[str, int | None]


def deal(*rows: Row) -> list[EveningPlay]:
    """Return the entries of a deal, in the order of finishing."""
    return [
        EveningPlay(
            person, person.title(), f"table of {person}", 0, at if lead is not None else None, lead
        )
        for at, (person, lead) in enumerate(rows, 1)
    ]


FIRST, SECOND = deal(("ann", 6), ("bob", 0), ("cid", None)), deal(("ann", -2), ("bob", 7))


def rows(
    standing: EveningStandings,
) -> list[tuple[int | None, str, tuple[float | None, ...], float]]:
    return [(one.place, one.name, one.marks, one.total) for one in standing.players]


def test_limits_of_an_evening() -> None:
    found = (evenings.EXTRA_DAYS, evenings.MAX_COMPARED_PLAYERS, evenings.MAX_SEATED_PLAYERS)
    assert found == (1, 500, 64)


def test_event_marks_are_sums_of_differences_from_the_mean() -> None:
    standing = build_standings([FIRST, SECOND], "ann", is_over=False)
    assert rows(standing) == [
        (1, "Bob", (-3, 4.5), 1.5),
        (2, "Ann", (3, -4.5), -1.5),
        (3, "Cid", (None, None), 0),
    ]
    assert (standing.counts, standing.means) == ((2, 2), (3, 2.5))
    assert (standing.tables, standing.done) == (("table of ann",) * 2, (True, True))
    assert not standing.is_final


def test_event_standings_hide_deals_the_player_has_not_finished() -> None:
    """Not by the totals either, nor by the order."""
    standing = build_standings([FIRST, deal(("bob", 7), ("ann", None))], "ann", is_over=False)
    assert rows(standing)[:2] == [(1, "Ann", (3, None), 3), (2, "Bob", (-3, None), -3)]
    assert standing.means == (3, None) and standing.done == (True, False)


@pytest.mark.parametrize("at, counts", [(999, True), (1000, True), (1001, False)])
def test_event_result_counts_until_the_event_closes(at: int, counts: bool) -> None:
    dealt = [Deal("d", "toy", None, DealSetup(seats=[None]), b"", "keys")]
    evening = Evening("e", "Friday", "host", tuple(dealt), closed=1000)
    (kept,) = _drop_late_results([[EveningPlay("ann", "Ann", "t", 0, at, 6)]], evening)
    assert (kept[0].at, kept[0].margin) == ((at, 6) if counts else (None, None))


def test_event_standings_without_results_list_the_players() -> None:
    for reader in ("cid", "eve", None):
        standing = build_standings([FIRST, SECOND], reader, is_over=False)
        assert {one.place for one in standing.players} == {None}
        assert {one.marks for one in standing.players} == {(None, None)}
        assert {one.name: one.finished for one in standing.players} == {
            "Ann": 2,
            "Bob": 2,
            "Cid": 0,
        }


def test_event_standings_before_the_end_have_no_order() -> None:
    """Parts come by person; who reads the list without having played must not see who leads."""
    ahead, behind = deal(("ann", 9), ("bob", 1)), deal(("ann", 1), ("bob", 9))
    orders = [
        [one.name for one in build_standings([parts], None, is_over=False).players]
        for parts in (ahead, behind)
    ]
    assert orders[0] == orders[1]


def test_event_that_is_over_shows_all_results() -> None:
    assert rows(build_standings([FIRST, SECOND], None, is_over=True))[0] == (
        1,
        "Bob",
        (-3, 4.5),
        1.5,
    )


def test_event_marks_of_a_skipped_deal_are_no_advantage() -> None:
    """Bob, far below the mean, comes before Cid, who gave that deal up."""
    second = deal(("ann", 9), ("bob", -9), ("cid", None))
    first = deal(("ann", 0), ("bob", 0), ("cid", 0))
    assert [row[1] for row in rows(build_standings([first, second], "ann", is_over=False))] == [
        *("Ann", "Bob", "Cid"),
    ]


def test_event_standings_share_a_place_at_equal_marks() -> None:
    standing = build_standings([deal(("ann", 1), ("bob", 1), ("cid", 0))], "ann", is_over=True)
    assert [one.place for one in standing.players] == [1, 1, 3]


def test_event_standings_are_final_once_all_have_finished() -> None:
    assert build_standings([SECOND], "ann", is_over=False).is_final
    assert not build_standings([[], []], None, is_over=False).is_final
    assert build_standings([[], []], None, is_over=True).is_final


def test_event_standings_number_equal_names() -> None:
    """Also where the names only look the same."""
    parts = [
        EveningPlay("one", "Anna", "t1", 0, 2, 5),
        EveningPlay("two", "Anna", "t2", 0, 1, 3),
        EveningPlay("three", "\u0410nna", "t3", 0, None, None),  # a Cyrillic A
    ]
    names = {one.person: one.name for one in build_standings([parts], "one", is_over=False).players}
    assert names == {"two": "Anna", "one": "Anna (2)", "three": "\u0410nna (3)"}


# --- At tables ----------------------------------------------------------------------------------


def seated(*rows: tuple[str, str, int, int | None, int | None]) -> list[EveningPlay]:
    """Name, table, seat, when it ended, and the lead."""
    return [EveningPlay(name, name.title(), *row) for name, *row in rows]  # type: ignore[arg-type]


TABLES = seated(
    ("ann", "t1", 0, 1, 8),
    ("bob", "t1", 1, 1, -8),
    ("cid", "t2", 0, 2, 2),
    ("dan", "t2", 1, 2, -2),
)


def test_event_standings_compare_players_of_the_same_seat() -> None:
    """Bob has lost by more than Dan on the worse seat; Cid's lead is small for the better one."""
    standing = build_standings([TABLES], "bob", is_over=False)
    marks = {one.name: one.marks[0] for one in standing.players}
    assert marks == {"Ann": 3, "Cid": -3, "Bob": -3, "Dan": 3}
    assert standing.means == (-5,)  # of Bob's seat
    assert standing.seated == ([["Ann", "Bob"], ["Cid", "Dan"]],)


def test_event_table_that_a_player_left_gets_the_mean() -> None:
    """Dan went away: Cid has finished and neither gains nor loses, Dan has not."""
    left = seated(("cid", "t2", 0, 2, None), ("dan", "t2", 1, None, None))
    standing = build_standings([[*TABLES[:2], *left]], "cid", is_over=False)
    assert {one.name: (one.finished, one.marks[0]) for one in standing.players} == {
        "Ann": (1, 0),
        "Bob": (1, 0),
        "Cid": (1, 0),
        "Dan": (0, None),
    }


def test_event_standings_list_players_who_have_not_played() -> None:
    eve = Identity("eve", "Eve", "guest")
    standing = build_standings([TABLES], "eve", [eve], is_over=False)
    assert standing.has_joined and not standing.is_final
    assert {one.name: one.finished for one in standing.players}["Eve"] == 0
    assert not build_standings([TABLES], "ann", [eve], is_over=False).has_joined


# --- Evenings in storage ------------------------------------------------------------------------


class NoDeals:
    """Deals of a day that is not over."""

    now = 77

    def is_over(self, deal: Deal) -> bool:
        return False


async def test_evening_that_its_host_closed_is_found_and_over(sqlite_database: Database) -> None:
    dealt = Deal("d", "toy", None, DealSetup(seats=[None], until="2027-01-01"), bytes(32), "keys")
    kept = Evening("e", "Friday", "host", (dealt,))
    host, guest = Identity("host", "Host", "account"), Identity("ann", "Ann", "guest")
    found = evenings.Evenings(sqlite_database, NoDeals())  # type: ignore[arg-type]
    await sqlite_database.write(lambda tx: store.add(tx, kept, 1))
    assert await found.get("e") == kept and not found.is_over(kept)
    with pytest.raises(Refused, match="only the host"):
        await found.close(kept, guest)
    closed = await found.close(kept, host)
    assert closed.closed == 77 and found.is_over(closed) and await found.get("e") == closed
    with pytest.raises(NotFound, match="there is no evening 'other'"):
        await found.get("other")
    with pytest.raises(Refused, match="all play alone"):
        await found.join(kept, guest)
