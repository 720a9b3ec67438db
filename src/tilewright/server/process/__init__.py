"""The processes of a server: one or several that serve, and one that only lets bots think."""
