"""One running match: seats, clocks, consent, stand-ins. No input or output, no clock of its own.

A match is the fold of its events. A wish (``playing.move``, ``consent.ask`` ...) is a function over
a match: it is checked and answered with the events it leads to, or ``Refused``; nothing has changed
until they are applied:

    events = playing.move(match, "anna", "7@1,0", number=3, move_id="a1", now=now)
    store(events)                  # the server writes them down first
    apply(match, *events)

``seq`` counts events. ``number`` counts changes of the position (the deal, moves, undos): whoever
wishes to move says which number they saw, so that nobody moves on a position that is gone.

    state        what is known after so many events: data
    folding      the fold: how an event changes it
    dealing      the first position
    opening      how a table comes to be, on a server or at one screen
    seating      wishes before the game
    playing      wishes during the game
    consent      wishes that others must agree to
    timing       what time brings by itself
    handing      a seat that goes on on another device
    rematching   the next game
    checks       what several wishes check
"""

from tilewright.match.chair import Chair
from tilewright.match.folding import apply, fold
from tilewright.match.opening import open_table, play_locally
from tilewright.match.state import Match

__all__ = ["Chair", "Match", "apply", "fold", "open_table", "play_locally"]
