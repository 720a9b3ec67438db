"""Puzzles, and the thread that computes their proofs and the pars of deals."""
