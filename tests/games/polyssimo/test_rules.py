"""Each rule of Polyssimo Challenge, by its id."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from reference import polyssimo as pc
from tilewright.errors import InvalidOption
from tilewright.game import SPECTATOR, Rules, State
from tilewright.games.polyssimo import GAME
from tilewright.games.polyssimo.board import list_cells, list_pieces
from tilewright.games.polyssimo.pieces import (
    NUM_ORIENTATIONS,
    NUM_PLACEMENTS,
    ORIENTATIONS,
    PIECE_IDS,
    PIECE_INDEX,
    count_board_placements,
)
from tilewright.games.polyssimo.state import ALL_PIECES
from tilewright.games.polyssimo.tables import COLUMNS, NUM_PIECES, PIECES, ROWS
from tilewright.position import Position
from tilewright.records.record import format_record, read_record
from word import word

from .play import COMPILED, drafted, legal, new_state, placements_of, standing, walk

HEXOMINOES = [index for index, piece in enumerate(PIECES) if piece.is_hexomino]
PENTOMINOES = [index for index, piece in enumerate(PIECES) if not piece.is_hexomino]


def draft(state: State, *names: str) -> None:
    for name in names:
        assert PIECE_INDEX[name] in legal(state)
        COMPILED.apply(state, PIECE_INDEX[name])


# --- PC-1 -----------------------------------------------------------------------------------------


def test_pc_1_every_piece_turns_and_flips() -> None:
    """PC-1: 24 pieces in 147 ways, 12,718 placements; each way found by the reference too."""
    assert NUM_ORIENTATIONS == 147
    assert NUM_PLACEMENTS == 12_718
    assert GAME.num_actions == 12_742
    for index, piece in enumerate(PIECES):
        ours = {frozenset(way.cells) for way in ORIENTATIONS if way.piece == index}
        assert ours == pc.orientations(piece)


def test_pc_1_the_pieces_cover_the_board() -> None:
    """PC-1: 132 cells on the pieces, 132 on the board."""
    assert sum(piece.size for piece in PIECES) == ROWS * COLUMNS == 132


def test_pc_1_numbers_of_placements_are_in_reading_order() -> None:
    """PC-1: each piece's placements are the reference's, numbered without a gap."""
    number = NUM_PIECES
    for piece in range(NUM_PIECES):
        actions = sorted(action for action, _ in placements_of(piece).values())
        assert actions == list(range(number, number + count_board_placements(piece)))
        number += len(actions)
    places = [
        list_cells(action) for action in range(NUM_PIECES, NUM_PIECES + count_board_placements(0))
    ]
    way = ORIENTATIONS[0]
    size = (ROWS - way.height + 1) * (COLUMNS - way.width + 1)
    assert places[:size] == sorted(places[:size])


# --- PC-2 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pc_2_the_draft_goes_round_clockwise(players: int) -> None:
    """PC-2: one piece each in turn, seat after seat, until 12, 8 or 6 are with each."""
    state = new_state(players)
    for ply in range(NUM_PIECES):
        assert state["mover"] == ply % players
        assert legal(state) == list_pieces(state["pool"])
        action = legal(state)[ply % 3 if ply < 21 else 0]
        seat = int(state["mover"])
        COMPILED.apply(state, action)
        assert int(state["hands"][seat]) >> action & 1
    assert state["pool"] == 0
    assert [len(list_pieces(hand)) for hand in state["hands"][:players]] == [
        24 // players
    ] * players


def test_pc_2_a_piece_is_taken_once() -> None:
    """PC-2: what is taken is not in the pool any more."""
    state = new_state()
    draft(state, "F", "H12")
    assert PIECE_INDEX["F"] not in legal(state)
    assert PIECE_INDEX["H12"] not in legal(state)
    assert len(legal(state)) == 22


# --- PC-3 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pc_3_placing_begins_with_the_last_drafter_and_goes_back(players: int) -> None:
    """PC-3: the player who took the last piece starts, then anticlockwise."""
    for seed in range(6):
        state = new_state(players, seed, first="random")
        first = int(state["first"])
        state = drafted(players, seed, first="random")
        assert state["mover"] == (first - 1) % players
        for step, (_, after) in enumerate(walk(state, seed), 2):
            if after["out"] or step > 12:
                break
            assert after["mover"] == (first - step) % players


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pc_3_own_pieces_inside_the_board_on_free_cells(players: int) -> None:
    """PC-3: no piece of another, no cell twice, no cell outside."""
    state = drafted(players, 5)
    taken: set[tuple[int, int]] = set()
    while not state["over"]:
        hand = list_pieces(state["hands"][int(state["mover"])])
        actions = legal(state)
        assert actions == sorted(set(actions))
        assert all(action >= NUM_PIECES for action in actions)  # no passing
        expected = {
            action
            for piece in hand
            for cells, (action, _) in placements_of(piece).items()
            if not cells & taken
        }
        assert set(actions) == expected
        action = actions[len(actions) // 2]
        taken.update(list_cells(action))
        COMPILED.apply(state, action)
        assert all(0 <= row < ROWS and 0 <= column < COLUMNS for row, column in taken)


# --- PC-4, PC-5 -----------------------------------------------------------------------------------


def games_with(players: int, wanted: Callable[[State], bool], seeds: int) -> list[State]:
    """Positions along random games, one for each game that has such a one."""
    found = []
    for seed in range(seeds):
        for _, state in walk(drafted(players, seed), seed):
            if wanted(state):
                found.append(state.copy())
                break
    return found


def fitting(state: State, seat: int) -> list[int]:
    taken = {cell for action in state["lies"] if action for cell in list_cells(int(action))}
    return [
        piece
        for piece in list_pieces(state["hands"][seat])
        if any(not cells & taken for cells in placements_of(piece))
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pc_4_out_for_good_and_passed_over(players: int) -> None:
    """PC-4: a seat is out when nothing fits at its turn, and is never to move again."""
    cases = games_with(players, lambda state: bool(state["out"] and not state["over"]), 60)
    assert len(cases) > 10
    for state in cases:
        out = [seat for seat in range(players) if int(state["out"]) >> seat & 1]
        assert all(not fitting(state, seat) for seat in out)
        assert fitting(state, int(state["mover"]))
        for _, after in walk(state.copy(), 1):
            assert all(int(after["out"]) >> seat & 1 for seat in out)
            assert after["over"] or int(after["mover"]) not in out


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pc_4_a_player_may_place_several_times_running(players: int) -> None:
    """PC-4: when all the others are out, the last one in goes on alone."""
    everyone = (1 << players) - 1
    cases = games_with(
        players, lambda s: bin(int(s["out"])).count("1") == players - 1 and not s["over"], 200
    )
    assert cases
    for state in cases:
        mover = int(state["mover"])
        assert int(state["out"]) == everyone ^ 1 << mover
        COMPILED.apply(state, legal(state)[0])
        assert int(state["mover"]) == mover


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pc_5_the_end_and_the_count(players: int) -> None:
    """PC-5: over exactly when no player can place; the score is the cells of the pieces left."""
    for seed in range(60):
        for _, state in walk(drafted(players, seed), seed):
            stuck = not any(fitting(state, seat) for seat in range(players))
            assert bool(state["over"]) == stuck
        assert legal(state) == []
        scores, ranks = standing(state)
        for seat in range(players):
            hand = list_pieces(state["hands"][seat])
            assert scores[seat] == sum(PIECES[piece].size for piece in hand)
        assert ranks[scores.index(min(scores))] == 0 or scores.count(min(scores)) > 1
        assert sorted(ranks) == list(range(players))
    assert GAME.lower_is_better


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pc_5_last_to_place_stays_the_mover(players: int) -> None:
    """No player is to move after the end; the record keeps who placed last."""
    kept_on = 0
    for seed in range(20):
        state = drafted(players, seed, first="random")
        mover = int(state["mover"])
        for _, after in walk(state, seed):
            last, mover = mover, int(after["mover"])
        assert int(state["mover"]) == last
        kept_on += last != (int(state["first"]) - 1) % players
    assert kept_on  # it is not always the same seat


def test_pc_5_a_full_board() -> None:
    """PC-5: no player is left with anything when all pieces are placed; the score may be 0."""
    state = drafted(2, 1)
    state["hands"][:] = 0
    assert standing(state)[0] == [0, 0]


# --- PC-6 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pc_6_ties_go_to_the_last_to_place(players: int) -> None:
    """PC-6: with equal counts the later placement ranks higher, told by the moves themselves."""
    ties = 0
    for seed in range(500):
        state = drafted(players, seed, first="random")
        last, mover = {}, int(state["mover"])
        for _, after in walk(state, seed):
            last[mover], mover = int(after["ply"]), int(after["mover"])
        scores, ranks = standing(state)
        for one in range(players):
            for two in range(players):
                if one != two and scores[one] == scores[two]:
                    ties += 1
                    assert (ranks[one] < ranks[two]) == (last[one] > last[two])
    assert ties > 20


# --- PC-7 -----------------------------------------------------------------------------------------


def test_pc_7_no_pentomino_beyond_reach() -> None:
    """PC-7: with 8 of 12 to be hexominoes, four pentominoes may be drafted, not a fifth."""
    state = new_state(2, handicap="8+,0")
    draft(state, "F", "I", "L", "N", "P", "T", "U", "V")
    assert legal(state) == HEXOMINOES
    draft(state, "H01")
    taken = {PIECE_INDEX[name] for name in ("F", "I", "L", "N", "P", "T", "U", "V", "H01")}
    assert set(legal(state)) == {*HEXOMINOES, *PENTOMINOES} - taken  # the other seat is free


def test_pc_7_all_of_them() -> None:
    """PC-7: twelve of twelve means hexominoes from the first pick on, and none for the other."""
    state = new_state(2, handicap="12+,0")
    assert legal(state) == HEXOMINOES
    draft(state, "H01")
    assert legal(state) == PENTOMINOES
    assert len(legal(new_state(2, handicap="11+,0"))) == 24


def test_pc_7_hexomino_that_another_needs_is_not_taken() -> None:
    """PC-7: seat 0 needs eight of twelve; once the other has four, the rest is seat 0's.

    The minimum used to be asked for only: a seat that shunned hexominoes while the other took them
    ended with four of eight.
    """
    state = new_state(2, handicap="8+,0")
    draft(state, "F", "H01", "I", "H02", "L", "H03", "N", "H04")
    assert legal(state) == HEXOMINOES[4:]
    draft(state, "H05")
    assert set(legal(state)) == set(PENTOMINOES) - {PIECE_INDEX[name] for name in "FILN"}


@pytest.mark.parametrize("rules", [COMPILED, GAME.rules], ids=["compiled", "interpreted"])
@pytest.mark.parametrize(
    "handicap", ["8+,0", "7+,0", "6+,6+", "6+,0,0", "0,5+,6+", "5+,0,0,0", "4+,0,5+,3+"]
)
def test_pc_7_the_number_is_reached_whatever_others_draft(rules: Rules, handicap: str) -> None:
    """PC-7: bound seats shun hexominoes while they may, the others take all they can get."""
    least = [int(part.strip("+")) for part in handicap.split(",")]
    state = new_state(len(least), 3, handicap, "random")
    while state["pool"]:
        moves = legal(state, rules)
        is_bound = least[int(state["mover"])] > 0
        rules.apply(state, moves[0] if is_bound else moves[-1])
    for seat, number in enumerate(least):
        assert sum(piece in HEXOMINOES for piece in list_pieces(state["hands"][seat])) >= number


@pytest.mark.parametrize("handicap", ["7+,0", "8+,4+", "0,5+,6+", "4+,0,5+,0", "3+,3+,3+,3+"])
def test_pc_7_the_number_is_reached_at_random(handicap: str) -> None:
    """PC-7, and there is always something to draft."""
    least = [int(part.strip("+")) for part in handicap.split(",")]
    for seed in range(200):
        state = drafted(len(least), seed, handicap=handicap)
        held = [list_pieces(state["hands"][seat]) for seat in range(len(least))]
        for number, hand in zip(least, held, strict=True):
            assert sum(piece in HEXOMINOES for piece in hand) >= number


@pytest.mark.parametrize("handicap", ["8,5", "8+,5+", "12,1"])
def test_pc_7_what_cannot_be_guaranteed_is_refused(handicap: str) -> None:
    """PC-7: there are twelve hexominoes."""
    with pytest.raises(InvalidOption, match="at most 12 for all seats together; found 13"):
        GAME.parse_options({"handicap": handicap}, 2)


def test_pc_7_what_is_typed_is_guaranteed() -> None:
    """PC-7: the plus tells new records from old ones; it need not be typed."""
    for typed in ("7,0", "7+,0", "7+,0+"):
        values = GAME.parse_options({"handicap": typed}, 2).tolist()
        assert GAME.format_options(values, 2)["handicap"] == "7+,0"
    for wrong in ("+7,0", "7++,0", "+,0", "7+", "13,0"):
        with pytest.raises(InvalidOption, match="handicap"):
            GAME.parse_options({"handicap": wrong}, 2)


# --- PC-7 as it was: asked for, not guaranteed ----------------------------------------------------


def test_handicap_version_1_depends_on_the_pool() -> None:
    """With as many hexominoes in the pool as are wanted, picks to spare are of no help."""
    state = new_state(3, handicap="5,0,0")
    draft(state, "F", "H01", "H02", "I", "H03", "H04", "H05", "H06", "H07")
    # Seat 0 has 1 of 5, five picks, and five hexominoes lie there: one pentomino more is no harm.
    assert set(legal(state)) >= {PIECE_INDEX["L"], PIECE_INDEX["H08"]}
    draft(state, "H08", "H09", "L")
    # 2 of 5, three lie there, four picks.
    assert set(legal(state)) >= {PIECE_INDEX["N"], PIECE_INDEX["H10"]}
    draft(state, "H10", "H11", "N")
    # 3 of 5 with one left there: out of reach in any case, so the hexomino has to be taken.
    assert legal(state) == [PIECE_INDEX["H12"]]


def test_handicap_version_1_ends_without_hexominoes() -> None:
    """Then a seat drafts pentominoes, whatever its number."""
    state = new_state(2, handicap="12,12")
    draft(state, *(f"H{number:02}" for number in range(1, 13)))
    assert legal(state) == PENTOMINOES


OLDER = """\
tilewright: record 1
game: polyssimo
players: 2
options: handicap=8,0 first=random
seed: 5
moves:
  1. F
  2. H01
  3. I
  4. H02
  5. L
  6. H03
  7. N
  8. H04
  9. H05
  10. H06
  11. H07
  12. H08
  13. H09
  14. H10
  15. H11
  16. H12
  17. P
  18. T
  19. U
  20. V
  21. W
  22. X
  23. Y
  24. Z
  25. H06@fgh5,h6,hi7
  26. W@d5,cd6,bc7
  27. H04@egh8,efg9
  28. Y@ijkl10,j11
  29. H08@kl2,jk3,k4,k5
  30. U@bd2,bcd3
  31. H10@k7,kl8,ijk9
  32. H07@bcde4,ce5
  33. V@hij1,h2,h3
  34. F@i3,hi4,ij5
  35. Z@ef1,f2,fg3
  36. P@a9,ab10,ab11
  37. H12@e6,def7,cd8
  38. H09@l5,ijkl6,j7
  39. H01@efgh10,eh11
  40. L@ab5,a6,a7,a8
  41. T@bcd9,c10,c11
result: 22 17
final: 30badc0750bceeef
"""


def test_record_of_an_older_version_replays() -> None:
    """Seat 0 had to draft eight hexominoes and found only four: the other had taken the rest."""
    record = read_record(OLDER)
    start = record.position.after(24)
    assert start.scene()["seats"][0]["must"] == 8
    assert start.scene()["seats"][0]["hexominoes"] == 4
    assert format_record(record.position) == OLDER
    assert Position.from_text(GAME, start.text) == start
    assert "handicap: 8,0\n" in start.text


# --- PC-8 -----------------------------------------------------------------------------------------


def test_pc_8_seat_0_unless_told_otherwise() -> None:
    """PC-8: seat 0 drafts first, whatever the seed."""
    assert {int(new_state(4, seed)["first"]) for seed in range(50)} == {0}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pc_8_a_random_first_player_is_any(players: int) -> None:
    """PC-8: by option any seat may be first, all alike."""
    counts = np.zeros(players)
    for seed in range(3000):
        state = new_state(players, seed, first="random")
        assert state["first"] == state["mover"]
        counts[int(state["first"])] += 1
    expected = counts.sum() / players
    assert ((counts - expected) ** 2 / expected).sum() < 20


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pc_8_a_named_seat_begins(players: int) -> None:
    """PC-8: the seat that the table names."""
    for first in range(players):
        state = new_state(players, first=f"seat-{first}")
        assert int(state["first"]) == int(state["mover"]) == first
    with pytest.raises(InvalidOption, match=f"seat-{players - 1}; found 'seat-{players}'"):
        new_state(players, first=f"seat-{players}")


# --- The record itself ----------------------------------------------------------------------------


def test_state_record_has_no_padding() -> None:
    sizes: list[int] = [GAME.dtype[name].itemsize for name in GAME.dtype.names or ()]
    assert GAME.dtype.itemsize == sum(sizes) == 112


def test_legal_actions_reach_max_legal() -> None:
    state = drafted(2, 1)
    best = sorted(range(NUM_PIECES), key=count_board_placements)[-12:]
    state["hands"][int(state["mover"])] = sum(1 << piece for piece in best)
    state["hands"][1 - int(state["mover"])] = ALL_PIECES ^ sum(1 << piece for piece in best)
    assert len(legal(state)) == GAME.max_legal


@pytest.mark.parametrize("players", [2, 3, 4])
def test_view_hides_only_the_generator(players: int) -> None:
    for seed in range(5):
        for _, state in walk(new_state(players, seed), seed):
            for viewer in (*range(players), SPECTATOR):
                seen, other = state.copy(), state.copy()
                COMPILED.view(seen, viewer)
                other["rng"] = 12345
                COMPILED.view(other, viewer)
                assert seen.tobytes() == other.tobytes()
                assert legal(seen) == legal(state)
                guess = seen.copy()
                COMPILED.determinize(guess, word(77))
                assert guess["rng"] == 77
                again = guess.copy()
                COMPILED.view(again, viewer)
                assert again.tobytes() == seen.tobytes()
                guess["rng"] = state["rng"]
                assert guess.tobytes() == state.tobytes()


def test_game_is_played_from_python() -> None:
    position = Position.new(GAME, 2, 7, {"handicap": "7,0"})
    position.play("H07")
    assert position.mover == 1
    assert PIECE_IDS[int(position.legal_actions[0])] == position.legal_moves[0] == "F"
