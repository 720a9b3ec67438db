"""Tools for work on Tilewright; no part of the package."""
