"""The NoGo course's LAN protocol: messages, a session, its connection, and a computer at one end.

``message`` and ``session`` open no socket; ``connection`` carries them over TCP, ``computer`` plays over it.
"""
