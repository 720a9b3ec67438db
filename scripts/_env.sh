# Sourced by the other scripts: finds Python, keeps .venv in step with pyproject.toml.
#
#   need_env server the package and what a server needs
#   need_env dev    the package and all that scripts/test needs; scripts/release and scripts/audit
#                   name an extra of their own
#
# Sets ROOT (the repository) and, after need_env, PYTHON (the interpreter in .venv).
# TILEWRIGHT_PYTHON names the Python to build .venv with, if the search should not choose.

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
VENV="$ROOT/.venv"

say() { printf '%s: %s\n' "${0##*/}" "$*"; }
fail() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

# True when $1 runs, is Python 3.11 or newer and can import the modules named after it.
python_has() {
  local python="$1"
  shift
  "$python" - "$@" >/dev/null 2>&1 <<'PY'
import importlib, sys
assert sys.version_info >= (3, 11)
for name in sys.argv[1:]:
    importlib.import_module(name)
PY
}

# Prints a Python to build .venv with; one that can make an environment on its own comes first.
find_python() {
  local name wanted
  for wanted in "venv ensurepip" "venv"; do
    for name in ${TILEWRIGHT_PYTHON:-python3.13 python3.12 python3.11 python3.14 python3 python}; do
      # shellcheck disable=SC2086  # the modules are separate words
      if command -v "$name" >/dev/null 2>&1 && python_has "$name" $wanted; then
        command -v "$name"
        return 0
      fi
    done
  done
  fail "Python 3.11 or newer is needed, with its venv module; none was found on PATH"
}

# On Debian and its kin root can install what is missing; others are told what it is. Whoever comes
# second waits: apt-get would give up.
try_apt() (
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    say "installing $1 with apt-get"
    exec 8<"$ROOT/scripts"
    flock 8
    DEBIAN_FRONTEND=noninteractive apt-get update -qq </dev/null >/dev/null || true
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$1" </dev/null >/dev/null || true
  fi
)

# Debian and its kin ship Python without ensurepip.
require_ensurepip() {
  local python="$1" package
  if python_has "$python" ensurepip; then return 0; fi
  package="python$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')-venv"
  try_apt "$package"
  python_has "$python" ensurepip || fail "$python cannot make environments: install $package"
}

# True when the server's programs are here; Debian keeps them off the PATH.
has_postgres() { command -v initdb >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; }

# What the tests need is installed where that is possible. Where it is not they skip what needs it,
# but with CI=true nothing may be missing.
want() {
  local name="$1" package="$2" has="$3"
  "$has" || try_apt "$package"
  if "$has"; then return 0; fi
  [ "${CI:-}" != true ] || fail "$name is missing: install $package"
  say "$name is missing (install $package): tests that need it are skipped"
}

has_chromium() { command -v chromium-headless-shell >/dev/null 2>&1 || command -v chromium >/dev/null 2>&1; }
# Some kin of Debian have no package of the browser without its screen.
want_chromium() {
  has_chromium || try_apt chromium-headless-shell
  want Chromium chromium has_chromium
}
want_postgres() { want PostgreSQL postgresql has_postgres; }
has_redis() { command -v redis-server >/dev/null 2>&1; }
want_redis() { want Redis redis-server has_redis; }

make_venv() {
  local python
  python="$(find_python)"
  require_ensurepip "$python"
  say "making .venv with $python"
  "$python" -m venv --clear "$VENV"
}

# What an installation depends on. The path counts too: a moved repository is installed anew.
env_key() {
  "$PYTHON" - "$ROOT" <<'PY'
import hashlib, pathlib, sys
root = pathlib.Path(sys.argv[1])
parts = [(root / "pyproject.toml").read_bytes(), str(root).encode(), sys.version.encode()]
print(hashlib.sha256(b"\0".join(parts)).hexdigest())
PY
}

# The page is part of the installation: the package's build builds it, with a Node of its own.
has_page() {
  [ "$("$PYTHON" "$ROOT/web/build.py" --key)" = "$(cat "$ROOT/src/tilewright/page/built-from.txt" 2>/dev/null)" ]
}

# uv installs in a fifth of the processor time that pip takes. Where it is not to be had or does not
# get on, with an index of pip's own for one, pip does it, and says what is wrong.
install_with_uv() {
  "$PYTHON" -m pip install -qq --no-input --disable-pip-version-check uv </dev/null &&
    "$PYTHON" -m uv pip install --quiet --python "$PYTHON" --editable "$1" </dev/null
}

install_package() {
  local extra="$1" key="$2" target
  target="$ROOT${extra:+[$extra]}"
  say "installing tilewright${extra:+[$extra]} into .venv (the first time takes a minute or two)"
  install_with_uv "$target" >/dev/null 2>&1 ||
    "$PYTHON" -m pip install -qq --no-input --disable-pip-version-check --editable "$target" </dev/null ||
    fail "the installation failed; run the command again once the cause above is mended"
  printf '%s\n' "$key" >"$VENV/.installed-${extra:-base}"
}

is_installed() { [ "$(cat "$VENV/.installed-$1" 2>/dev/null)" = "$2" ]; }

# True when all of extra $1 is here; `dev` brings the server, too.
has_extra() {
  is_installed "$1" "$2" || { [[ "$1" =~ ^(base|server)$ ]] && is_installed dev "$2"; }
}

need_env() {
  local extra="${1:-}" key
  PYTHON="$VENV/bin/python"
  # Two scripts started together must not build the same environment at once.
  if command -v flock >/dev/null 2>&1; then
    exec 9>"$ROOT/.venv.lock"
    flock 9
  fi
  python_has "$PYTHON" pip || make_venv
  key="$(env_key)"
  if ! has_extra "${extra:-base}" "$key" || ! has_page; then
    install_package "$extra" "$key"
  fi
  exec 9>&-
}
