"""The HTTP interface: one router for each concern."""
