#!/usr/bin/env bash
# Makes .build/peers-venv once, with what Tests/Peers and gateway/Tests/peers.py need from PyPI, and prints its
# interpreter's path. Fast when it is good already: the requirements' hash and the interpreter's version are kept beside it.
# PEERS_PYTHON: an interpreter that has all of it already, such as another machine's; printed as it is.
# PEERS_VENV, PEERS_REQUIREMENTS and PEERS_IMPORTS: another one, for other peers (gateway/Tests/bench_peers).
set -euo pipefail
cd "$(dirname "$0")/../.."
: "${PYTHON:=python3}" "${PEERS_VENV:=$PWD/.build/peers-venv}" "${PIP_TIMEOUT_SECONDS:=300}"

fail() {
    printf 'make_venv: %s\n' "$@" >&2
    exit 1
}
imports=${PEERS_IMPORTS:-import aiortc, aiohttp, authlib, av, numpy, schemathesis}
if [ -n "${PEERS_PYTHON:-}" ]; then
    "$PEERS_PYTHON" -c "$imports" >&2 || fail "$PEERS_PYTHON lacks what Tests/Peers needs"
    printf '%s\n' "$PEERS_PYTHON"
    exit 0
fi
requirements=${PEERS_REQUIREMENTS:-Tests/Peers/requirements.txt}
wanted=$({
    "$PYTHON" --version
    cat "$requirements"
} | sha256sum | cut -d ' ' -f 1)
python=$PEERS_VENV/bin/python
is_good() { [ -x "$python" ] && [ "$(cat "$PEERS_VENV/.requirements" 2>/dev/null)" = "$wanted" ]; }

if ! is_good; then
    mkdir -p "$(dirname "$PEERS_VENV")"
    # Several test suites may ask at once; the first one makes it, the others wait for it.
    exec 9>"$PEERS_VENV.lock"
    flock --timeout $((PIP_TIMEOUT_SECONDS + 60)) 9 || fail "somebody else has been making $PEERS_VENV for too long"
    if ! is_good; then
        rm -rf "$PEERS_VENV"
        log=$PEERS_VENV.log
        "$PYTHON" -m venv "$PEERS_VENV" >"$log" 2>&1 ||
            fail "'$PYTHON -m venv' failed; on Debian: apt-get install python3-venv" "$(tail -n 3 "$log")"
        timeout --kill-after=10 "$PIP_TIMEOUT_SECONDS" "$python" -m pip install --quiet --no-input --retries 3 \
            --disable-pip-version-check --only-binary=:all: --no-deps -r "$requirements" >"$log" 2>&1 ||
            fail "pip could not install $requirements (is there a network?):" "$(tail -n 5 "$log")"
        "$python" -c "$imports" >"$log" 2>&1 ||
            fail "what pip installed does not start:" "$(tail -n 3 "$log")"
        printf '%s\n' "$wanted" >"$PEERS_VENV/.requirements"
    fi
fi
printf '%s\n' "$python"
