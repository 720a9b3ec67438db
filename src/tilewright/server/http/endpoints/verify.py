"""Was the game played by the rules, and the deal drawn fairly? Checked by anybody, for anybody."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter
from pydantic import Field, model_validator

from tilewright.errors import TilewrightError
from tilewright.record import read_record
from tilewright.server.errors import refusals
from tilewright.server.http.dependencies import Body, ClientKey, TheServices
from tilewright.server.http.endpoints.records import RecordText
from tilewright.server.http.fields import Salt
from tilewright.shuffle import Shuffle
from tilewright.verify import check_record, describe_shuffle

__all__ = ["router"]

router = APIRouter(tags=["verify"])

Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Seed = Annotated[str, Field(pattern=r"^(0|[1-9][0-9]{0,19})$", description="A decimal number.")]


class ShuffleParts(Body):
    """What a table shows after the game."""

    secret: Hash
    salts: list[Salt] = Field(min_length=1, max_length=4, description="Seat by seat.")
    seed: Seed


class Claim(Body):
    """What is to be checked: a record, or a shuffle."""

    record: RecordText | None = None
    shuffle: ShuffleParts | None = None
    commitment: Hash | None = Field(
        default=None, description="What was shown before the game; needed for a shuffle."
    )

    @model_validator(mode="after")
    def _names_one(self) -> Claim:
        if (self.record is None) == (self.shuffle is None):
            raise ValueError("expected either a record or a shuffle")
        if self.shuffle is not None and self.commitment is None:
            raise ValueError("expected the commitment of the shuffle")
        return self


class Verdict(Body):
    """Whether it holds, and in words what was checked and what was not."""

    holds: bool
    lines: list[str]


@router.post("/verify", responses=refusals(403))
async def verify(body: Claim, services: TheServices, client: ClientKey) -> Verdict:
    """Check a record, or that a deal follows from what was promised before the game."""
    services.limits.checks.take(client)
    try:
        return Verdict(holds=True, lines=await asyncio.to_thread(_check, body))
    except TilewrightError as error:
        return Verdict(holds=False, lines=[str(error)])


def _check(claim: Claim) -> list[str]:
    if claim.record is not None:
        return check_record(read_record(claim.record), claim.commitment)
    assert claim.shuffle is not None and claim.commitment is not None  # the validator's word
    return _check_shuffle(claim.shuffle, claim.commitment)


def _check_shuffle(parts: ShuffleParts, commitment: str) -> list[str]:
    salts = tuple(bytes.fromhex(salt) for salt in parts.salts)
    shuffle = Shuffle(bytes.fromhex(parts.secret), salts)
    shuffle.check(commitment, int(parts.seed))
    return list(describe_shuffle(shuffle, is_compared=True))
