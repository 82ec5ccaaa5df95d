"""What is kept: games as they are played, and registered engines (see ``docs/store.md``)."""
