"""All SQL of the server, as plain functions of a transaction.

`database/` contains the SQLite and PostgreSQL backends. The other modules contain the queries,
which run on both.
"""
