"""All SQL of the server, as plain functions of a transaction.

`database/` holds the two backends, SQLite and PostgreSQL. The modules beside it hold the queries,
which run on either.
"""
