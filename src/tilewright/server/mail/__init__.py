"""Mail for games over days: addresses that were confirmed, and one letter a turn."""
