#!/usr/bin/env bash
# Makes what the virtual board boots: a small RAM disk (busybox, the kernel's modules, /etc) and a read-only disk for
# /usr (this machine's libraries and tools, the program as `make install` would lay it out). Prints the paths of the
# kernel, the RAM disk and the system's disk, and the frequency (kHz) that the guest's processors count at.
#
#   Tests/VirtualBoard/guest.sh .build/release/anicca
#
# What is the same for every program is made once; both are in .build/board.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/common.sh"
[ $# -eq 1 ] || { sed -n '6s/^# *//p' "$0" >&2; exit 64; }
binary=$(readlink -f "$1")
[ -x "$binary" ] || fail "no program at $1: make build"

kernel=$("$here/kernel.sh")
read -r release _ <"$kernel/version"
one_at_a_time guest
multiarch=$(gcc-12 -print-multiarch 2>/dev/null || echo x86_64-linux-gnu)

programs=(amixer aplay prlimit setpriv espeak-ng tc dmsetup)
# What the program loads when a conversation is near, by name (Sources/CLateLibraries).
late=$(sed -n 's/^LIBRARY("\(.*\)")$/\1/p' "$root/Sources/CLateLibraries/names.h")
late+=" $(basename "$(readlink -f "/usr/lib/$multiarch"/libwebsockets.so.1[0-9])")"

# Files that a program needs of this machine: its shared objects, by the loader's own list.
shared_objects() {
    ldd "$@" 2>/dev/null | sed -nE 's/^.* => (\/[^ ]+) .*/\1/p; s/^[[:space:]]*(\/[^ ]+) .*/\1/p' | sort -u
}
add_libraries() {
    local to=$1 file
    shift
    shared_objects "$@" | while IFS= read -r file; do
        install -D -m 755 "$(readlink -f "$file")" "$to/usr/lib/$multiarch/$(basename "$file")"
    done
}
pack() { (cd "$1" && find . -print0 | LC_ALL=C sort -z | cpio --null --quiet -o -H newc -R 0:0) >"$2"; }

installed=$(dpkg-query -W -f '${Package} ${Version}\n' | sha256sum)
key=$(cat "$here"/guest.sh "$here"/guest/* "$here/board.yaml" <(echo "$kernel" "$installed") |
    sha256sum | cut -c 1-12)
base=$cache/guest-$key
if [ ! -d "$base" ]; then
    say "making the guest's system"
    work=$(mktemp -d "$cache/making.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    to=$work/system
    mkdir -p "$to"/{bin,dev,etc/anicca,lib,lib64,proc,root,run,sys,tmp,usr/bin,usr/lib,usr/share,usr/sbin,var}
    mkdir "$to/usr/lib/$multiarch"
    ln -s bin "$to/sbin"
    ln -s "../usr/lib/$multiarch" "$to/lib/$multiarch"
    cp "$(tool busybox)" "$to/bin/busybox"
    for applet in $(busybox --list); do [ -e "$to/bin/$applet" ] || ln -s busybox "$to/bin/$applet"; done
    for program in "${programs[@]}"; do
        rm -f "$to/bin/$program"
        cp "$(readlink -f "$(tool "$program")")" "$to/usr/bin/$program"
    done
    cp "$here"/guest/{board-panel,anicca-service} "$to/usr/bin/"
    for helper in probe feeder; do
        # Static: its own libraries are not to be the appliance's.
        gcc-12 -O2 -Wall -Werror -static -o "$to/usr/bin/board-$helper" "$here/guest/$helper.c" ||
            fail "guest/$helper.c does not compile"
    done
    chmod 755 "$to"/usr/bin/*
    install -m 755 "$here/guest/init" "$to/init"
    cp "$here/guest/mdev.conf" "$to/etc/mdev.conf"
    cp "$here/board.yaml" "$to/etc/anicca/board.yaml"
    printf 'root:x:0:0::/root:/bin/sh\nanicca:x:900:900::/var/lib/anicca:/bin/false\n' >"$to/etc/passwd"
    printf 'root:x:0:\ntty:x:5:\naudio:x:29:\nanicca:x:900:\ngpio:x:997:anicca\n' >"$to/etc/group"
    printf '127.0.0.1 localhost\n127.0.1.1 board\n' >"$to/etc/hosts"
    printf 'passwd: files\ngroup: files\nhosts: files\n' >"$to/etc/nsswitch.conf"
    cp -r "$kernel/modules/lib/modules" "$to/lib/modules"

    mkdir -p "$to/usr/share/alsa"
    cp -r /usr/share/alsa/{alsa.conf,alsa.conf.d,cards,ctl,pcm} "$to/usr/share/alsa/"
    cp -r /usr/share/zoneinfo "$to/usr/share/zoneinfo"
    rm -rf "$to"/usr/share/zoneinfo/{posix,right}
    data=/usr/lib/$multiarch/espeak-ng-data
    mkdir -p "$to$data"
    cp -r "$data"/{en_dict,ja_dict,intonations,phondata,phonindex,phontab,lang,voices} "$to$data/"
    # shellcheck disable=SC2086,SC2046  # the names are words
    add_libraries "$to" "${programs[@]/#/$to/usr/bin/}" \
        $(for name in $late; do echo "/usr/lib/$multiarch/$name"; done)
    for name in $late; do cp -L "/usr/lib/$multiarch/$name" "$to/usr/lib/$multiarch/"; done
    # TLS certificates, as OpenSSL finds them, and what is loaded by name: glibc's, and NSS's, which is in libsrtp.
    mkdir -p "$to/etc/ssl" "$to/usr/lib/ssl"
    cp -rL /etc/ssl/certs "$to/etc/ssl/certs"
    ln -s /etc/ssl/certs "$to/usr/lib/ssl/certs"
    cp -L "/lib/$multiarch"/libnss_files.so.2 "/lib/$multiarch"/libgcc_s.so.1 "$to/usr/lib/$multiarch/"
    dpkg -L libnss3 | grep '\.so$' | while IFS= read -r file; do
        install -D -m 644 "$file" "$to/$file"
    done
    cp -L /lib64/ld-linux-x86-64.so.2 "$to/lib64/"
    mkdir "$work/made"
    mv "$to/usr" "$work/made/usr"
    mkdir "$to/usr"
    pack "$to" "$work/made/root.cpio"
    find "$cache" -maxdepth 1 -name 'guest-*' -mmin +240 -exec rm -rf {} +
    mv "$work/made" "$base"
    rm -rf "$work"
fi

key=$(printf '%s ' "$key" "$(sha256sum "$binary" "$root"/deploy/install.sh)" \
    "$(cd "$root" && cat Prompts/* Prompts/*/* board/*.yaml board/sounds/*.wav 2>/dev/null | sha256sum)" |
    sha256sum | cut -c 1-12)
whole=$cache/system-$key
if [ ! -d "$whole" ]; then
    say "putting $(basename "$binary") into it"
    work=$(mktemp -d "$cache/making.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    mkdir "$work/system" "$work/made"
    cp -al "$base/usr" "$work/system/usr"
    "$root/deploy/install.sh" "$binary" "$work/system" /usr/local >/dev/null
    rm -rf "$work/system/usr/local/share/doc"
    missing=$(ldd "$binary" | sed -n 's/ => not found//p')
    [ -z "$missing" ] || fail "the program's libraries are missing on this machine:" "$missing" \
        "deploy/setup-debian.sh --for run"
    add_libraries "$work/system" "$binary"
    mv "$work/system/usr" "$work/usr"
    "$(tool mkfs.ext4)" -q -O ^has_journal -m 0 -d "$work/usr" "$work/made/system" \
        "$(($(du -sm --apparent-size "$work/usr" | cut -f 1) * 5 / 4 + 16))M" >/dev/null
    pack "$work/system" "$work/program.cpio"
    # The kernel unpacks one archive after the other.
    cat "$base/root.cpio" "$work/program.cpio" >"$work/made/initrd"
    find "$cache" -maxdepth 1 -name 'system-*' -mmin +240 -exec rm -rf {} +
    mv "$work/made" "$whole"
    rm -rf "$work"
fi
touch "$base" "$whole"
printf '%s\n' "$kernel/vmlinux" "$whole/initrd" "$whole/system" "$("$base/usr/bin/board-probe" ticks)"
