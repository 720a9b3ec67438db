"""Mails without a mail server: who is told when, in which words, and when one is tried again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from server.storage.samples import INDEX, event, facts, read, write
from tilewright.errors import NotFound, Refused
from tilewright.server import mail
from tilewright.server.mail import (
    CONFIRM_WITHIN_MS,
    HOUR_MS,
    MIN_TIME_LEFT_MS,
    MIN_TURN_AGE_MS,
    RETRY_DELAYS_MS,
    TEMPLATES,
    MailService,
    SendFailed,
    SmtpSender,
    parse_address,
)
from tilewright.server.storage import mail as store
from tilewright.server.storage import tables
from tilewright.server.storage.database import Database
from tilewright.server.storage.mail import Address
from tilewright.server.storage.people import Identity
from tilewright.settings import Settings

DAY_MS = 24 * HOUR_MS
START = 20_000 * DAY_MS  # 2024-10-04
ANN = Identity("ann", "Ann", "account")


class World:
    """The presence of people, the time, and the mails that were sent."""

    def __init__(self) -> None:
        self.time = START
        self.is_read_only = False
        self.here: dict[str, set[str] | None] = {}
        self.sent: list[Any] = []
        self.failures = 0

    def now(self) -> int:
        return self.time

    async def find_people(self, table: str) -> set[str] | None:
        return self.here.get(table, set())

    def send(self, message: Any) -> None:
        if self.failures:
            self.failures -= 1
            raise SendFailed("no route")
        self.sent.append(message)

    @property
    def told(self) -> list[str]:
        """Return the tables of which mails told, in order."""
        links = [one.get_content().partition("/t/")[2] for one in self.sent]
        return [link.split()[0] for link in links]


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def service(sqlite_database: Database, world: World) -> MailService:
    settings = Settings(
        public_url="https://tiles.test",
        mail_server="smtp://127.0.0.1",
        mail_from="Club <club@tiles.test>",
    )
    made = MailService(sqlite_database, world, world, settings)  # type: ignore[arg-type]
    made._smtp.send = world.send  # type: ignore[method-assign]
    return made


@pytest.fixture
def subscribe(sqlite_database: Database) -> Callable[..., None]:
    def add(person: str, language: str = "en", *, is_confirmed: bool = True) -> None:
        address = Address(
            person, f"{person}@x.org", language, f"token-{person}", START, is_confirmed
        )
        write(sqlite_database, lambda tx: store.set_address(tx, address))

    return add


@pytest.fixture
def wait_for(sqlite_database: Database) -> Callable[..., None]:
    """Let a table wait for a person since some ms ago, for so many ms more."""

    def add(table: str, person: str = "ann", *, since: int = DAY_MS, left: int = DAY_MS) -> None:
        index = replace(INDEX, mover_id=person, deadline=START + left)
        rows = [event(1, at=START - since)]
        write(sqlite_database, lambda tx: tables.create(tx, facts(table), rows, index))

    return add


# --- Turns --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "since, left, is_told",
    [
        (MIN_TURN_AGE_MS, DAY_MS, True),
        (MIN_TURN_AGE_MS - 1, DAY_MS, False),
        (DAY_MS, MIN_TIME_LEFT_MS + 1, True),
        (DAY_MS, MIN_TIME_LEFT_MS, False),
    ],
)
async def test_turn_is_told_once_it_is_old_enough_and_there_is_time(
    service: MailService,
    world: World,
    subscribe: Any,
    wait_for: Any,
    since: int,
    left: int,
    is_told: bool,
) -> None:
    subscribe("ann")
    wait_for("t1", since=since, left=left)
    for _ in range(2):
        await service.send_due_notifications()
    assert world.told == (["t1"] if is_told else [])


@pytest.mark.parametrize(
    "here, is_told", [(set(), True), ({"ann"}, False), ({"bob"}, True), (None, False)]
)
async def test_turn_of_a_person_who_is_there_or_may_be_is_not_told(
    service: MailService,
    world: World,
    subscribe: Any,
    wait_for: Any,
    here: set[str] | None,
    is_told: bool,
) -> None:
    subscribe("ann")
    wait_for("t1")
    world.here["t1"] = here
    await service.send_due_notifications()
    assert world.told == (["t1"] if is_told else [])
    world.here["t1"] = set()
    await service.send_due_notifications()
    assert world.told == ["t1"], "told once the player is known to be away"


async def test_read_only_mode_sends_nothing(
    service: MailService, world: World, subscribe: Any, wait_for: Any
) -> None:
    subscribe("ann")
    wait_for("t1")
    world.is_read_only = True
    await service.send_due_notifications()
    assert world.told == []
    world.is_read_only = False
    await service.send_due_notifications()
    assert world.told == ["t1"]


async def test_failed_mail_ends_the_round_and_is_tried_again_in_growing_steps(
    service: MailService, world: World, subscribe: Any, wait_for: Any
) -> None:
    """After 5, 20, 80 and 320 minutes; never a sixth time."""
    subscribe("ann")
    wait_for("t1", left=2 * DAY_MS)
    wait_for("t2", left=3 * DAY_MS)
    assert RETRY_DELAYS_MS == (300_000, 1_200_000, 4_800_000, 19_200_000)
    world.failures = 1
    await service.send_due_notifications()
    assert world.told == [], "the other mail would fail as well"
    await service.send_due_notifications()
    assert world.told == ["t2"]
    for delay in RETRY_DELAYS_MS:
        world.failures = 1
        world.time += delay - 1
        await service.send_due_notifications()
        assert world.failures == 1, "not tried yet"
        world.time += 1
        await service.send_due_notifications()
        assert world.failures == 0
    world.time += 10 * HOUR_MS
    await service.send_due_notifications()
    assert world.told == ["t2"]


async def test_mail_that_arrives_at_a_later_try_is_sent_once(
    service: MailService, world: World, subscribe: Any, wait_for: Any
) -> None:
    subscribe("ann")
    wait_for("t1")
    world.failures = 2
    for delay in (0, *RETRY_DELAYS_MS[:3]):
        world.time += delay
        await service.send_due_notifications()
    assert world.told == ["t1"]


@pytest.mark.parametrize(
    "language, subject, until",
    [
        ("en", "Your turn: Toy", "until 2024-10-05 00:00 (UTC)"),
        ("de", "Du bist am Zug: Toy", "bis 2024-10-05 00:00 (UTC)"),
        ("ru", "Ваш ход: Toy", "до 2024-10-05 00:00 (UTC)"),
        ("uk", "Ваш хід: Toy", "до 2024-10-05 00:00 (UTC)"),
    ],
)
async def test_mail_of_a_turn_says_until_when_in_the_players_language(
    service: MailService,
    world: World,
    subscribe: Any,
    wait_for: Any,
    sqlite_database: Database,
    language: str,
    subject: str,
    until: str,
) -> None:
    subscribe("ann", language)
    wait_for("t1")
    write(sqlite_database, lambda tx: tx.execute("UPDATE tables SET game = 'toy'"))
    await service.send_due_notifications()
    (message,) = world.sent
    assert (message["To"], message["Subject"]) == ("ann@x.org", subject)
    assert message["From"] == "Club <club@tiles.test>"
    text = message.get_content()
    assert until in text and "https://tiles.test/t/t1" in text
    assert "https://tiles.test/mail#stop=token-ann" in text
    assert message["List-Unsubscribe"] == "<https://tiles.test/api/v1/mail/token-ann/stop>"
    assert message["Message-ID"].endswith("@tiles.test>")


def test_templates_have_the_same_placeholders_in_all_languages() -> None:
    def placeholders(language: str) -> dict[str, set[str]]:
        words = ("{club}", "{link}", "{game}", "{until}", "{stop}")
        return {
            name: {word for word in words if word in template.subject + template.text}
            for name, template in TEMPLATES[language].items()
        }

    assert {str(placeholders(language)) for language in TEMPLATES} == {str(placeholders("en"))}


# --- Addresses ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "age, is_confirmed", [(0, True), (CONFIRM_WITHIN_MS, True), (CONFIRM_WITHIN_MS + 1, False)]
)
async def test_link_confirms_for_three_days(
    service: MailService, world: World, sqlite_database: Database, age: int, is_confirmed: bool
) -> None:
    asked = await service.request_address(ANN, "ann@x.org", "fr")
    assert (asked.language, asked.asked, asked.confirmed) == ("en", START, False)
    world.time += age
    if is_confirmed:
        await service.confirm_address(asked.token)
    else:
        with pytest.raises(NotFound):
            await service.confirm_address(asked.token)
    found = read(sqlite_database, lambda tx: store.find(tx, "ann"))
    assert found is not None and found.confirmed is is_confirmed
    assert CONFIRM_WITHIN_MS == 3 * DAY_MS


async def test_unconfirmed_addresses_are_forgotten_after_three_days(
    service: MailService, world: World, subscribe: Any
) -> None:
    subscribe("ann", is_confirmed=False)
    subscribe("bob")
    world.time += CONFIRM_WITHIN_MS
    await service.send_due_notifications()
    assert await service.find_address("ann") is not None
    world.time += 1
    await service.send_due_notifications()
    assert await service.find_address("ann") is None
    assert await service.find_address("bob") is not None
    await service.unsubscribe("token-bob")
    assert await service.find_address("bob") is None


async def test_tokens_are_told_from_each_other_by_case(
    service: MailService, sqlite_database: Database
) -> None:
    for person, token in (("ann", "AbC"), ("bob", "aBc")):
        address = Address(person, f"{person}@x.org", "en", token, START, True)
        write(sqlite_database, lambda tx, a=address: store.set_address(tx, a))  # type: ignore[misc]
    await service.unsubscribe("AbC")
    assert await service.find_address("ann") is None
    assert await service.find_address("bob") is not None


def test_players_are_told_after_a_minute_and_two_hours_before_the_end_at_the_latest() -> None:
    assert (MIN_TURN_AGE_MS, MIN_TIME_LEFT_MS) == (60_000, 7_200_000)
    assert (mail.POLL_SECONDS, mail.MAX_TURNS_PER_POLL) == (20.0, 50)


async def test_queue_of_confirmations_has_an_end(
    service: MailService, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(mail.MAX_QUEUED_CONFIRMATIONS):
        await service.request_address(ANN, f"a{number}@x.org", "en")
    with pytest.raises(Refused) as refused:
        await service.request_address(ANN, "last@x.org", "en")
    assert refused.value.code == "busy"


def test_request_needs_an_account_and_a_server_of_mails(service: MailService) -> None:
    assert service.validate_address(ANN, "ann@x.org") == "ann@x.org"
    with pytest.raises(Refused, match="expected an account"):
        service.validate_address(Identity("bob", "Bob", "guest"), "bob@x.org")
    service.is_offered = False
    with pytest.raises(NotFound, match="sends no mail"):
        service.validate_address(ANN, "ann@x.org")


@pytest.mark.parametrize(
    "text",
    ["a@b.cd", "a.b+c@mail.example.org", "A_1@x-y.org", "x" * 246 + "@abc.de", "a@b.c-d"],
)
def test_parse_address_takes_plain_ones(text: str) -> None:
    assert parse_address(text) == text


@pytest.mark.parametrize(
    "text",
    [
        *("", "a", "a@b", "@b.cd", "a@b.c", "a@.cd", "a b@c.de", "a@b.cd\n", "a@b@c.de"),
        *("ä@b.cd", "a@b.cd,c@d.ef", "<a@b.cd>", "x" * 248 + "@abc.de"),
    ],
)
def test_parse_address_refuses_others(text: str) -> None:
    with pytest.raises(Refused, match="expected an address"):
        parse_address(text)


def test_compose_of_a_confirmation_has_no_unsubscription() -> None:
    message = SmtpSender("smtp://x", "club@tiles.test").compose("a@b.cd", "Привіт", "Текст\n")
    assert message["List-Unsubscribe"] is None and message["Auto-Submitted"] == "auto-generated"
    assert all(byte < 128 for byte in message.as_bytes()), "seven bits, for every mail server"
    assert message.get_content().strip() == "Текст"
