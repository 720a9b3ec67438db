"""How the bots' networks are learnt: ``python -m learning GAME --out FOLDER``."""
