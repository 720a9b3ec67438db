"""A bot as an external program that plays random legal moves, in plain Python.

Try it:

    tilewright arena polyssimo --bots "random,exec:python3 random_bot.py" --games 4
"""

import random
import sys


def say(line):
    """Write a line and flush it, since a buffered response would be late."""
    print(line, flush=True)


def read_block():
    """Read the lines up to ``end``."""
    lines = []
    for line in sys.stdin:
        if line.rstrip("\n") == "end":
            break
        lines.append(line.rstrip("\n"))
    return lines


def main():
    """Respond to the arena line by line until ``quit``."""
    moves = []
    for line in sys.stdin:
        words = line.split()
        if words[0] == "tilewright":
            say("name random example")
            say("want moves")
            say("ready")
        elif words[0] == "newgame":
            random.seed(int(words[words.index("seed") + 1]))
        elif words[0] == "position":
            read_block()  # this bot does not look at the board
        elif words[0] == "moves":
            moves = read_block()
        elif words[0] == "go":
            say("move " + random.choice(moves))
        elif words[0] == "quit":
            break


main()
