"""Everything that is asked over HTTP: the endpoints, and what guards and serves them.

``endpoints/`` has one module a topic. Beside it: fields and structs that several of them share,
who may ask (``dependencies``, ``visits``, ``security``), and the page itself.
"""
