# What the puzzles ask for.
puzzle-nova-luna-dash = Dash
puzzle-nova-luna-dash-text = Lay your last disc before anybody else moves. Only one take leads there.
puzzle-nova-luna-ending = Last tiles
puzzle-nova-luna-ending-text = Nothing is left to draw. Find the only take that wins, whatever the others do.
puzzle-nova-luna-solo-last = Last tiles
puzzle-nova-luna-solo-last-text = Reach { $target } or less. Only one take leads there.
