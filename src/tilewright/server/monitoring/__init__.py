"""What a running server writes and counts about itself."""
