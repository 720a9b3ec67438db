"""Targets that run: kernels compiled here, modules for browsers, and both ahead of time."""
