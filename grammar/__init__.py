"""Lark grammars, one file a game: the words of one entry."""
