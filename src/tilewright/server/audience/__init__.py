"""Who looks on at which table, and what they are sent."""
