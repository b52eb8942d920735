"""The games that come with pbem, one folder each."""
