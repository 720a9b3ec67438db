"""The table over the network, in rooms. Imports point down this list only; a test holds it.

settings    how a server runs
monitoring  what it writes and counts about itself
storage     what is kept, on SQLite or PostgreSQL
errors      what it says when it refuses
limits      how fast is too fast
admission   what one person, and one address, may have
people      guests, accounts, sessions, tokens
analysis    what a strong bot works out for people
effects, views, messages   what clients are shown
audience    who looks on at which table
tables      wishes become events; time, bots and deals that many play
mail        letters that tell of turns
live        the WebSocket
http        the endpoints, one module a topic, and the page
app         every part, put together
process     web processes, their supervisor, the bot worker
"""

from __future__ import annotations

from tilewright.extras import require

require("server", "argon2", "fastapi", "prometheus_client", "psycopg", "psycopg_pool", "uvicorn")
