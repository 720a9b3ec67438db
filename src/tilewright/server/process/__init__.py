"""The process of a server: it listens on one port, compiles beside its work, and opens the page."""
