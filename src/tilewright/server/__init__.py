"""The game server. ``tests/project/test_layers.py`` holds the order of its modules."""

from __future__ import annotations

from tilewright.extras import require

require("server", "argon2", "fastapi", "prometheus_client", "psycopg", "psycopg_pool", "uvicorn")
