"""``tilewright site``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tilewright.cli.output import progress_bar

__all__ = ["site"]


def site(
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where the site goes.")],
) -> None:
    """Write the games as a site without a server.

    Any static host serves the folder, from any path: the visitor's own machine plays. The first
    time all games are compiled for browsers, which takes two minutes. The folder is made, must be
    empty, or is brought up to date if this command wrote it.
    """
    from tilewright.site import check_site, write_site

    check_site(out)
    _build()
    size = write_site(out)
    print(f"{out}: {size / 1e6:.1f} MB; try it with: python -m http.server --directory {out}")


def _build() -> None:
    """Show which game is being compiled."""
    from tilewright.engines import build_engines, playable_games

    names = [game.title for game in playable_games()]
    with progress_bar("compiling for browsers") as show:
        show(0, len(names), names[0])
        for done, _ in enumerate(build_engines(), 1):
            show(done, len(names), (*names, "")[done])
