"""Files of a club in containers: read here, since no container engine is at hand."""

from __future__ import annotations

import fnmatch
import ipaddress
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from server_process import server_process
from tilewright.server.app import create_app
from tilewright.settings import PREFIX, Settings

ROOT = Path(__file__).parents[2]
SETTINGS = set(Settings.__dataclass_fields__) | {"cache_dir"}
CHOSEN = {"TILES_DOMAIN": "tiles.club", "TILES_DATABASE_PASSWORD": "secret"}


def instructions(path: Path) -> list[tuple[str, str]]:
    """Return the instructions of a container file in order, continued lines joined."""
    text = re.sub(r"\\\n\s*", "", path.read_text(encoding="utf-8"))
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    return [(line.partition(" ")[0], line.partition(" ")[2]) for line in lines]


STEPS = instructions(ROOT / "Containerfile")
LAST_STAGE = STEPS[max(index for index, (word, _) in enumerate(STEPS) if word == "FROM") :]


def environment() -> dict[str, str]:
    """Return the variables that the last stage sets."""
    pairs = (pair for word, rest in LAST_STAGE if word == "ENV" for pair in rest.split())
    return dict(pair.split("=", 1) for pair in pairs)


def only(word: str) -> str:
    """Return the one instruction of this kind in the last stage."""
    (found,) = (rest for name, rest in LAST_STAGE if name == word)
    return found


# --- Containerfile ------------------------------------------------------------------------------


def test_image_has_two_stages_and_takes_the_environment_of_the_first() -> None:
    stages = [rest for word, rest in STEPS if word == "FROM"]
    assert len(stages) == 2 and stages[0].endswith(" AS build")
    assert stages[0].removesuffix(" AS build") == stages[1]
    assert ("COPY", "--from=build /opt/tilewright /opt/tilewright") in LAST_STAGE


def test_image_installs_locked_packages_with_hashes() -> None:
    installs = [rest for word, rest in STEPS if word == "RUN" and "pip install" in rest]
    assert "--require-hashes --requirement locks/server.txt" in installs[0]
    assert "--no-deps ." in installs[1] and len(installs) == 2


def test_image_copies_existing_files() -> None:
    ignored = (ROOT / ".containerignore").read_text(encoding="utf-8").splitlines()
    assert (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() == ignored
    kept = {line[1:] for line in ignored if line.startswith("!")}
    for word, rest in STEPS:
        if word == "COPY" and "--from" not in rest:
            for name in rest.split()[:-1]:
                assert (ROOT / name).exists(), name
                assert any(fnmatch.fnmatch(name, pattern) for pattern in kept), name


def test_image_runs_the_server_without_privileges() -> None:
    """A number, so that an orchestrator can see that it is not root."""
    assert only("USER").isdigit() and int(only("USER")) >= 1000
    order = [word for word, _ in LAST_STAGE]
    assert order.index("USER") > max(i for i, word in enumerate(order) if word in ("RUN", "COPY"))


def test_image_writes_to_a_volume_only() -> None:
    volumes = json.loads(only("VOLUME"))
    assert sorted(volumes) == sorted(
        environment()[f"TILEWRIGHT_{name}"] for name in ("DATA", "CACHE_DIR")
    )


def test_container_variables_are_settings_of_the_server() -> None:
    names = {name.removeprefix(PREFIX).lower() for name in environment() if name.startswith(PREFIX)}
    assert names <= SETTINGS
    settings = Settings.from_environment(environment())
    assert str(settings.port) == only("EXPOSE")
    assert json.loads(only("ENTRYPOINT")) == ["tilewright"]
    assert json.loads(only("CMD")) == ["serve", "--log-format", "json"]


def healthcheck() -> list[str]:
    command = only("HEALTHCHECK").partition("CMD ")[2]
    words: list[str] = json.loads(command)
    return [sys.executable, *words[1:]]


def check_health(port: str) -> int:
    done = subprocess.run(
        healthcheck(), env={"TILEWRIGHT_PORT": port}, capture_output=True, check=False
    )
    return done.returncode


def test_health_check_succeeds_at_a_server_and_fails_without(tmp_path: Path) -> None:
    with server_process(["--data", str(tmp_path)], tmp_path / "log.txt") as server:
        port = server.url.rsplit(":", 1)[1]
        assert check_health(port) == 0
    assert check_health(port) == 1


# --- compose.yaml -------------------------------------------------------------------------------


def chosen(text: str) -> str:
    """Replace ``${NAME}`` as compose does, with the variables of ``deploy/club.env``."""
    return re.sub(r"\$\{(\w+)(?::[-?][^}]*)?\}", lambda found: CHOSEN.get(found[1], ""), text)


COMPOSE: dict[str, Any] = yaml.safe_load(
    chosen((ROOT / "compose.yaml").read_text(encoding="utf-8"))
)
SERVICES: dict[str, Any] = COMPOSE["services"]
TILES = {name: one for name, one in SERVICES.items() if name.startswith("tiles-")}
CADDY = (ROOT / "deploy/Caddyfile").read_text(encoding="utf-8")


def test_compose_variables_are_in_the_env_file() -> None:
    named = set(re.findall(r"\$\{(\w+)", (ROOT / "compose.yaml").read_text(encoding="utf-8")))
    offered = set(re.findall(r"^#? ?([A-Z_]+)=", (ROOT / "deploy/club.env").read_text(), re.M))
    assert named == offered


@pytest.mark.parametrize("name", TILES)
def test_compose_settings_of_each_process_are_valid(name: str) -> None:
    given = TILES[name]["environment"]
    assert {key.removeprefix(PREFIX).lower() for key in given} <= SETTINGS
    settings = Settings.from_environment(environment() | given)
    assert settings.is_shared and settings.redis_url and settings.is_https
    assert settings.trusted_proxies == (SERVICES["caddy"]["networks"]["default"]["ipv4_address"],)


def test_compose_processes_have_their_own_ports_in_the_proxy() -> None:
    ports = {name: one["environment"]["TILEWRIGHT_PORT"] for name, one in TILES.items()}
    assert len(set(ports.values())) == len(ports) == 2
    upstreams = re.search(r"reverse_proxy (.*) \{", CADDY)
    assert upstreams and upstreams[1].split() == [f"{name}:{port}" for name, port in ports.items()]


def test_proxy_sends_a_table_to_one_process() -> None:
    """A socket names its table as ``at`` in the query; so does the page's."""
    assert "lb_policy query at" in CADDY
    assert "?at=" in (ROOT / "docs/reference/socket.md").read_text(encoding="utf-8")


def test_proxy_paths_are_routes_of_the_server(tmp_path: Path) -> None:
    app = create_app(Settings(data=tmp_path))
    known = set(app.openapi()["paths"])
    named = set(re.findall(r"/api/v1/\w+", CADDY + only("HEALTHCHECK")))
    assert named == {"/api/v1/health", "/api/v1/metrics"}
    assert {path.removeprefix("/api/v1") for path in named} <= {
        path.removeprefix("/api/v1") for path in known
    } | {"/metrics"}


def test_compose_publishes_only_the_proxy() -> None:
    assert [name for name, one in SERVICES.items() if "ports" in one] == ["caddy"]
    network = COMPOSE["networks"]["default"]["ipam"]["config"][0]["subnet"]
    address = SERVICES["caddy"]["networks"]["default"]["ipv4_address"]
    assert ipaddress.ip_address(address) in ipaddress.ip_network(network)


@pytest.mark.parametrize("name", TILES)
def test_compose_confines_each_process(name: str) -> None:
    one = TILES[name]
    assert one["read_only"] and one["cap_drop"] == ["ALL"]
    assert one["build"]["dockerfile"] == "Containerfile"
    mounts = {volume.partition(":")[2] for volume in one["volumes"]}
    assert mounts == set(json.loads(only("VOLUME")))


def test_compose_services_name_existing_volumes_and_files() -> None:
    for one in SERVICES.values():
        for volume in one.get("volumes", []):
            source = volume.partition(":")[0]
            assert source in COMPOSE["volumes"] or (ROOT / source).is_file(), source


def test_compose_processes_wait_for_healthy_services() -> None:
    for name, how in TILES["tiles-1"]["depends_on"].items():
        assert how["condition"] == "service_healthy" and "healthcheck" in SERVICES[name]
