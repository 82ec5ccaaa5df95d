"""NoGo games against programs of the course, over its LAN protocol."""
