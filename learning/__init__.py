"""Training of the bots' networks: ``python -m learning GAME --out FOLDER``."""
