"""Docstrings, types, notebooks and the processor check."""

from __future__ import annotations

import doctest
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import quadrille
from quadrille import _processor

HERE = Path(__file__).parent
NOTEBOOKS = sorted((HERE.parent / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("name", ["quadrille", "quadrille.cgt", "quadrille._processor", "quadrille.openspiel", "quadrille.pettingzoo"])
def test_docstrings_run(name: str) -> None:
    module = importlib.import_module(name)
    failed, tried = doctest.testmod(module, raise_on_error=False)
    assert failed == 0 and tried > 0


def test_everything_public_is_documented() -> None:
    for name in quadrille.__all__:
        item = getattr(quadrille, name)
        assert name == "__version__" or item.__doc__, name
        if isinstance(item, type):
            for member, value in vars(item).items():
                assert member.startswith("_") or value.__doc__, f"{name}.{member}"


def test_the_stubs_name_what_is_there() -> None:
    stubs = (Path(quadrille.__file__).parent / "_native.pyi").read_text()
    for name in dir(quadrille._native):
        if not name.startswith("__"):
            assert f"class {name}" in stubs or f"def {name}" in stubs, name
    for kind in ("Game", "Position", "Player", "Analysis", "SearchInfo", "MatchResult", "Batch", "Answer", "Thermograph"):
        part = stubs.split(f"class {kind}:")[1].split("\nclass ")[0].split("\ndef ")[0]
        for member in vars(getattr(quadrille._native, kind)):
            assert member.startswith("_") or f"def {member}(" in part, f"{kind}.{member}"


def test_types_are_strict() -> None:
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", str(HERE / "typed_example.py")]
    checked = subprocess.run(command, capture_output=True, text=True, cwd=HERE)
    assert checked.returncode == 0, checked.stdout


def test_an_older_processor_gets_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_processor.platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(_processor.Path, "read_text", lambda self, errors: "flags\t\t: fpu sse2 sse4_2 popcnt\n")
    with pytest.raises(ImportError, match="lacks avx2, bmi1.*RUSTFLAGS"):
        _processor.check()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run(path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert outputs and all(output.output_type != "error" for output in outputs)


def test_there_are_three_notebooks() -> None:
    assert len(NOTEBOOKS) == 3
