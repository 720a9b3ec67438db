"""The endpoints, one module a topic: each holds a router and what its answers look like."""
