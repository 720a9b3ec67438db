"""The version, written here and nowhere else; the build reads it."""

__version__ = "0.2.0"
