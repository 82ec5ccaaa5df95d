"""Game files: codecs without input or output, text or bytes to records and back.

>>> from boyi import formats
>>> record = formats.read("f5d6c3")
>>> formats.read(formats.write(record, "sgf")).text()
'f5 d6 c3'
"""

from boyi.formats.dataset import rows as dataset_rows
from boyi.formats.detect import (
    FORMATS,
    Format,
    detect,
    format_of_name,
    read,
    read_all,
    write,
    write_all,
    written_formats,
)
from boyi.formats.errors import BadFile, CannotWrite

__all__ = [
    "FORMATS",
    "BadFile",
    "CannotWrite",
    "Format",
    "dataset_rows",
    "detect",
    "format_of_name",
    "read",
    "read_all",
    "write",
    "write_all",
    "written_formats",
]
