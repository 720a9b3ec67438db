"""Identities: guests, accounts, sessions, API tokens, passwords and names."""
