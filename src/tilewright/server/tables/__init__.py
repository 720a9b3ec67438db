"""Game tables: commands, cache, directory, scheduler; bots, matchmaking, deals and evenings.

``docs/reference/life-of-a-move.md`` explains how they work together.
"""
