"""Running games: kernels compiled on demand, modules for browsers, and both built ahead of time."""
