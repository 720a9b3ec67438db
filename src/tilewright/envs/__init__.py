"""Environments for programs that learn: thin, no rules of their own."""
