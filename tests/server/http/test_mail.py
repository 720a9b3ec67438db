"""Turn notifications against an SMTP server: confirmation, one mail per turn, unsubscription."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from browser import Browser, Server, code_of
from mail_box import MailBox, mail_box
from table_play import SETTINGS, be_here, look, move, mover, open_table
from tilewright.server import mail
from tilewright.server.http.dependencies import Services
from tilewright.server.mail import TEMPLATES
from tilewright.server.ratelimit.limits import Rate
from waiting import wait_until_async

DAYS = {"kind": "move", "time": 2 * 24 * 3600_000}
CLUB = "https://tiles.test"


@pytest.fixture
def box() -> Iterator[MailBox]:
    with mail_box() as box:
        yield box


@pytest.fixture
def server(tmp_path: Path, box: MailBox, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(mail, "MIN_TURN_AGE_MS", 0)
    settings = replace(
        SETTINGS,
        data=tmp_path,
        public_url=CLUB,
        mail_server=box.url,
        mail_from="Tiles Club <tiles@tiles.test>",
    )
    with Server(settings) as server:
        server.services.quotas.mails.rate = Rate(1000, 1000)
        yield server


def until(server: Server, is_so: Callable[[], bool]) -> None:
    """Let the server work until a condition holds."""
    server.run(wait_until_async("a mail", is_so))


def ask(who: Browser, box: MailBox, address: str = "ada@example.org", language: str = "en") -> str:
    """Request an address; return the token of its confirmation mail."""
    before = len(box.mails)
    body = {"address": address, "language": language}
    who.put("/people/me/mail", json=body).raise_for_status()
    until(who.server, lambda: len(box.mails) > before)
    return box.mails[-1].get_content().partition("/mail#confirm=")[2].split()[0]


def subscribe(who: Browser, box: MailBox, **how: str) -> str:
    token = ask(who, box, **how)
    stranger = who.server.browser()
    assert stranger.post(f"/mail/{token}/confirm").status_code == 204
    box.mails.clear()
    return token


def tell(server: Server) -> None:
    server.run(server.services.mail.send_due_notifications())


def later(services: Services, ms: int, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = services.tables.time.now
    monkeypatch.setattr(services.tables.time, "now", lambda: clock() + ms)


def address_of(who: Browser) -> str:
    return f"{who.id[:8]}@example.org"


def at_turn(people: list[Browser], **terms: Any) -> tuple[Browser, str]:
    """Return the player to move and the table of a running game without present players."""
    host, other = people
    table = open_table(host, **{"clock": DAYS} | terms)["info"]["id"]
    other.post(f"/tables/{table}/seats", json={}).raise_for_status()
    host.post(f"/tables/{table}/start", json={}).raise_for_status()
    return mover(people, table), table


def test_address_unconfirmed_gets_no_notification(
    server: Server, box: MailBox, ada: Browser, bob: Browser
) -> None:
    token = ask(ada, box)
    (mail,) = box.mails
    assert (mail["To"], mail["From"]) == ("ada@example.org", "Tiles Club <tiles@tiles.test>")
    assert f"{CLUB}/mail#confirm={token}" in mail.get_content()
    assert ada.get("/people/me/mail").json() == {
        "is_offered": True,
        "address": "ada@example.org",
        "is_confirmed": False,
    }
    at_turn([ada, bob])
    tell(server)
    assert len(box.mails) == 1
    server.browser().post(f"/mail/{token}/confirm").raise_for_status()
    assert ada.get("/people/me/mail").json()["is_confirmed"]


def test_send_due_mails_notifies_once_per_turn(
    server: Server, box: MailBox, ada: Browser, bea: Browser
) -> None:
    for who in (ada, bea):
        subscribe(who, box, address=address_of(who))
    first, table = at_turn([ada, bea])
    other = bea if first is ada else ada
    for who, count in ((first, 1), (first, 1)):
        tell(server)
        assert len(box.mails) == count
        assert box.mails[-1]["To"] == address_of(who)
    assert f"{CLUB}/t/{table}" in box.mails[-1].get_content()
    move(first, table).raise_for_status()
    tell(server)
    tell(server)
    assert [mail["To"] for mail in box.mails[1:]] == [address_of(other)]


def test_send_due_mails_by_several_processes_sends_one_mail(
    server: Server, box: MailBox, ada: Browser, bea: Browser
) -> None:
    """The processes of one server poll at the same time."""
    for who in (ada, bea):
        subscribe(who, box)
    at_turn([ada, bea])

    async def look_together() -> None:
        await asyncio.gather(*(server.services.mail.send_due_notifications() for _ in range(4)))

    server.run(look_together())
    assert len(box.mails) == 1


def test_send_due_mails_skips_players_who_are_present(
    server: Server, box: MailBox, ada: Browser, bea: Browser
) -> None:
    for who in (ada, bea):
        subscribe(who, box)
    first, table = at_turn([ada, bea])
    be_here(first, table)
    _, quick = at_turn([ada, bea], clock={"kind": "game", "time": 1_800_000})
    _, free = at_turn([ada, bea], clock={"kind": "none"})
    tell(server)
    assert box.mails == []
    assert {look(ada, one)["info"]["status"] for one in (table, quick, free)} == {"running"}


def test_send_due_mails_skips_turns_of_the_first_minute(
    server: Server,
    box: MailBox,
    ada: Browser,
    bea: Browser,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(mail, "MIN_TURN_AGE_MS", 60_000)
    for who in (ada, bea):
        subscribe(who, box)
    at_turn([ada, bea])
    tell(server)
    assert box.mails == []
    later(server.services, 60_000, monkeypatch)
    tell(server)
    assert len(box.mails) == 1


@pytest.mark.parametrize("answers", [{"RCPT": "450 later"}, {"DATA": "451 no"}, {".": "452 full"}])
def test_send_due_mails_retries_a_refused_mail(
    server: Server,
    box: MailBox,
    ada: Browser,
    bea: Browser,
    answers: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for who in (ada, bea):
        subscribe(who, box)
    first, table = at_turn([ada, bea])
    box.answers |= answers
    tell(server)
    assert move(first, table).status_code == 200, "a move does not wait for the mail"
    tell(server)
    box.answers.clear()
    box.mails.clear()
    tell(server)
    assert box.mails == [], "not at once"
    later(server.services, mail.RETRY_DELAYS_MS[0], monkeypatch)
    tell(server)
    assert len(box.mails) == 1


def test_send_due_mails_gives_up_after_all_retries(
    server: Server, box: MailBox, ada: Browser, bea: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    for who in (ada, bea):
        subscribe(who, box)
    at_turn([ada, bea], clock={"kind": "move", "time": 20 * 24 * 3600_000})
    box.answers["RCPT"] = "550 nobody"
    tries = 1 + len(mail.RETRY_DELAYS_MS)
    for _ in range(tries + 2):
        tell(server)
        later(server.services, 24 * 3600_000, monkeypatch)
    assert sum(line.upper().startswith("RCPT") for line in box.commands) == 2 + tries


def test_send_due_mails_does_not_repeat_a_mail_that_may_have_arrived(
    server: Server, box: MailBox, ada: Browser, bea: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    for who in (ada, bea):
        subscribe(who, box)
    at_turn([ada, bea])
    box.answers["."] = "hang up"
    tell(server)
    later(server.services, mail.RETRY_DELAYS_MS[0], monkeypatch)
    tell(server)
    assert len(box.mails) == 1


def test_mail_waits_while_presence_is_unknown(
    server: Server, box: MailBox, ada: Browser, bea: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other processes are not heard of: the player may be at the table there."""
    for who in (ada, bea):
        subscribe(who, box)
    at_turn([ada, bea])

    async def unknown(table: str) -> None:
        return None

    with monkeypatch.context() as outage:
        outage.setattr(server.services.tables.presence, "find_people", unknown)
        tell(server)
    assert box.mails == []
    tell(server)
    assert len(box.mails) == 1


def test_mail_server_that_refuses_is_asked_once_per_poll(
    server: Server, box: MailBox, ada: Browser, bea: Browser
) -> None:
    for who in (ada, bea):
        subscribe(who, box)
    for _ in range(3):
        at_turn([ada, bea])
    box.answers["RCPT"] = "450 later"
    box.commands.clear()
    tell(server)
    assert sum(command.upper().startswith("RCPT") for command in box.commands) == 1
    del box.answers["RCPT"]
    tell(server)
    assert len(box.mails) == 2, "the others; the first is tried again later"


def test_mail_one_click_unsubscribe_needs_no_session(
    server: Server, box: MailBox, ada: Browser, bea: Browser
) -> None:
    for who in (ada, bea):
        subscribe(who, box)
    first, table = at_turn([ada, bea])
    tell(server)
    (mail,) = box.mails
    button = mail["List-Unsubscribe"].strip("<>")
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert f"{CLUB}/mail#stop={button.split('/')[-2]}" in mail.get_content()
    program = server.program()
    path = button.removeprefix(f"{CLUB}/api/v1")
    for _ in range(2):
        answer = program.post(path, data={"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 204
    assert first.get("/people/me/mail").json()["address"] is None
    assert look(first, table)["info"]["status"] == "running"


@pytest.mark.parametrize("language", [*TEMPLATES, "fr"])
def test_mails_use_the_language_of_the_page(
    server: Server, box: MailBox, ada: Browser, bea: Browser, language: str
) -> None:
    for who in (ada, bea):
        subscribe(who, box, language=language)
    at_turn([ada, bea])
    tell(server)
    words = TEMPLATES.get(language, TEMPLATES["en"])["turn"]
    (mail,) = box.mails
    assert mail["Subject"] == words.subject.format(game="Toy")
    assert mail.get_content().startswith(words.text.partition("{")[0])


def test_address_is_deleted_with_its_account(server: Server, box: MailBox, ada: Browser) -> None:
    token = subscribe(ada, box)
    assert ada.get("/people/me/data").json()["mail"] == "ada@example.org"
    ada.post("/people/me/deletion", json={"password": "correct horse"}).raise_for_status()
    answer = server.browser().post(f"/mail/{token}/confirm")
    assert code_of(answer) == (404, "not_found")


def test_address_can_be_replaced_and_removed(server: Server, box: MailBox, ada: Browser) -> None:
    old = subscribe(ada, box)
    ask(ada, box, "new@example.org")
    assert not ada.get("/people/me/mail").json()["is_confirmed"]
    assert code_of(ada.post(f"/mail/{old}/confirm")) == (404, "not_found")
    assert ada.delete("/people/me/mail").status_code == 204
    assert ada.get("/people/me/mail").json()["address"] is None


def test_confirm_refuses_old_links(
    server: Server, box: MailBox, ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = ask(ada, box)
    later(server.services, mail.CONFIRM_WITHIN_MS + 1, monkeypatch)
    assert code_of(ada.post(f"/mail/{token}/confirm")) == (404, "not_found")
    tell(server)
    assert ada.get("/people/me/mail").json()["address"] is None, "and the address is forgotten"


@pytest.mark.parametrize(
    "address",
    [
        *("ada", "ada@home", "@example.org", "a b@example.org", "ада@example.org"),
        *('"ada"@example.org', "<ada@example.org>", f"{'a' * 250}@example.org"),
        "ada@example.org\nBcc: eve@example.org",
    ],
)
def test_set_address_refuses_invalid_addresses(ada: Browser, box: MailBox, address: str) -> None:
    answer = ada.put("/people/me/mail", json={"address": address})
    assert code_of(answer) == (422, "invalid_address")


def test_confirmation_mails_are_rate_limited(server: Server, box: MailBox, ada: Browser) -> None:
    server.services.quotas.mails.rate = Rate(2, 0.0001)
    bea, cem = server.account("bea"), server.account("cem")
    browsers = (ada, bea, cem)
    for number, who in enumerate(browsers):
        who.client._transport.client = (f"192.0.2.{number}", 1)  # type: ignore[attr-defined]
    answers = [who.put("/people/me/mail", json={"address": "Eve@example.org"}) for who in browsers]
    assert [answer.status_code for answer in answers] == [200, 200, 429]


def test_confirmation_mail_refused_does_not_count_against_the_limit(
    server: Server, box: MailBox, ann: Browser, ada: Browser
) -> None:
    # A guest, to whom no mail is sent, used up the five mails a day of any address.
    server.services.quotas.mails.rate = Rate(1, 0.0001)
    body = {"address": "ada@example.org"}
    for _ in range(3):
        assert code_of(ann.put("/people/me/mail", json=body)) == (403, "forbidden")
        answer = ada.put("/people/me/mail", json={"address": "ada@home"})
        assert code_of(answer) == (422, "invalid_address")
    assert ada.put("/people/me/mail", json=body).status_code == 200


def test_full_confirmation_queue_answers_with_retry_seconds(
    server: Server, ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The refusal contains the seconds after which to retry."""
    full: asyncio.Queue[object] = asyncio.Queue(1)
    full.put_nowait(None)
    monkeypatch.setattr(server.services.mail, "_confirmations", full)
    refused = ada.put("/people/me/mail", json={"address": "ada@example.org", "language": "en"})
    assert code_of(refused) == (503, "busy")
    assert refused.json()["params"] == {"seconds": int(refused.headers["retry-after"])}


def test_mail_needs_an_account_and_a_mail_server(
    server: Server, box: MailBox, ann: Browser, tmp_path: Path
) -> None:
    body = {"address": "ann@example.org"}
    assert code_of(ann.put("/people/me/mail", json=body)) == (403, "forbidden")
    with Server(replace(SETTINGS, data=tmp_path / "other")) as plain:
        ada = plain.account("ada")
        assert ada.get("/people/me/mail").json()["is_offered"] is False
        assert code_of(ada.put("/people/me/mail", json=body)) == (404, "not_found")


def test_mail_logs_contain_no_address_and_no_token(
    server: Server, box: MailBox, ada: Browser, bea: Browser, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    tokens = [subscribe(who, box) for who in (ada, bea)]
    at_turn([ada, bea])
    box.answers["RCPT"] = "550 ada@example.org is nobody here"
    tell(server)
    lines = [str(vars(record)) for record in caplog.records if record.name.startswith("tilewright")]
    assert any("a turn was not told" in line for line in lines)
    assert not any(word in line for line in lines for word in ("ada@example.org", *tokens))
