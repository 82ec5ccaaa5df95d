"""The NoGo course's protocol between two peers over a network."""
