"""Routes of the HTTP interface: one router per topic, and how its answers are made."""
