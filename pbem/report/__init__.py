"""Turns tables, events, drawings and problems into something to read. Knows no game."""
