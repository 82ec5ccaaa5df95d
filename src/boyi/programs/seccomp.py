"""A filter of system calls for programs behind bubblewrap: those that no player needs are refused.

Most are those in which kernels had holes. It is a list of what is refused, not of what is allowed: programs
come from every language, and one that is refused a harmless call in the middle of a game would lose it. A
refused call fails with an error number, as on a kernel without it; nothing is killed.
"""

from __future__ import annotations

import errno
import platform
import sys
from struct import pack

ARCHITECTURES = {
    "x86_64": (0xC000003E, 0x40000003),
    "aarch64": (0xC00000B7,),
}
"""By machine, the kernel's numbers of the architectures whose programs it runs; others are refused."""
COLUMNS = {0xC000003E: 0, 0x40000003: 1, 0xC00000B7: 2}

REFUSED: dict[str, tuple[int | None, int | None, int | None]] = {
    # Other processes
    "ptrace": (101, 26, 117),
    "process_vm_readv": (310, 347, 270),
    "process_vm_writev": (311, 348, 271),
    "pidfd_getfd": (438, 438, 438),
    # Keys, and parts of the kernel that run what they are given
    "add_key": (248, 286, 217),
    "request_key": (249, 287, 218),
    "keyctl": (250, 288, 219),
    "bpf": (321, 357, 280),
    "perf_event_open": (298, 336, 241),
    "userfaultfd": (323, 374, 282),
    "io_uring_setup": (425, 425, 425),
    "io_uring_enter": (426, 426, 426),
    "io_uring_register": (427, 427, 427),
    # File systems and namespaces
    "mount": (165, 21, 40),
    "umount": (None, 22, None),
    "umount2": (166, 52, 39),
    "pivot_root": (155, 217, 41),
    "open_tree": (428, 428, 428),
    "move_mount": (429, 429, 429),
    "fsopen": (430, 430, 430),
    "fsconfig": (431, 431, 431),
    "fsmount": (432, 432, 432),
    "fspick": (433, 433, 433),
    "mount_setattr": (442, 442, 442),
    "name_to_handle_at": (303, 341, 264),
    "open_by_handle_at": (304, 342, 265),
    "fanotify_init": (300, 338, 262),
    "unshare": (272, 310, 97),
    "setns": (308, 346, 268),
    # The computer itself
    "kexec_load": (246, 283, 104),
    "kexec_file_load": (320, None, 294),
    "init_module": (175, 128, 105),
    "finit_module": (313, 350, 273),
    "delete_module": (176, 129, 106),
    "quotactl": (179, 131, 60),
    "quotactl_fd": (443, 443, 443),
    "swapon": (167, 87, 224),
    "swapoff": (168, 115, 225),
    "reboot": (169, 88, 142),
    "acct": (163, 51, 89),
    "syslog": (103, 103, 116),
    "settimeofday": (164, 79, 170),
    "clock_settime": (227, 264, 112),
}
"""The numbers of refused calls on x86-64, 32-bit x86 and 64-bit ARM, from the kernel's headers."""

CLONE, CLONE3 = (56, 120, 220), (435, 435, 435)
NEW_NAMESPACES = 0x7E020000
"""CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET."""
X32 = 0x40000000
"""From here on: calls of the x32 architecture, which says that it is x86-64."""

LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
"""Instructions of the Berkeley packet filter."""
NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16
"""Where these stand in what the filter is shown."""
ALLOW, ERROR = 0x7FFF0000, 0x00050000


def filter_program(machine: str = "") -> bytes | None:
    """The filter as the kernel reads it; None for a machine whose numbers are not listed.

    >>> filter_program("toaster") is None
    True
    """
    names = ARCHITECTURES.get(machine or platform.machine())
    if names is None or not sys.platform.startswith("linux") or sys.byteorder != "little":
        return None
    program = [_step(LOAD, ARCHITECTURE)]
    for name in names:
        part = _part(COLUMNS[name])
        program += [_step(EQUAL, name, 0, len(part)), *part]
    return b"".join([*program, _step(RETURN, ERROR | errno.ENOSYS)])


def _part(column: int) -> list[bytes]:
    """The filter for one architecture."""
    steps = [_step(LOAD, NUMBER)]
    if column == 0:
        steps += [_step(AT_LEAST, X32, 0, 1), _step(RETURN, ERROR | errno.ENOSYS)]
    for name, numbers in REFUSED.items():
        if (number := numbers[column]) is not None:
            # Whoever would use these can do without where the kernel has none.
            said = errno.ENOSYS if name.startswith("io_uring") else errno.EPERM
            steps += [_step(EQUAL, number, 0, 1), _step(RETURN, ERROR | said)]
    # The flags of clone3 lie in memory, where no filter can look; without it, clone is used.
    steps += [_step(EQUAL, CLONE3[column], 0, 1), _step(RETURN, ERROR | errno.ENOSYS)]
    steps += [_step(EQUAL, CLONE[column], 1, 0), _step(RETURN, ALLOW), _step(LOAD, FIRST_ARGUMENT)]
    steps += [_step(ANY_BIT, NEW_NAMESPACES, 0, 1), _step(RETURN, ERROR | errno.EPERM)]
    return [*steps, _step(RETURN, ALLOW)]


def _step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    """One instruction; the jumps say how many of the next ones are left out."""
    return pack("=HBBI", code, if_true, if_false, value)
