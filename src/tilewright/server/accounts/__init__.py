"""Identities: guests, accounts, sessions, tokens, passwords and names."""
