"""The HTTP interface: ``routers/`` has the routes; the modules beside it serve and guard them."""
