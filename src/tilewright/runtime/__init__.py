"""Running games: kernels compiled on demand or ahead of time, and modules for browsers."""
