"""On a real Ray cluster, local and small: what its workers do not survive is done again, once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from arena.helpers import TEST_BOTS, settings, timeless
from cluster_jobs import FRAIL, die_always, die_once, kill_one, refuse, register_frail, square
from tilewright.arena import Settings, run_arena
from tilewright.arena.runner import GamesFile
from tilewright.bots import BOTS
from tilewright.errors import InvalidOption, TilewrightError
from tilewright.jobs.ray_cluster import require_ray, run_jobs
from tilewright.registry import get_game
from tilewright.search.solve import solve_deals
from tilewright.study import load
from tilewright.study.dataset_writer import generate

pytestmark = [
    pytest.mark.slow,
    # To import Ray costs every process that collects tests 2 s, so it is looked for only.
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is missing: install ray"),
]


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """A cluster of two cores for all tests here, as a user with a notebook would have one."""
    ray = require_ray()
    with pytest.MonkeyPatch.context() as patch:
        tests = Path(__file__).parents[1]  # workers import the jobs and their helpers
        patch.setenv("PYTHONPATH", os.pathsep.join([str(tests), str(tests / "support")]))
        ray.init(
            address="local",
            num_cpus=2,
            include_dashboard=False,
            log_to_driver=False,
            logging_level="ERROR",
            object_store_memory=100 * 2**20,
        )
    yield "auto"
    ray.shutdown()


# --- Jobs ---


def test_ray_runs_every_job_once(cluster: str) -> None:
    assert sorted(run_jobs(square, range(20), cluster)) == [job * job for job in range(20)]


def test_ray_repeats_a_job_after_its_worker_died(cluster: str, tmp_path: Path) -> None:
    found = sorted(run_jobs(partial(die_once, tmp_path, 6), range(12), cluster))
    assert found == [job * job for job in range(12)]
    assert len(list(tmp_path.glob("6.*"))) == 2


def test_ray_raises_the_error_of_a_job(cluster: str) -> None:
    with pytest.raises(InvalidOption, match=r"^expected another job; found 3$"):
        list(run_jobs(refuse, [3], cluster))


def test_ray_gives_up_a_job_that_kills_its_workers(
    cluster: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilewright.jobs.ray_cluster.MAX_LOSSES", 1)
    with pytest.raises(TilewrightError, match="the Ray cluster gave a job up, after 1 new"):
        list(run_jobs(die_always, [1], cluster))


def test_ray_refuses_a_cluster_with_another_version(
    cluster: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilewright.jobs.ray_cluster.__version__", "9.9")
    with pytest.raises(TilewrightError, match=r"expected Tilewright 9\.9 on every machine"):
        list(run_jobs(square, [1], cluster))


# --- What runs on it ---


@pytest.fixture
def frail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """A function that gives a worker a frail bot; here the same bot is in good health."""
    for name, maker in {**TEST_BOTS, FRAIL: TEST_BOTS["perfect"]}.items():
        monkeypatch.setitem(BOTS, name, maker)
    return partial(register_frail, str(tmp_path))


def test_ray_arena_survives_a_lost_worker(
    cluster: str, tmp_path: Path, frail: Callable[[], None]
) -> None:
    asked = settings("random", FRAIL, games=12)
    path = tmp_path / "games.jsonl"
    there = run_arena(asked, ray=cluster, games_file=path, prepare=frail)
    assert (tmp_path / "died").exists() and there.is_finished
    here = run_arena(asked, workers=1)
    assert timeless(there.games) == timeless(here.games)
    assert len(path.read_text().splitlines()) == 1 + 12
    with closing(GamesFile(path, here.schedule)) as kept:
        assert timeless([kept.games[index] for index in range(12)]) == timeless(here.games)


def test_ray_data_set_survives_a_lost_worker(cluster: str, tmp_path: Path) -> None:
    """Real rules and bots, in processes that know nothing of this test."""
    asked = Settings("my-shelfie", ("random", "random"), games=6, seed=1)
    marks = tmp_path / "marks"
    marks.mkdir()
    generate(asked, tmp_path / "there", ray=cluster, prepare=partial(kill_one, str(marks)))
    generate(asked, tmp_path / "here", workers=1)
    there, here = load(tmp_path / "there"), load(tmp_path / "here")
    assert (marks / "died").exists()
    assert there.games["record"].tolist() == here.games["record"].tolist()
    assert (there.plies["observation"] == here.plies["observation"]).all()


def test_ray_solves_deals_as_local_processes_do(cluster: str) -> None:
    game, told = get_game("nova-luna-solo"), []
    options: dict[str, Any] = {"effort": 1, "hindsight": True}
    there = solve_deals(
        game, range(2), ray=cluster, on_done=lambda done, score: told.append(done), **options
    )
    here = solve_deals(game, range(2), workers=1, **options)
    assert there == here and told == [1, 2]
