"""Was the game played by the rules, and the deal drawn fairly? Checked by anybody, for anybody."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter

from tilewright.errors import TilewrightError
from tilewright.record import read_record
from tilewright.server.http.dependencies import ClientKey, TheServices
from tilewright.server.http.structs import Body, encode, shows
from tilewright.shuffle import Shuffle
from tilewright.verify import check_record, describe_shuffle
from tilewright.wire.records import Claim, ShuffleParts, Verdict

__all__ = ["router"]

router = APIRouter(tags=["verify"])


@router.post("/verify", **shows(Verdict, 403))
async def verify(services: TheServices, client: ClientKey, body: Body[Claim]) -> str:
    """Check a record, or that a deal follows from what was promised before the game."""
    services.admission.checks.take(client)
    try:
        return encode(Verdict(holds=True, lines=await asyncio.to_thread(_check, body)))
    except TilewrightError as error:
        return encode(Verdict(holds=False, lines=[str(error)]))


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
