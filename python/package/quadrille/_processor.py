"""Can this processor run the native part? Asked before it is loaded: an unknown instruction would end the interpreter."""

from __future__ import annotations

import platform
from pathlib import Path

#: What x86-64-v3 adds, as Linux names it.
NEEDED = ("avx2", "bmi1", "bmi2", "fma", "f16c", "movbe", "abm")


def missing(machine: str, cpuinfo: str) -> list[str]:
    """The instructions that a processor lacks, given its kind and the text of /proc/cpuinfo.

    >>> missing("x86_64", "flags : fpu sse2 avx2 bmi1 bmi2 fma f16c movbe abm")
    []
    >>> missing("x86_64", "flags : fpu sse2")[:2]
    ['avx2', 'bmi1']
    >>> missing("aarch64", "Features : fp asimd")
    []
    """
    if machine.lower() not in ("x86_64", "amd64"):
        return []
    flags = next((line for line in cpuinfo.splitlines() if line.startswith("flags")), None)
    if flags is None:
        return []
    known = set(flags.split())
    return [name for name in NEEDED if name not in known]


def check() -> None:
    """Raises an ImportError with a sentence if the native part cannot run here."""
    try:
        cpuinfo = Path("/proc/cpuinfo").read_text(errors="replace")
    except OSError:
        return
    lacking = missing(platform.machine(), cpuinfo)
    if lacking:
        raise ImportError(
            f"quadrille was built for processors with AVX2 and BMI2, and this one lacks {', '.join(lacking)}; "
            "build it here with RUSTFLAGS='-C target-cpu=x86-64-v2' pip install ./python"
        )
