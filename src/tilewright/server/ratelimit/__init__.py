"""Limits on requests, sockets and data per person and address. Each process counts on its own.

Mechanism: token bucket (`limits.Limiter`, `quotas.RateLimit`)
    Key: person and address; address alone for guests, checks and studies; also login for log-ins.
    Limits: requests, messages and bytes of sockets, chat, new tables and records, log-ins, mail.
    Answer: 429 with `Retry-After`; a socket that goes on is closed (4001).

Mechanism: maximum at the same time (`quotas.ConcurrencyLimit`)
    Key: person and address.
    Limits: open sockets, long bodies that are being read, unread bytes of sockets.
    Answer: 429; the socket is closed.

Mechanism: fair semaphore (`limits.FairSemaphore`, `limits.FairShares`)
    Key: address; for bots the host of the table.
    Limits: bots, long jobs such as reviews, log-ins above the rate of a login.
    Answer: waits; 429 or `busy` if too many wait.

Mechanism: maximum of stored data
    Key: person, table.
    Limits: open tables of a host, seats taken at a table, bytes of records, events of a log.
    Answer: 409.

Mechanism: body limit (`http/middleware.py`)
    Key: request.
    Limits: 64 kB, records 2 MB, within 30 seconds.
    Answer: 413, 408.
"""
