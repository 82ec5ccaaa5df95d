"""Protocols of other people's programs: codecs without input or output, both directions.

The engine side of each is a ``Conversation`` (``gomocup``, ``gtp``, ``nboard``, ``botzone``, ``analysis``):
lines and results in, ``actions`` out, so that one runner serves them all. The host side (``*_host``) makes
commands and gives ``answers``. ``lan`` is a session between equals, ``mo`` the text of a student's moves.

>>> from boyi.protocols.gtp import GtpEngine
>>> GtpEngine().receive("1 protocol_version")
[Reply(text='=1 2'), Reply(text='')]
"""
