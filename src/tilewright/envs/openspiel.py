"""Every game as an OpenSpiel game.

>>> import pyspiel, tilewright.envs.openspiel
>>> game = pyspiel.load_game("tilewright_my_shelfie(players=3)")
>>> game.num_players()
3

**Chance.** All chance in a game follows from its seed, so the only chance node is the root: it
draws the deal number, and all later nodes are decisions. This is equivalent to drawing each tile
when it is revealed, because players cannot influence which tile appears, and it stays hidden until
then. Deal n is the game of ``tilewright.new(..., seed=n)``, and a history replays bit for bit.

**Hidden information.** Information states and observations are derived from a seat's view, so they
never contain hidden information. ``resample_from_infostate`` redraws everything that a seat does
not know, including future tiles, so IS-MCTS does not cheat. OpenSpiel's plain MCTS copies the given
state, hidden information included, as it does in all games with imperfect information.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tilewright.envs.numbers import numbers_of
from tilewright.envs.single import SingleGame
from tilewright.errors import InvalidOption
from tilewright.extras import needing
from tilewright.game import Action, Game, Seat
from tilewright.position import Position
from tilewright.registry import GAMES

with needing("openspiel"):
    import pyspiel

__all__ = ["OpenSpielGame", "TableObserver", "TableState", "register_games"]

DEFAULT_DEALS = 10_000
MAX_DEALS = 2**31 - 1
# Upper bound on the plies of any position; actual games are far shorter.
MAX_GAME_LENGTH = 10_000
# Solo scores are far below this.
MAX_SCORE = 10_000.0

TERMS = pyspiel.GameType


def has_secrets(game: Game) -> bool:
    """Return True if a game hides anything from a seat besides the random generator."""
    position = Position.new(game, game.players[0], 1, {})
    seen = position.view(0)
    names = [name for name in game.dtype.names or () if name not in ("rng", "viewer")]
    return any((position.state[name] != seen.state[name]).any() for name in names)


def format_option(text: str) -> str | int:
    """Format an option's value as an OpenSpiel parameter.

    Numbers become ints. Commas become slashes.
    """
    return int(text) if text.isdigit() else text.replace(",", "/")


def parse_option(value: str | int) -> str:
    """Parse an OpenSpiel parameter as an option's value."""
    return str(value).replace("/", ",")


def make_game_type(game: Game) -> pyspiel.GameType:
    """Create OpenSpiel's static description of a game."""
    alone = game.players == (1,)
    secret = has_secrets(game)
    return TERMS(
        short_name=f"tilewright_{game.name.replace('-', '_')}",
        long_name=game.title,
        dynamics=TERMS.Dynamics.SEQUENTIAL,
        chance_mode=TERMS.ChanceMode.EXPLICIT_STOCHASTIC,
        information=TERMS.Information.IMPERFECT_INFORMATION
        if secret
        else TERMS.Information.PERFECT_INFORMATION,
        utility=TERMS.Utility.GENERAL_SUM if alone else TERMS.Utility.ZERO_SUM,
        reward_model=TERMS.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.players[0],
            "deals": DEFAULT_DEALS,
            **{option.name: format_option(option.default) for option in game.options},
        },
    )


def make_game_info(game: Game, players: int, deals: int) -> pyspiel.GameInfo:
    """Create OpenSpiel's description of a game.

    Args:
        game: The game.
        players: Number of players.
        deals: Number of different deals.
    """
    alone = players == 1
    return pyspiel.GameInfo(
        num_distinct_actions=game.num_actions,
        max_chance_outcomes=deals,
        num_players=players,
        min_utility=-MAX_SCORE if alone else -1.0,
        max_utility=MAX_SCORE if alone else 1.0,
        utility_sum=None if alone else 0.0,
        max_game_length=MAX_GAME_LENGTH,
    )


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its number of players and options. Each game has its own subclass."""

    game: Game
    kind: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**self.kind.parameter_specification, **(params or {})}
        options = {option.name: parse_option(given[option.name]) for option in self.game.options}
        self.single = SingleGame(self.game, given["players"], options)
        deals = _validate_num_deals(given["deals"])
        super().__init__(self.kind, make_game_info(self.game, self.single.players, deals), given)

    def new_initial_state(self) -> TableState:
        return TableState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Any = None
    ) -> TableObserver:
        """Create an observer of states. Raises InvalidOption if it is given parameters."""
        if params:
            raise InvalidOption(f"observer: expected no parameters; found {params}")
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        return TableObserver(self.game, recalls)


class TableState(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel: a chance node before the deal, then a position."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.single = game.single.copy()
        self.is_dealt = False

    def current_player(self) -> int:
        """Return the seat to move, or OpenSpiel's id for a chance node or a terminal state."""
        if not self.is_dealt:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if self.single.is_over else self.single.mover

    def is_terminal(self) -> bool:
        return self.is_dealt and self.single.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return all deals with their equal probabilities."""
        deals = self.get_game().max_chance_outcomes()
        return [(deal, 1.0 / deals) for deal in range(deals)]

    def _legal_actions(self, player: Seat) -> list[Action]:
        return self.single.legal_actions

    def _apply_action(self, action: Action) -> None:
        """Play an action. At the chance node, deal the game number `action`."""
        if self.is_dealt:
            self.single.play(action)
        else:
            self.single.deal(self._validate_deal(action))
            self.is_dealt = True

    def _validate_deal(self, deal: int) -> int:
        """Return `deal`. Raises InvalidOption unless it is one of ``chance_outcomes``."""
        deals = self.get_game().max_chance_outcomes()
        if not 0 <= deal < deals:
            raise InvalidOption(f"deal: expected 0 to {deals - 1}; found {deal}")
        return deal

    def returns(self) -> list[float]:
        return self.single.rewards[: self.single.players].tolist()

    def _action_to_string(self, player: int, action: Action) -> str:
        """Format an action in the game's notation. At the chance node, format the deal."""
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.single.game.notation.format_move(self.single.state, action)

    def resample_from_infostate(self, player: Seat, sampler: Callable[[], float]) -> TableState:
        """Return a random state that is equal to this one in the eyes of `player`."""
        guess: TableState = self.clone()
        guess.single.guess(player, int(sampler() * 2**53))
        return guess

    def __str__(self) -> str:
        return str(self.single.position()) if self.is_dealt else "to be dealt"


class TableObserver:
    """Observes a player's view, with perfect recall also all moves so far, which are public.

    Together they include everything that was ever visible: each revealed tile is still where it
    appeared, or where a move put it.
    """

    def __init__(self, game: Game, recalls: bool) -> None:
        numbers = numbers_of(game)
        self.recalls = recalls
        self.tensor = None if recalls else np.zeros(numbers.size, dtype=np.float32)
        self.dict = {} if self.tensor is None else numbers.split(self.tensor)

    def set_from(self, state: TableState, player: Seat) -> None:
        """Write a player's observation of a state to the tensor.

        Raises:
            InvalidOption: The observer has perfect recall: moves fit no tensor of a fixed size.
        """
        if self.tensor is None:
            raise InvalidOption(
                f"{state.single.game.name} has no information state tensor: "
                "use observation_tensor, or information_state_string"
            )
        self.tensor[:] = state.single.observe(player) if state.is_dealt else 0

    def string_from(self, state: TableState, player: Seat) -> str:
        """Return a player's view as text.

        With perfect recall, return the whole information state.
        """
        if not state.is_dealt:
            return "to be dealt"
        if not self.recalls:
            return str(state.single.position().view(player))
        moves = " ".join(map(str, state.history()[1:]))
        return f"seat {player} moves {moves} sees {state.single.observe_words(player).hex()}"


def _validate_num_deals(deals: int) -> int:
    """Return `deals`. Raises InvalidOption if it is out of range."""
    if not 1 <= deals <= MAX_DEALS:
        raise InvalidOption(f"deals: expected 1 to {MAX_DEALS}; found {deals}")
    return deals


def make_game_class(game: Game) -> type[OpenSpielGame]:
    """Create the subclass of ``OpenSpielGame`` for a game.

    A factory function would not do: OpenSpiel releases the class after the interpreter has exited.
    """
    return type(game.title, (OpenSpielGame,), {"game": game, "kind": make_game_type(game)})


def register_games() -> None:
    """Register all games with OpenSpiel that are not registered yet."""
    known = set(pyspiel.registered_names())
    for made in (make_game_class(game) for game in GAMES.values() if game.observation is not None):
        if made.kind.short_name not in known:
            pyspiel.register_game(made.kind, made)


register_games()
