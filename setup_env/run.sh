#!/bin/sh
# Runs a module of setup_env on a fit Python: the one named by $PYTHON, that of the environment
# which is there already, or the first CPython 3.12 or 3.13 on PATH or under pyenv.
# usage: run.sh MODULE [ARGUMENT...]
set -eu
cd "$(dirname "$0")/.."

fits() {
    "$1" -S -c 'import sys
sys.exit(sys.implementation.name != "cpython" or sys.version_info[:2] not in ((3, 12), (3, 13)))' \
        >/dev/null 2>&1
}

if [ -n "${PYTHON:-}" ]; then
    if ! fits "$PYTHON"; then
        echo "PYTHON=$PYTHON is not CPython 3.12 or 3.13; name one that is, or leave PYTHON out." >&2
        exit 2
    fi
    found=$PYTHON
else
    found=
    for candidate in .venv/bin/python python3.12 python3.13 python3 python \
        "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.12.*/bin/python \
        "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.13.*/bin/python; do
        if fits "$candidate"; then
            found=$candidate
            break
        fi
    done
fi

if [ -z "$found" ]; then
    echo "No CPython 3.12 or 3.13 on PATH or under pyenv. Install one with its headers, for example" >&2
    echo "  Ubuntu 24.04, Debian 13:  apt-get install python3-dev python3-venv" >&2
    echo "  elsewhere:                pyenv install 3.12" >&2
    echo "or name it: make PYTHON=/path/to/python3.12" >&2
    exit 2
fi
exec "$found" -S -m "$@"
