"""Records that people bring along, and shuffles that any reader can check."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import pytest

import tilewright as tw
from browser import Browser, Server, code_of
from table_play import open_table, play_out, start_table
from tilewright.server.ratelimit.limits import Rate


def record_text() -> str:
    """Return a short game of the toy, played to its end."""
    position = tw.new("toy", seed=3)
    while not position.is_over:
        position.play(position.legal_moves[0])
    return tw.dump(position, ["ann", "bob"])


def keep(who: Browser, text: str | None = None) -> str:
    answer = who.post("/records", json={"text": text or record_text()})
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


# --- Keeping ------------------------------------------------------------------------------------


def test_record_is_stored_and_shown(server: Server, ann: Browser) -> None:
    name, text = keep(ann), record_text()
    shown = server.program().get(f"/records/{name}").raise_for_status().json()
    assert (shown["game"], shown["players"], shown["text"]) == ("toy", 2, text)
    assert (shown["seats"], sorted(shown["places"])) == (["ann", "bob"], [1, 2])
    assert shown["plies"] == len(tw.load(text).moves)


def test_record_sent_twice_is_stored_once(ann: Browser, bob: Browser) -> None:
    """A person who pressed twice, or lost the answer and sent it again, had two of them."""
    assert keep(ann) == keep(ann) != keep(bob)
    assert len(ann.get("/me/records").json()["records"]) == 1


def test_record_is_stored_without_padding(ann: Browser) -> None:
    """A record of 741 bytes was padded to a megabyte, 200 times an hour: each was another one."""
    text = record_text()
    padding = ("#" + " " * 1_900 + "\n") * 520
    names = {keep(ann, f"{text}# {number:08}\n{padding}") for number in range(3)}
    shown = [ann.get(f"/records/{name}").json()["text"] for name in names]
    assert len(names) == 3  # a remark is the owner's: as many as fit are kept
    assert all(kept.endswith(text) and len(kept) <= len(text) + 1_000 for kept in shown)
    assert keep(ann, text.replace("\n", "  \n") + "\n\n") == keep(ann, text)


def test_record_comments_come_first(ann: Browser) -> None:
    """The page marks a game of a device by the first line of its record."""
    text = record_text()
    name = keep(ann, f"# one\n{text}# two\n")
    assert ann.get(f"/records/{name}").json()["text"] == f"# one\n# two\n{text}"


def test_records_are_limited_in_bytes_per_person(
    ann: Browser, bob: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = record_text()
    limit = "tilewright.server.http.routers.history.MAX_RECORD_BYTES"
    monkeypatch.setattr(limit, len(text) + 10)
    name = keep(ann)
    assert keep(ann) == name
    refused = ann.post("/records", json={"text": f"# again\n{text}"})
    assert code_of(refused) == (409, "records_full")
    keep(bob)
    ann.delete(f"/records/{name}").raise_for_status()
    keep(ann, f"# again\n{text}")


def test_own_data_has_all_records_and_tables(
    server: Server, ann: Browser, bob: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was read into memory as a whole, up to 10,000 records, and counted by no limit."""
    monkeypatch.setattr("tilewright.server.http.routers.people.RECORDS_PER_READ", 2)
    monkeypatch.setattr("tilewright.server.http.routers.people.TABLES_PER_READ", 2)
    empty = ann.get("/people/me/data").raise_for_status().json()
    assert empty["tables"] == empty["records"] == [] and empty["person"]["name"] == "Ann"
    names = {keep(ann, f"# {number}\n{record_text()}") for number in range(5)}
    tables = {start_table(ann, bob) for _ in range(3)}
    keep(bob)
    told = ann.get("/people/me/data").raise_for_status()
    assert told.headers["content-type"] == "application/json"
    assert {one["id"] for one in told.json()["records"]} == names
    assert {one["id"] for one in told.json()["tables"]} == tables
    server.services.quotas.studies.rate = Rate(100, 0.001)
    ann.get("/people/me/data").raise_for_status()
    assert code_of(ann.get("/people/me/data")) == (429, "too_many_requests")


def test_record_of_an_unfinished_game_has_no_places(ann: Browser) -> None:
    name = keep(ann, tw.dump(tw.new("toy", seed=3)))
    shown = ann.get(f"/records/{name}").json()
    assert (shown["scores"], shown["places"], shown["plies"]) == (None, None, 0)


@pytest.mark.parametrize(
    "text, refusal",
    [
        ("", (422, "invalid_request")),
        ("hello", (422, "invalid_text")),
        ("tilewright: record 1\ngame: chess\n", (404, "unknown_game")),
        ("\x00", (422, "invalid_text")),
        ("\ud800", (422, "invalid_request")),
        ("x" * 1_000_001, (422, "invalid_request")),
    ],
)
def test_record_with_invalid_text_is_refused(
    ann: Browser, text: str, refusal: tuple[int, str]
) -> None:
    body = '{"text": ' + ascii_json(text) + "}"
    answer = ann.post("/records", content=body, headers={"Content-Type": "application/json"})
    assert code_of(answer) == refusal
    assert ann.get("/me/records").json()["records"] == []


def ascii_json(text: str) -> str:
    return (
        '"'
        + "".join(f"\\u{ord(sign):04x}" if sign < " " or sign > "~" else sign for sign in text)
        + '"'
    )


def test_record_with_illegal_moves_is_refused(ann: Browser) -> None:
    text = record_text().replace("1. take 1", "1. take 3")
    answer = ann.post("/records", json={"text": text})
    assert code_of(answer) == (422, "invalid_text")
    assert "line" in answer.json()["message"]


def test_record_that_is_too_long_is_refused(ann: Browser) -> None:
    answer = ann.post("/records", json={"text": "x" * 3_000_000})
    assert code_of(answer) == (413, "too_large")


def test_record_uploads_are_rate_limited(server: Server, ann: Browser) -> None:
    limiter = server.services.quotas.records.persons
    limiter.rate = Rate(1, 0.001)
    keep(ann)
    refused = ann.post("/records", json={"text": record_text()})
    assert code_of(refused) == (429, "too_many_requests")


def test_deletion_of_an_account_deletes_its_records(server: Server, ada: Browser) -> None:
    """They stayed, with the names in them, and could not be deleted any more."""
    name = keep(ada)
    ada.post("/people/me/deletion", json={"password": "correct horse"}).raise_for_status()
    assert code_of(server.program().get(f"/records/{name}")) == (404, "not_found")


# --- Finding ------------------------------------------------------------------------------------


def test_records_of_a_person_are_paged(ann: Browser, bob: Browser) -> None:
    names = {keep(ann, f"# {number}\n{record_text()}") for number in range(3)}
    keep(bob)
    first = ann.get("/me/records?limit=2").json()
    second = ann.get("/me/records", params={"limit": 2, "before": first["next"]}).json()
    found = [record["id"] for record in first["records"] + second["records"]]
    assert len(found) == 3 and set(found) == names and second["next"] is None


def test_record_is_deleted_by_its_owner_only(server: Server, ann: Browser, bob: Browser) -> None:
    name = keep(ann)
    assert code_of(server.program().delete(f"/records/{name}")) == (401, "not_signed_in")
    assert code_of(bob.delete(f"/records/{name}")) == (404, "not_found")
    assert ann.delete(f"/records/{name}").status_code == 204
    assert code_of(ann.get(f"/records/{name}")) == (404, "not_found")


@pytest.mark.parametrize("path", ["/me/records", "/me/tables"])
def test_records_need_a_session(server: Server, path: str) -> None:
    assert code_of(server.program().get(path)) == (401, "not_signed_in")


# --- Replaying ----------------------------------------------------------------------------------


def test_record_is_replayed_by_ply(server: Server, ann: Browser) -> None:
    name, game = keep(ann), tw.load(record_text())
    for number in range(len(game.moves) + 1):
        shown = server.program().get(f"/records/{name}/plies/{number}").json()
        assert shown["position"] == str(game.after(number))
    seen = ann.get(f"/records/{name}/plies/1?seat=1").json()
    assert seen["position"] == str(game.after(1).view(1))
    assert code_of(ann.get(f"/records/{name}/plies/99")) == (422, "invalid_option")
    assert code_of(ann.get("/records/none/plies/0")) == (404, "not_found")


def test_record_is_returned_as_data(server: Server, ann: Browser) -> None:
    game = tw.new("my-shelfie", players=2, seed=3)
    for _ in range(3):
        game.play(game.legal_moves[0])
    name = keep(ann, tw.dump(game))
    shown = server.program().get(f"/records/{name}/plies/1?scene=true").json()
    assert shown["scene"] == game.after(1).scene()
    told = server.program().get(f"/records/{name}/story").json()
    assert (told["first"], told["plies"]) == (0, 3)
    assert told["played"][1]["effect"] == shown["effect"]
    assert [one["move"] for one in told["played"]] == game.moves
    seen = ann.get(f"/records/{name}/story?seat=0").json()["played"]
    mine = [one["seat"] == 0 for one in seen]
    assert [one["effect"]["matches"] is not None for one in seen] == mine
    assert code_of(ann.get(f"/records/{name}/story?seat=3")) == (422, "invalid_option")
    assert code_of(ann.get("/records/none/story")) == (404, "not_found")


# --- Verifying ----------------------------------------------------------------------------------


@pytest.fixture
def finished(ann: Browser, bob: Browser) -> dict[str, Any]:
    """A table after its game, and its record."""
    table = start_table(ann, bob)
    shown = play_out(table, ann, bob)
    return shown["info"] | {"record": ann.get(f"/tables/{table}/record").text}


def verify(server: Server, **claim: Any) -> dict[str, Any]:
    return server.program().post("/verify", json=claim).raise_for_status().json()


def test_verify_accepts_the_record_of_a_table(server: Server, finished: dict[str, Any]) -> None:
    commitment = finished["commitment"]
    verdict = verify(server, record=finished["record"], commitment=commitment)
    assert verdict["holds"]
    assert any(commitment in line for line in verdict["lines"])


def test_verify_accepts_the_parts_of_a_shuffle(server: Server, finished: dict[str, Any]) -> None:
    shuffle, commitment = finished["shuffle"], finished["commitment"]
    assert verify(server, shuffle=shuffle, commitment=commitment)["holds"]


def test_verify_explains_a_mismatch(server: Server, finished: dict[str, Any]) -> None:
    shuffle, commitment = finished["shuffle"], finished["commitment"]
    other = "0" * 64
    for claim, word in (
        ({"shuffle": shuffle, "commitment": other}, "announced"),
        ({"shuffle": shuffle | {"seed": "7"}, "commitment": commitment}, "seed"),
        ({"shuffle": shuffle | {"salts": ["", "00"]}, "commitment": commitment}, "seed"),
        ({"record": finished["record"], "commitment": other}, "commitment"),
        ({"record": finished["record"].replace("seed: ", "seed: 1")}, ""),
        ({"record": "hello"}, "expected"),
    ):
        verdict = verify(server, **claim)
        assert not verdict["holds"]
        assert word in verdict["lines"][0]


def test_verify_requests_are_rate_limited(server: Server) -> None:
    server.services.quotas.checks.rate = Rate(1, 0.001)
    verify(server, record="hello")
    refused = server.program().post("/verify", json={"record": "hello"})
    assert code_of(refused) == (429, "too_many_requests")


@pytest.mark.parametrize(
    "claim",
    [
        {},
        {"record": "x", "shuffle": {"secret": "0" * 64, "salts": [""], "seed": "1"}},
        {"shuffle": {"secret": "0" * 64, "salts": [""], "seed": "1"}},
        {"shuffle": {"secret": "0" * 63, "salts": [""], "seed": "1"}, "commitment": "0" * 64},
        {"shuffle": {"secret": "0" * 64, "salts": [""], "seed": 1}, "commitment": "0" * 64},
        {"shuffle": {"secret": "0" * 64, "salts": [], "seed": "1"}, "commitment": "0" * 64},
    ],
)
def test_verify_with_incomplete_parts_is_refused(server: Server, claim: dict[str, Any]) -> None:
    assert code_of(server.program().post("/verify", json=claim)) == (422, "invalid_request")


def test_export_has_all_games_in_one_file(ann: Browser, bob: Browser) -> None:
    played = [start_table(ann, bob) for _ in range(2)]
    for table in played:
        play_out(table, ann, bob)
    start_table(ann, bob)  # one that goes on is no record
    open_table(ann)
    answer = ann.get("/me/games.zip").raise_for_status()
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        texts = {archive.read(name).decode() for name in archive.namelist()}
    assert texts == {ann.get(f"/tables/{table}/record").text for table in played}


def test_export_without_games_is_empty(ann: Browser) -> None:
    answer = ann.get("/me/games.zip").raise_for_status()
    assert zipfile.ZipFile(io.BytesIO(answer.content)).namelist() == []
