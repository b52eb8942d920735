"""Play by mail: a message becomes a submission, a reply becomes a message."""
