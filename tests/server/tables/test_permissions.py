"""Who may see a table, whose game is rated, and keys to a seat."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import permutations

import pytest

from matches import BEN, Table, running
from tilewright.errors import NotFound, Refused
from tilewright.match import lobby_commands
from tilewright.server.accounts.service import Identity
from tilewright.server.ratelimit.quotas import Caller
from tilewright.server.tables.cache import LiveTable
from tilewright.server.tables.permissions import (
    KEY_LIFETIME_MS,
    check_may_play_rated,
    check_visible,
    may_see_invite,
    sign_seat_key,
    unrated_reason,
    verify_seat_key,
)


def live(table: Table, *, listed: bool = False) -> LiveTable:
    return LiveTable("t", listed, "invite-t", 1, table.match)


@pytest.mark.parametrize(
    "person, may", [("anna", True), ("ben", True), ("cleo", True), ("dan", False), (None, False)]
)
def test_invitation_is_shown_to_host_players_and_those_with_a_reserved_seat(
    person: str | None, may: bool
) -> None:
    table = Table(players=3, reserved=[None, None, "cleo"])
    table.do(lobby_commands.sit(table.match, BEN, table.now, 1))
    assert may_see_invite(live(table), person) is may


@pytest.mark.parametrize(
    "listed, person, invite, is_visible",
    [
        (True, None, None, True),
        (False, None, None, False),
        (False, "dan", None, False),
        (False, "anna", None, True),
        (False, None, "invite-t", True),
        (False, "dan", "invite-x", False),
        (False, "dan", "", False),
        (False, "dan", "інвайт\ud800", False),
    ],
)
def test_unlisted_table_is_visible_by_right_or_by_invitation(
    listed: bool, person: str | None, invite: str | None, is_visible: bool
) -> None:
    table = live(running("anna", "ben"), listed=listed)
    if is_visible:
        check_visible(table, person, invite)
    else:
        with pytest.raises(NotFound):
            check_visible(table, person, invite)


def test_rated_games_are_for_accounts() -> None:
    check_may_play_rated(Identity("x", "X", "account"), is_rated=True)
    check_may_play_rated(Identity("x", "X", "guest"), is_rated=False)
    with pytest.raises(Refused):
        check_may_play_rated(Identity("x", "X", "guest"), is_rated=True)


@pytest.mark.parametrize(
    "callers, reason",
    [
        ([("ann", "home"), ("bob", "work")], None),
        ([("ann", "home"), ("bob", "home")], "address"),
        ([("ann", "home"), ("ann", "work")], None),
        ([("ann", "home"), ("eve", "home")], None),  # Eve only watches
        ([("ann", "home"), ("ann", "work"), ("bob", "work")], "address"),
        ([("ann", "a"), ("bob", "b"), ("cid", "c")], None),
        ([("ann", "a"), ("bob", "b"), ("cid", "b")], "address"),
        ([], None),
    ],
)
def test_unrated_reason_is_an_address_that_two_players_share(
    callers: list[tuple[str, str]], reason: str | None
) -> None:
    people = {"ann", "bob", "cid"}
    for order in permutations(callers):
        assert unrated_reason({Caller(*one) for one in order}, people) == reason


# --- Keys to a seat -----------------------------------------------------------------------------


@dataclass
class Keys:
    table: Table
    key: str
    until: int

    def giver(
        self, *, table_id: str = "t", seat: int = 1, key: str | None = None, at: int = 0
    ) -> str:
        now = self.table.now + at
        return verify_seat_key(table_id, self.table.match, seat, key or self.key, now)


@pytest.fixture(params=["owner", "host"])
def keys(request: pytest.FixtureRequest) -> Keys:
    table = running("anna", "ben", "anna")
    made = sign_seat_key("t", table.match, 1, request.param, table.now)
    return Keys(table, made.key, made.until)


def test_seat_key_names_its_giver_for_five_minutes(keys: Keys) -> None:
    assert keys.until == keys.table.now + KEY_LIFETIME_MS == keys.table.now + 300_000
    giver = keys.key.partition(".")[0]
    assert keys.giver() == keys.giver(at=KEY_LIFETIME_MS - 1) == giver
    for late in (KEY_LIFETIME_MS, KEY_LIFETIME_MS + 1):
        with pytest.raises(Refused) as refused:
            keys.giver(at=late)
        assert refused.value.code == "bad_key"


@pytest.mark.parametrize("change", [{"seat": 0}, {"seat": 2}, {"seat": 3}, {"table_id": "u"}])
def test_seat_key_is_for_one_seat_of_one_table(keys: Keys, change: dict[str, object]) -> None:
    with pytest.raises(Refused):
        keys.giver(**change)  # type: ignore[arg-type]


def test_seat_key_of_an_earlier_owner_is_void(keys: Keys) -> None:
    chair = keys.table.match.seats[1]
    keys.table.match.seats[1] = replace(chair, taken_at_seq=chair.taken_at_seq + 1)
    with pytest.raises(Refused):
        keys.giver()


def test_seat_key_cannot_be_made_up(keys: Keys) -> None:
    giver, until, signature = keys.key.split(".")
    other = {"owner": "host", "host": "owner"}[giver]
    for text in (
        f"{other}.{until}.{signature}",
        f"{giver}.{int(until) + 1}.{signature}",
        f"{giver}.{until}.{signature[:-1]}",
        f"{giver}.{until}.{signature}.",
        *(f"{giver}.{until}", f"{giver}.-1.{signature}", f"{giver}.x.{signature}"),
        *("", "..", "ключ.1.2", f"{giver}.٣.{signature}"),
    ):
        with pytest.raises(Refused):
            keys.giver(key=text or " ")
