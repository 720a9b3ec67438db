"""The data of the network protocol, defined once for the server, the client and the page.

Requests and responses are msgspec structs. A struct says which values a field may have; the
server's OpenAPI schema and the page's TypeScript are generated from it. Nothing here imports a
server or a web framework.

    fields      types of fields, with their bounds and docstrings
    problems    errors
    moves       positions, moves and their effects
    tables      tables and seats
    messages    the socket, both ways
    games       games, bots and browser engines
    catalog     functions that describe games and bots; puzzles as files
    people      guests, accounts, tokens, profiles, ratings, addresses for mail
    analysis    positions for analysis
    puzzles     puzzles and attempts
    records     records and replays; the export of a person's data
    deals       deals that many people play, club evenings
"""
