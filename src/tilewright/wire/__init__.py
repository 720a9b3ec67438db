"""What goes over the network, defined once: the server, the client and the page use it.

Requests and answers are msgspec structs. A struct says what a value may be; the server's OpenAPI
schema and the page's TypeScript are made from it. Nothing here knows a server or a web framework.

    fields      small words with their bounds
    problems    refusals
    moves       positions, moves and what they do
    shapes      what scenes, effects and boxes of all games have
    tables      tables and seats
    messages    the socket, both ways
    games       what is played here
    cards       a game as it is told there
    people      guests, accounts, tokens
    analysis    what a bot thinks
    records     records and replays
    deals       deals that many play
    ratings     who leads
    own         what somebody may take along
    typescript  all of it as TypeScript
"""
