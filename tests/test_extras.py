"""The command that installs a missing extra."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from tilewright import extras
from tilewright.extras import install_command


class Installed:
    """An installation with a given origin."""

    def __init__(self, origin: object) -> None:
        self._origin = origin

    def read_text(self, name: str) -> str | None:
        assert name == "direct_url.json"
        return None if self._origin is None else json.dumps(self._origin)


def install(monkeypatch: pytest.MonkeyPatch, origin: object) -> None:
    monkeypatch.setattr(extras, "distribution", lambda name: Installed(origin))


def test_install_command_from_an_index_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, None)
    assert install_command("envs") == "pip install 'tilewright[envs]'"


def test_install_command_from_a_checkout_keeps_it_editable(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "my tiles"
    folder.mkdir()
    install(monkeypatch, {"url": folder.as_uri(), "dir_info": {"editable": True}})
    assert install_command("envs") == f"pip install --editable '{folder}[envs]'"


def test_install_command_from_a_wheel_names_its_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wheel = tmp_path / "tilewright-0.2.0-py3-none-any.whl"
    wheel.touch()
    install(monkeypatch, {"url": wheel.as_uri(), "archive_info": {}})
    assert install_command("data") == f"pip install '{wheel}[data]'"
    wheel.unlink()
    assert install_command("data") == "pip install 'tilewright[data]'"


def test_install_command_without_metadata_names_the_package(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def absent(name: str) -> Installed:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(extras, "distribution", absent)
    assert install_command("gpu") == "pip install 'tilewright[gpu]'"
