"""Naive oracles: each game once more, written from the rules alone, slow and plain.

They share nothing with the kernels but the printed facts (`tables.py`), and hold no random
generator: whatever chance decides comes in from the caller. When an oracle and a kernel differ,
one of them misreads a rule.
"""
