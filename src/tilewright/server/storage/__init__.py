"""What is kept, as plain functions of a transaction: SQL is written here and nowhere else.

``database/`` holds the two backends; the modules beside it say what is written into either.
"""
