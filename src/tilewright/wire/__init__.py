"""The data of the network protocol, defined once for the server, the client and the page.

Requests and responses are msgspec structs, which also define the allowed values of their fields.
The server's OpenAPI schema and the page's TypeScript are generated from them. Nothing here imports
the server or a web framework.

    fields      types of fields, with their bounds and docstrings
    problems    errors
    moves       positions, moves and their effects
    tables      tables and seats
    messages    the socket, both ways
    games       games, bots and browser engines
    catalog     functions that describe games and bots; puzzles as files
    people      guests, accounts, tokens, profiles, ratings, email addresses
    analysis    positions for analysis
    puzzles     puzzles and attempts
    records     records and replays; the export of a person's data
    deals       shared deals, club evenings
    rooms       the tables of one invitation
"""
