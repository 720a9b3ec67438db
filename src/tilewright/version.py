"""The version, written here and nowhere else; the build reads it."""

__version__ = "0.1.0"
