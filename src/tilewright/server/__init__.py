"""The table over the network: tables, live play, storage, identity."""
