"""The HTTP interface: ``routers/`` contains the routes; the modules beside it support them."""
