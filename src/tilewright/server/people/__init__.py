"""Who is who: guests, accounts, sessions and tokens."""
