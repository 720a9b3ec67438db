# What the puzzles ask for.
puzzle-nova-luna-dash = Dash
puzzle-nova-luna-dash-text = Lay your last disc before anyone else moves. Only one move gets you there.
puzzle-nova-luna-ending = Last tiles
puzzle-nova-luna-ending-text = The supply is empty. Find the only move that wins, whatever the others do.
puzzle-nova-luna-solo-last = Last tiles
puzzle-nova-luna-solo-last-text = Reach { $target } or less. Only one move gets you there.
