"""Nova Luna as the rules tell it (NL-1 to NL-18, NLS-1 to NLS-8), with sets and dicts only."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from tilewright.games.nova_luna.tables import (
    MOST_TILES_TO_REFILL,
    NUM_CHOICES,
    NUM_COLOURS,
    NUM_SLOTS,
    SOLO_DISCS_TO_LAY,
    SOLO_PENALTY,
    SOLO_PILES,
    TILES,
    Tile,
)

Slot = int
Seat = int
TileId = int
Place = tuple[int, int]
Area = Mapping[Place, TileId]
Wheel = Sequence[TileId | None]
Task = tuple[TileId, int]  # a tile and the index of one of its tasks

Take = tuple[Literal["take"], Slot, Place]
Refill = tuple[Literal["refill"]]
Finish = tuple[Literal["finish"]]
Move = Take | Refill
SoloMove = Take | Finish

ORIGIN: Place = (0, 0)


def tile(tile_id: TileId) -> Tile:
    """Return the tile of that number; ids count from 1 (NL-1)."""
    return TILES[tile_id - 1]


# The wheel ------------------------------------------------------------------------------------


def clockwise(crescent: Slot) -> list[Slot]:
    """Return the slots in the order in which they follow the crescent, its own left out."""
    return [(crescent + step) % NUM_SLOTS for step in range(1, NUM_SLOTS)]


def takeable(wheel: Wheel, crescent: Slot) -> list[Slot]:
    """Return the slots one may take from, nearest after the crescent first (NL-8)."""
    return [slot for slot in clockwise(crescent) if wheel[slot] is not None][:NUM_CHOICES]


def num_on_wheel(wheel: Wheel) -> int:
    """Return how many tiles lie on the wheel."""
    return sum(tile_id is not None for tile_id in wheel)


def refill_rule(wheel: Wheel, supply: Sequence[TileId]) -> Literal["no", "may", "must"]:
    """Say of a refill at the start of a turn that it is barred, allowed or forced (NL-7)."""
    if not supply or num_on_wheel(wheel) > MOST_TILES_TO_REFILL:
        return "no"
    return "may" if num_on_wheel(wheel) else "must"


def refilled(
    wheel: Wheel, crescent: Slot, supply: Sequence[TileId]
) -> tuple[list[TileId | None], list[TileId]]:
    """Return the wheel after a refill, and what is left of the supply (NL-7)."""
    full, left = list(wheel), list(supply)
    for slot in clockwise(crescent):
        if full[slot] is None and left:
            full[slot] = left.pop(0)
    return full, left


# The area -------------------------------------------------------------------------------------


def neighbours(place: Place) -> set[Place]:
    """Return the four places that share a side with this one; diagonals never count (NL-12)."""
    x, y = place
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}


def open_places(area: Area) -> set[Place]:
    """Return where the next tile may lie (NL-9).

    All places are alike for the first tile, so one stands for them all.
    """
    if not area:
        return {ORIGIN}
    return {place for laid in area for place in neighbours(laid)} - area.keys()


def group_of(area: Area, start: Place) -> set[Place]:
    """Return the side-connected places of one colour around `start`, itself included."""
    colour = tile(area[start]).colour
    group, frontier = {start}, [start]
    while frontier:
        for place in neighbours(frontier.pop()) & area.keys():
            if place not in group and tile(area[place]).colour == colour:
                group.add(place)
                frontier.append(place)
    return group


def helpers(area: Area, place: Place) -> list[int]:
    """Return how many tiles of each colour count for the tasks of the tile at `place` (NL-12,
    NL-13).

    The groups that touch it are put together as one set of places, so that a group touching it on
    two sides counts once; the tile itself is then left out, so that its own group may count.
    """
    counted: set[Place] = set()
    for touching in neighbours(place) & area.keys():
        counted |= group_of(area, touching)
    counted.discard(place)
    colours = [tile(area[other]).colour for other in counted]
    return [colours.count(colour) for colour in range(NUM_COLOURS)]


def fulfilled_tasks(area: Area) -> set[Task]:
    """Return all tasks that the area meets; they do not compete for tiles (NL-12 to NL-14)."""
    return {
        (tile_id, index)
        for place, tile_id in area.items()
        for index, task in enumerate(tile(tile_id).tasks)
        if all(have >= asked for have, asked in zip(helpers(area, place), task, strict=True))
    }


def area_cost(area: Area) -> int:
    """Return the costs of all tiles of the area together (NLS-4, NLS-7)."""
    return sum(tile(tile_id).cost for tile_id in area.values())


# The games ------------------------------------------------------------------------------------


class _Table:
    """Parts shared by the game for several and the solo game: wheel, crescent and supply."""

    def __init__(self, wheel: Wheel, crescent: Slot, supply: Sequence[TileId]) -> None:
        dealt = [tile_id for tile_id in wheel if tile_id is not None] + list(supply)
        assert len(wheel) == NUM_SLOTS, "NL-2: not a wheel"
        assert wheel[crescent] is None, "NL-2: no tile lies under the crescent"
        assert len(dealt) == len(set(dealt)), "NL-1: each tile is there once"
        self.wheel: list[TileId | None] = list(wheel)
        self.crescent = crescent
        self.supply = list(supply)

    def refill(self) -> None:
        """Fill the wheel from the supply (NL-7)."""
        self.wheel, self.supply = refilled(self.wheel, self.crescent, self.supply)

    def takes(self, area: Area) -> set[Take]:
        """Return every tile within reach in every open place (NL-8, NL-9)."""
        slots = takeable(self.wheel, self.crescent)
        return {("take", slot, place) for slot in slots for place in open_places(area)}

    def take(self, slot: Slot) -> TileId:
        """Lift a tile and put the crescent where it lay (NL-10)."""
        tile_id = self.wheel[slot]
        assert tile_id is not None, f"NL-8: slot {slot} is empty"
        self.wheel[slot] = None
        self.crescent = slot
        return tile_id


def cover(covered: set[Task], area: Area, discs: int) -> None:
    """Cover the tasks newly met, as far as `discs` reach (NL-15).

    Which of them go without a disc when discs run out is of no account: the game, or the phase,
    is decided by the number laid.
    """
    covered.update(sorted(fulfilled_tasks(area) - covered)[:discs])


class NovaLuna(_Table):
    """A game of 2 to 4. A forced refill (NL-7) is no move: the turn begins with it done."""

    def __init__(
        self,
        players: int,
        wheel: Wheel,
        crescent: Slot,
        supply: Sequence[TileId],
        discs: int,
        stack: Sequence[Seat],
    ) -> None:
        """Start a game: `discs` to lay for each player (NL-3); `stack` of seats, the top one first
        (NL-4)."""
        super().__init__(wheel, crescent, supply)
        assert sorted(stack) == list(range(players)), "NL-4: one disc of each player"
        self.players = players
        self.areas: list[dict[Place, TileId]] = [{} for _ in range(players)]
        self.covered: list[set[Task]] = [set() for _ in range(players)]
        self.discs = discs
        # Who lies at which distance, top of the stack first. Distances, not spaces: laps count.
        self.track: dict[int, list[Seat]] = {0: list(stack)}
        self._begin_turn()

    def _begin_turn(self) -> None:
        if refill_rule(self.wheel, self.supply) == "must":
            self.refill()

    @property
    def turn_order(self) -> list[Seat]:
        """The seats from the one to move to the one furthest ahead (NL-5)."""
        return [seat for distance in sorted(self.track) for seat in self.track[distance]]

    @property
    def mover(self) -> Seat:
        """Whose turn it is, or would be (NL-5)."""
        return self.turn_order[0]

    @property
    def is_over(self) -> bool:
        """A player has laid all discs (NL-16), or there is nothing to take (NL-17)."""
        return 0 in self.scores() or not (num_on_wheel(self.wheel) or self.supply)

    def legal_moves(self) -> set[Move]:
        """Takes, and the refill where it is allowed (NL-6 to NL-9)."""
        if self.is_over:
            return set()
        moves: set[Move] = set(self.takes(self.areas[self.mover]))
        if refill_rule(self.wheel, self.supply) == "may":
            moves.add(("refill",))
        return moves

    def play(self, move: Move, drawn: None = None) -> None:
        """Play a legal move. Nothing is drawn by chance: the supply's order was dealt."""
        assert move in self.legal_moves(), f"not legal: {move}"
        if move[0] == "refill":
            self.refill()
        else:
            self._take_and_lay(move[1], move[2])

    def _take_and_lay(self, slot: Slot, place: Place) -> None:
        seat, tile_id = self.mover, self.take(slot)
        self.areas[seat][place] = tile_id
        self._advance(tile(tile_id).cost)
        cover(self.covered[seat], self.areas[seat], self.scores()[seat])
        if not self.is_over:
            self._begin_turn()

    def _advance(self, cost: int) -> None:
        """Move the mover's disc; it lands on top of those already there (NL-11)."""
        distance = min(self.track)
        seat = self.track[distance].pop(0)
        if not self.track[distance]:
            del self.track[distance]
        self.track.setdefault(distance + cost, []).insert(0, seat)

    def distance(self, seat: Seat) -> int:
        """Return how far a player's disc has travelled in all (NL-11)."""
        return next(distance for distance, seats in self.track.items() if seat in seats)

    def scores(self) -> list[int]:
        """Discs left, seat by seat (NL-16, NL-17)."""
        return [self.discs - len(covered) for covered in self.covered]

    def ranking(self) -> list[Seat]:
        """Fewest discs first, ties by who would move earlier (NL-18)."""
        left = self.scores()
        return sorted(self.turn_order, key=lambda seat: left[seat])  # stable: keeps turn order


class NovaLunaSolo(_Table):
    """The solo game: two phases, a single wheelful each (NLS-1 to NLS-8)."""

    mover: Seat = 0

    def __init__(self, wheel: Wheel, supply: Sequence[TileId], crescent: Slot = 0) -> None:
        super().__init__(wheel, crescent, supply)
        self.area: dict[Place, TileId] = {}
        self.covered: set[Task] = set()
        self.phase = 1
        self.first_sum = 0
        self._end_phase_one_if_empty()

    @property
    def is_over(self) -> bool:
        """Phase two is over once all discs are laid, or with the wheel empty (NLS-6).

        Laying all of them in phase one does not end the game by itself (NLS-3): the player still
        has to finish, and phase two is then over before it began.
        """
        all_lie = len(self.covered) == SOLO_DISCS_TO_LAY
        return self.phase == 2 and (all_lie or not num_on_wheel(self.wheel))

    def legal_moves(self) -> set[SoloMove]:
        """Takes, and `finish` once the first pile lies (NLS-2, NLS-3)."""
        if self.is_over:
            return set()
        moves: set[SoloMove] = set(self.takes(self.area))
        if self.phase == 1 and len(self.covered) >= SOLO_PILES[0]:
            moves.add(("finish",))
        return moves

    def play(self, move: SoloMove, drawn: None = None) -> None:
        """Play a legal move."""
        assert move in self.legal_moves(), f"not legal: {move}"
        if move[0] == "finish":
            self._end_phase_one()
        else:
            self.area[move[2]] = self.take(move[1])
            cover(self.covered, self.area, SOLO_DISCS_TO_LAY - len(self.covered))
            self._end_phase_one_if_empty()

    def _end_phase_one_if_empty(self) -> None:
        if self.phase == 1 and not num_on_wheel(self.wheel):
            self._end_phase_one()

    def _end_phase_one(self) -> None:
        """Add up (NLS-4), then fill the wheel for the only time (NLS-5)."""
        self.first_sum = area_cost(self.area) + self._penalty(SOLO_PILES[0])
        self.phase = 2
        self.refill()

    def _penalty(self, discs: int) -> int:
        """Ten for each of so many discs that does not lie (NLS-4, NLS-7)."""
        return SOLO_PENALTY * max(0, discs - len(self.covered))

    @property
    def second_sum(self) -> int:
        """The whole area, phase one included, and the missing discs (NLS-7); 0 before phase two."""
        if self.phase == 1:
            return 0
        return area_cost(self.area) + self._penalty(SOLO_DISCS_TO_LAY)

    def scores(self) -> list[int]:
        """Return both sums together; lower is better (NLS-8)."""
        return [self.first_sum + self.second_sum]

    def ranking(self) -> list[Seat]:
        """Return the only seat."""
        return [self.mover]


def area_from(laid: Iterable[tuple[TileId, int, int]]) -> dict[Place, TileId]:
    """Return an area from (tile, x, y), laid in that order as NL-9 demands."""
    area: dict[Place, TileId] = {}
    for tile_id, x, y in laid:
        assert not area or (x, y) in open_places(area), f"NL-9: nothing may lie at {(x, y)}"
        area[x, y] = tile_id
    return area
