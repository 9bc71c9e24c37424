#!/usr/bin/env bash
# Sets a Debian 12 or 13 machine up for Anicca. Installs only what is missing; a second run needs no network and no root.
#
#   deploy/setup-debian.sh --for build,run
#   deploy/setup-debian.sh --names build    # installs nothing; prints the packages that it would install, one a line
#
# build:       compile it (needs Swift, which this script never downloads)
# run:         what the built program needs on a machine
# cross:       compile it for arm64 on another machine, with a Swift SDK (deploy/swift-sdk-arm64.sh)
# test:        everything the tests, the bench and the torture need (build and run included)
# browser:     Chromium, which the tests use as a peer if it is installed
# bench-peers: the other WebRTC client that `make bench-peers` measures against
# gateway:     compile and test the gateway: gateway/ (PostgreSQL as its other database; tests start their own)
# gateway-bench: measure the gateway, too: the Go that one of its peers is written in
# gateway-package: test its Debian package, too: what makes a bare Debian, and the proxies before it
# board:       the emulator and the tools that Tests/VirtualBoard and Tests/System make virtual boards with (Debian 12, amd64)
set -euo pipefail

readonly minimum_swift=6.2
readonly tested_swift=6.3.1

# A name with | is a choice: any installed one will do, else the first that this release of Debian has is installed.
readonly toolchain_packages=(binutils ca-certificates g++ git libc6-dev libcurl4 libedit2 libncurses6 libxml2 make)
readonly build_packages=(
    dpkg-dev espeak-ng libasound2-dev libcurl4-openssl-dev libgpiod-dev libnice-dev libopus-dev libspeexdsp-dev libsqlite3-dev
    libsrtp2-dev libssl-dev libusrsctp-dev libwebsockets-dev
    'libwebrtc-audio-processing-dev|libwebrtc-audio-processing-1-dev' pkg-config
)
readonly cross_packages=(binutils-aarch64-linux-gnu dpkg-dev pkg-config qemu-user)
readonly run_packages=(
    alsa-utils ca-certificates espeak-ng 'libasound2t64|libasound2' libasound2-plugins libcurl4 'libgpiod2|libgpiod3'
    libnice10 libopus0 libspeexdsp1 libsqlite3-0 libsrtp2-1 libssl3 libusrsctp2
    'libwebsockets17|libwebsockets19t64|libwebsockets19' 'libwebrtc-audio-processing1|libwebrtc-audio-processing-1-3'
    tzdata
)
readonly test_packages=(
    debootstrap lintian openssl pulseaudio pulseaudio-utils python3 python3-venv sox systemd-container tmux
)
readonly browser_packages=(chromium)
readonly bench_peers_packages=(
    gir1.2-gst-plugins-bad-1.0 gir1.2-gst-plugins-base-1.0 gstreamer1.0-nice gstreamer1.0-plugins-bad
    gstreamer1.0-plugins-base gstreamer1.0-plugins-good python3-gi
)
readonly gateway_packages=(
    curl libcurl4-openssl-dev libopus-dev libpq-dev libpq5 libsqlite3-dev openssl opus-tools postgresql python3 python3-venv
    util-linux
)
readonly gateway_bench_packages=(golang-go libpq-dev)
readonly gateway_package_packages=(caddy debootstrap dpkg-dev nginx)
# gcc-12 is Debian 12's compiler of its kernel; libelf1 is used to check a kernel module during the build.
readonly board_packages=(
    alsa-utils binutils busybox-static cpio dmsetup e2fsprogs espeak-ng gcc-12 iproute2 kmod libasound2-data libc6-dev
    libelf1 make openssh-client python3 qemu-system-x86 tzdata util-linux xz-utils
)

say() { printf 'set-up: %s\n' "$*"; }
fail() {
    printf 'set-up: %s\n' "$@" >&2
    exit 1
}
usage() {
    printf 'usage: %s --for|--names build|cross|run|test|browser|bench-peers|gateway|gateway-bench|gateway-package|board[,...]\n' "${0##*/}" >&2
    exit 64
}

for_build=no for_cross=no for_run=no for_test=no for_browser=no for_bench_peers=no for_gateway=no for_gateway_bench=no for_gateway_package=no for_board=no
[ $# -eq 2 ] && { [ "$1" = --for ] || [ "$1" = --names ]; } || usage
IFS=, read -ra purposes <<<"$2"
for purpose in "${purposes[@]}"; do
    case $purpose in
        build) for_build=yes ;;
        cross) for_cross=yes ;;
        run) for_run=yes ;;
        test) for_build=yes for_run=yes for_test=yes ;;
        browser) for_browser=yes ;;
        bench-peers) for_bench_peers=yes ;;
        gateway) for_gateway=yes ;;
        gateway-bench) for_gateway=yes for_gateway_bench=yes ;;
        gateway-package) for_gateway=yes for_gateway_package=yes ;;
        board) for_run=yes for_board=yes ;;
        *) usage ;;
    esac
done

swift=${SWIFT:-swift} compiles=no
[ "$for_build$for_cross$for_gateway" = nonono ] || compiles=yes
swift_help=(
    "Anicca is written in Swift ${minimum_swift} or newer (tested with ${tested_swift})."
    "Get it from https://www.swift.org/install/linux/ for your Debian release, put its usr/bin on the PATH,"
    "open a new shell, check with 'swift --version', and type the same command again."
    "(A toolchain elsewhere: make SWIFT=/path/to/usr/bin/swift ...)"
)

# Swift is checked first, so that nothing is installed on a machine that cannot build anyway.
if [ $compiles = yes ] && ! command -v "$swift" >/dev/null 2>&1; then
    if [ "$(id -u)" = 0 ] && [ -n "${SUDO_USER:-}" ]; then
        swift_help+=("You are using sudo, which does not keep your PATH: run make without it; it asks for root itself.")
    fi
    fail "Swift is missing: no '$swift' on the PATH." "${swift_help[@]}"
fi

# The virtual board uses Debian 12's kernel for amd64; on other systems its tests are left out (.ci/test).
if [ "$for_board" = yes ] && [ "$(. /etc/os-release && echo "$ID $VERSION_ID $(uname -m)")" != "debian 12 x86_64" ]; then
    say "the virtual board wants Debian 12 on amd64: left out here"
    for_board=no
fi

wanted=()
[ $compiles = no ] || wanted+=("${toolchain_packages[@]}")
[ "$for_build" = no ] || wanted+=("${build_packages[@]}")
[ "$for_cross" = no ] || wanted+=("${cross_packages[@]}")
[ "$for_run" = no ] || wanted+=("${run_packages[@]}")
[ "$for_test" = no ] || wanted+=("${test_packages[@]}")
[ "$for_browser" = no ] || wanted+=("${browser_packages[@]}")
[ "$for_bench_peers" = no ] || wanted+=("${bench_peers_packages[@]}")
[ "$for_gateway" = no ] || wanted+=("${gateway_packages[@]}")
[ "$for_gateway_bench" = no ] || wanted+=("${gateway_bench_packages[@]}")
[ "$for_gateway_package" = no ] || wanted+=("${gateway_package_packages[@]}")
[ "$for_board" = no ] || wanted+=("${board_packages[@]}")

if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
    fail "this is not Debian (no dpkg and apt-get). Install these by your system's names, then 'make build':" \
        "${wanted[*]}"
fi

choose() { # choose ENTRY: the first of its names that apt has
    local choices name
    IFS='|' read -ra choices <<<"$1"
    for name in "${choices[@]}"; do
        [ ${#choices[@]} -gt 1 ] || break
        [ -z "$(apt-cache --names-only search "^${name}\$")" ] || { echo "$name"; return; }
    done
    echo "${choices[0]}"
}

if [ "$1" = --names ]; then
    for entry in "${wanted[@]}"; do choose "$entry"; done
    exit
fi

# Installed packages and what they provide (Debian 13 has libasound2t64 for libasound2), one name a line.
installed=$(
    dpkg-query --show --showformat '${db:Status-Status}\t${Package}\t${Provides}\n' | awk -F '\t' '
        $1 == "installed" {
            print $2
            count = split($3, provided, /, */)
            for (i = 1; i <= count; i++) { sub(/[ (].*/, "", provided[i]); if (provided[i] != "") print provided[i] }
        }'
)
is_installed() { grep -qxF -- "$1" <<<"$installed"; }

missing=()
for entry in "${wanted[@]}"; do
    found=no
    IFS='|' read -ra choices <<<"$entry"
    for name in "${choices[@]}"; do ! is_installed "$name" || found=yes; done
    [ "$found" = yes ] || missing+=("$entry")
done

if [ ${#missing[@]} -gt 0 ]; then
    as_root=()
    if [ "$(id -u)" != 0 ]; then
        if command -v sudo >/dev/null 2>&1; then
            as_root=(sudo)
        else
            fail "these Debian packages are missing: ${missing[*]}" \
                "They need root, and there is no sudo here. As root: ${0} --for $2" \
                "(with Swift on root's PATH where it is for build or test), or install them with apt-get."
        fi
    fi
    say "installing through apt: ${missing[*]}"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120 update ||
        fail "apt-get update failed. Is there a network, and is /etc/apt/sources.list right?"
    names=()
    for entry in "${missing[@]}"; do names+=("$(choose "$entry")"); done
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=120 \
        -o Dpkg::Use-Pty=0 install --no-install-recommends "${names[@]}" >/dev/null ||
        fail "apt-get could not install: ${names[*]}" "Its own message is above. This wants Debian 12 or 13."
fi

if [ $compiles = yes ]; then
    # Only now, because on a bare machine the toolchain itself needs some of the packages above.
    version_text=$("$swift" --version 2>&1) || fail "'$swift --version' failed:" "$version_text" "${swift_help[@]}"
    version=$(sed -nE 's/.*Swift version ([0-9]+(\.[0-9]+)*).*/\1/p' <<<"$version_text" | head -n 1)
    [ -n "$version" ] || fail "'$swift' is not the Swift compiler: $version_text" "${swift_help[@]}"
    oldest=$(printf '%s\n%s\n' "$minimum_swift" "$version" | sort -V | head -n 1)
    [ "$oldest" = "$minimum_swift" ] ||
        fail "Swift $version is too old: $minimum_swift or newer is needed." "${swift_help[@]}"
fi
