# shellcheck shell=bash
# Shared by the scripts of this folder.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cache=${BOARD_CACHE:-$root/.build/board}
mkdir -p "$cache"

say() { printf 'board: %s\n' "$*" >&2; }
fail() {
    printf 'board: %s\n' "$@" >&2
    exit 1
}
# Several runs may ask at once: the first one makes it, the others wait for it.
one_at_a_time() {
    exec 9>"$cache/$1.lock"
    flock --timeout 900 9 || fail "somebody else has been making $cache/$1 for too long"
}
# sbin is not on everybody's PATH.
tool() {
    PATH=$PATH:/usr/sbin:/sbin command -v "$1" || fail "$1 is missing: deploy/setup-debian.sh --for board"
}
update_lists() {
    local as_root=()
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null 2>&1 || fail "apt's lists are old, and there is no sudo: as root, apt-get update"
        as_root=(sudo)
    fi
    "${as_root[@]}" apt-get -qq -o DPkg::Lock::Timeout=120 update >&2 ||
        fail "apt-get update failed. Is there a network, and is /etc/apt/sources.list right?"
}
