"""pbem: a referee for board games played by e-mail and on forums."""
