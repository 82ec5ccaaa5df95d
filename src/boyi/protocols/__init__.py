"""Protocols of other people's programs: codecs without input or output, both directions."""
