"""The clients at each table: connections, outboxes and presence."""
