#!/usr/bin/env bash
# Starts a gateway for one household on SQLite on this machine, and prints its page and a code for its owner.
#
#   gateway/household.sh BINARY
#
# GATEWAY_STATE: the folder of the database (default: gateway/.state). Everything else is a setting of the gateway.
set -euo pipefail
[ $# -eq 1 ] || { printf 'usage: %s BINARY\n' "${0##*/}" >&2; exit 64; }

state=${GATEWAY_STATE:-$(dirname "$0")/.state}
mkdir -p "$state"
chmod 700 "$state"
export ANICCA_GATEWAY_DATABASE=${ANICCA_GATEWAY_DATABASE:-sqlite:$(cd "$state" && pwd)/gateway.sqlite}
"$1" migrate
"$1" owner-code
exec "$1" serve
