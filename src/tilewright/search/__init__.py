"""Search and bots that know games only through their protocol."""
