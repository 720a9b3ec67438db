"""``tilewright judge``: rule questions about a real table."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer

from tilewright.cli.help import ExampleCommand
from tilewright.cli.options import GameName
from tilewright.errors import IllegalMove, InvalidOption
from tilewright.game import Game, Question
from tilewright.position import Position
from tilewright.record import read_text
from tilewright.registry import GAMES, get_game
from tilewright.text import parse_json

__all__ = ["JudgeCommand", "judge"]

MAX_INPUT = 2_000_000


class JudgeCommand(ExampleCommand):
    """Every game brings questions of its own: an option each, named in the help."""

    settings: ClassVar[dict[str, Any]] = {
        "context_settings": {"allow_extra_args": True, "ignore_unknown_options": True}
    }

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        asked = [
            (f"{game.name} --{question.name} FILE", question.help)
            for game in GAMES.values()
            for question in game.questions
        ]
        with formatter.section("Questions of the games"):
            formatter.write_dl(asked)
        super().format_epilog(ctx, formatter)


def judge(
    context: typer.Context,
    game: GameName,
    position: Annotated[
        Path | None, typer.Option(help="A whole position as text: what may be played?")
    ] = None,
    move: Annotated[
        str | None, typer.Option(help="With --position: is this move legal, and if not, why?")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Answer as JSON.")] = False,
) -> None:
    """Answer a rule question about a real table.

    FILE holds plain text or JSON; - is standard input. The docs of each game show the forms.
    """
    found = get_game(game)
    if position is not None:
        answer, lines = _judge_position(found, _read_input(str(position)), move)
    else:
        answer, lines = _answer(*_asked(found, context.args))
    print(json.dumps(answer) if as_json else "\n".join(lines))


def _answer(question: Question, path: str) -> tuple[dict[str, Any], list[str]]:
    text = _read_input(path)
    asked = parse_json(text) if text.lstrip().startswith("{") else question.parse(text)
    answer = question.answer(asked)
    return answer, question.lines(asked, answer)


def _asked(game: Game, words: list[str]) -> tuple[Question, str]:
    """Which of the game's questions the command line asks, and the file it points to."""
    questions = {f"--{question.name}": question for question in game.questions}
    if len(words) == 1 and "=" in words[0]:
        words = words[0].split("=", 1)
    if len(words) != 2 or words[0] not in questions:
        expected = ", ".join(f"{word} FILE" for word in [*questions, "--position"])
        raise InvalidOption(f"judge {game.name}: expected one of {expected}; found {words}")
    return questions[words[0]], words[1]


def _read_input(path: str) -> str:
    return sys.stdin.read(MAX_INPUT) if path == "-" else read_text(path)


def _judge_position(game: Game, text: str, move: str | None) -> tuple[dict[str, Any], list[str]]:
    position = Position.from_text(game, text)
    if move is not None:
        return _judge_move(position, move)
    moves = list(position.legal_moves)
    answer = {"mover": position.mover, "over": position.is_over, "legal_moves": moves}
    return answer, [f"Seat {position.mover} has {len(moves)} legal moves:", *moves]


def _judge_move(position: Position, move: str) -> tuple[dict[str, Any], list[str]]:
    try:
        action = position.parse_move(move)
    except IllegalMove as error:
        return {"legal": False, "rule": error.rule, "why": str(error)}, [f"Illegal. {error}"]
    words = position.describe_move(action)
    return {"legal": True, "move": position.format_move(action), "does": words}, [f"Legal. {words}"]
