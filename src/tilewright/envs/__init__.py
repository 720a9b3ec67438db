"""Reinforcement-learning environments: thin wrappers without rules of their own."""
