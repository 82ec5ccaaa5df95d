"""Protocols of other people's programs: codecs without input or output, both directions.

A folder each. Where both sides exist, ``engine.py`` is a ``Conversation`` (lines and results in, ``actions``
out, so that one runner serves them all) and ``host.py`` makes commands and gives ``answers``. ``lan`` is a
session between equals, ``mo`` the text of a student's moves.

>>> from boyi.protocols.gtp.engine import GtpEngine
>>> GtpEngine().receive("1 protocol_version")
[Reply(text='=1 2'), Reply(text='')]
"""
