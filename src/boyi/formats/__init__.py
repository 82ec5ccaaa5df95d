"""Game files: codecs without input or output, text or bytes to records and back."""
