"""Ray without a cluster, or without Ray: each is one clear line.

These tests are apart from those on a cluster: a process that is connected to one uses it, whatever
address a caller names.
"""

from __future__ import annotations

import re
import socket
import sys

import pytest

from cluster_jobs import square
from tilewright.errors import TilewrightError
from tilewright.extras import install_command
from tilewright.jobs.ray_cluster import require_ray, run_jobs

pytestmark = pytest.mark.slow


def test_run_jobs_without_a_cluster_at_the_address_is_refused() -> None:
    pytest.importorskip("ray")
    assert not require_ray().is_initialized()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
        for wrong in (address, "nowhere:port", "nonsense"):
            with pytest.raises(TilewrightError, match=rf"--ray: expected 'local' or.*{wrong}"):
                list(run_jobs(square, [1], wrong))


def test_run_jobs_without_ray_names_the_extra_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(TilewrightError, match=re.escape(install_command("cluster"))):
        list(run_jobs(square, [1], "local"))
