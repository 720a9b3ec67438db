"""The clients at each table: their connections and outboxes, and who is present."""
