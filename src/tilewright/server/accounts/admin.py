"""Administrator's commands on accounts: reset a password, delete an account."""

from __future__ import annotations

import secrets

from tilewright.errors import TilewrightError
from tilewright.server.accounts import sessions
from tilewright.server.accounts.names import login_key
from tilewright.server.accounts.passwords import argon2id, normal_form
from tilewright.server.storage import people as store
from tilewright.server.storage.database import Database, Transaction

__all__ = ["find_owner", "remove_person", "reset_password"]


def find_owner(database: Database, login: str) -> str:
    """Return the person who logs in by this name.

    Raises:
        TilewrightError: No account has this login.
    """
    key = login_key(login) or ""
    account = database.submit_read(lambda tx: store.find_account(tx, key)).result()
    if account is None:
        raise TilewrightError(
            f"no account has login {login[:40]!r}: people choose one when they register"
        )
    return account.person


def reset_password(database: Database, login: str) -> str:
    """Set and return a new random password; all sessions and tokens of the account end."""
    person, password = find_owner(database, login), secrets.token_urlsafe(9)
    hashed = argon2id().hash(normal_form(password))

    def work(tx: Transaction) -> None:
        sessions.end_all(tx, person)
        store.set_password(tx, person, hashed)

    database.submit_write(work).result()
    return password


def remove_person(database: Database, login: str) -> None:
    """Delete an account, as its owner could."""
    person = find_owner(database, login)

    def work(tx: Transaction) -> None:
        sessions.end_all(tx, person)
        store.anonymize(tx, person)

    database.submit_write(work).result()
