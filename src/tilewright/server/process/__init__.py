"""The server process: the web server, request timeouts and the doctor's checks."""
