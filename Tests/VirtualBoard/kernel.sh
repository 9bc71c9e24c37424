#!/usr/bin/env bash
# Makes the virtual board's kernel from Debian's packages, once, and prints the folder that holds it: `vmlinux` (for PVH
# boot), `modules/` (a tree for depmod) and `version`. Nothing is installed on this machine, nothing of it is committed.
#
# Debian's kernel lacks gpio-sim: it is built out of tree against the matching headers, from the matching source.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/common.sh"

series=6.1
# What the guest loads, with what those need.
modules=(
    virtio_pci virtio_blk virtio_console virtio_net ext4 crc32c_generic crc32c-intel configfs
    snd-hda-intel snd-hda-codec-generic snd-usb-audio snd-aloop xhci-pci
    dm-mod dm-flakey dm-log-writes sch_netem ifb sch_ingress act_mirred cls_matchall i6300esb
)

key=$(cat "$here/kernel.sh" "$here/common.sh" | sha256sum | cut -c 1-12)
one_at_a_time kernel
for made in "$cache"/kernel-*-"$key"; do
    [ ! -f "$made/complete" ] || { printf '%s\n' "$made"; exit 0; }
done
[ "$(dpkg --print-architecture)" = amd64 ] || fail "the virtual board is made on amd64 only, for now."

work=$(mktemp -d "$cache/making.XXXXXX")
trap 'rm -rf "$work"' EXIT

packages_of() { # release
    printf '%s\n' "linux-image-$1" "linux-headers-$1" "linux-headers-${1%-amd64}-common" "linux-kbuild-$series" \
        linux-compiler-gcc-12-x86 "linux-source-$series"
}
# Every release of which apt has all six packages in one and the same version, newest first: "release version". Debian's
# archive changes in steps, a signed image hours after its headers, and meanwhile the newest release is not whole.
whole_releases() {
    local release version
    apt-cache pkgnames "linux-image-$series." | sed -n 's/^linux-image-\([0-9.]*-[0-9]*-amd64\)$/\1/p' | sort -rV |
        while IFS= read -r release; do
            packages_of "$release" | xargs apt-cache madison | awk '{ print $1, $3 }' | sort -u |
                cut -d ' ' -f 2 | sort -V | uniq -c | while read -r count version; do
                    [ "$count" != "$(packages_of "$release" | wc -l)" ] || printf '%s %s\n' "$release" "$version"
                done
        done
}
download() { # release version
    say "fetching Debian's kernel $1 ($2), its headers and its source: about 225 MB"
    (cd "$work" && packages_of "$1" | sed "s/\$/=$2/" | xargs apt-get -qq -o APT::Sandbox::User=root download >&2)
}
fetch_newest() { # leaves `release` and `version`
    while read -r release version; do
        ! download "$release" "$version" || return 0
        rm -f "$work"/*.deb
    done < <(whole_releases)
    return 1
}
if ! fetch_newest; then
    update_lists
    fetch_newest || fail "apt could fetch no kernel of series $series with headers and source of the same version." \
        "This wants Debian 12 (bookworm) in apt's sources, and a network. Look at: apt-cache policy linux-source-$series"
fi

say "unpacking"
sources=(drivers/gpio/gpio-sim.c drivers/gpio/gpiolib.h kernel/irq/irq_sim.c scripts/extract-vmlinux)
mkdir "$work/headers" "$work/image" "$work/sim"
for part in "$work"/linux-{headers,kbuild,compiler}*.deb; do dpkg -x "$part" "$work/headers"; done
dpkg -x "$work/$(cd "$work" && echo linux-image-*.deb)" "$work/image"
dpkg-deb --fsys-tarfile "$work"/linux-source-*.deb | tar -xO "./usr/src/linux-source-$series.tar.xz" | xz -dc -T0 |
    tar -x -C "$work/sim" --strip-components=1 "${sources[@]/#/linux-source-$series/}"

say "building gpio-sim"
# The header packages expect to be in /usr/src. Simulated interrupts are missing too: they become part of the module.
headers=$work/headers/usr/src/linux-headers-$release
sed -i "s#/usr/src/#$work/headers/usr/src/#g" "$headers/Makefile"
cp "$work/sim/drivers/gpio/gpio-sim.c" "$work/sim/drivers/gpio/gpiolib.h" "$work/sim/"
# irq_to_desc is not exported to modules: by way of the interrupt's data it is the same.
sed -e 's/irq_to_desc(irqnum)/irq_data_to_desc(irq_get_irq_data(irqnum))/' -e '/^EXPORT_SYMBOL/d' \
    "$work/sim/kernel/irq/irq_sim.c" >"$work/sim/irq_sim.c"
grep -q irq_data_to_desc "$work/sim/irq_sim.c" || fail "kernel/irq/irq_sim.c of $version is not what it was."
printf 'obj-m := gpio-sim-board.o\ngpio-sim-board-y := gpio-sim.o irq_sim.o\n' >"$work/sim/Kbuild"
make -s -C "$headers" M="$work/sim" modules >"$work/build.log" 2>&1 ||
    fail "gpio-sim does not build:" "$(tail -n 20 "$work/build.log")"

result=$work/result
tree=$work/image/lib/modules/$release
mkdir -p "$result/modules/lib/modules/$release/extra"
strip -g -o "$result/modules/lib/modules/$release/extra/gpio-sim-board.ko" "$work/sim/gpio-sim-board.ko"
"$(tool depmod)" -b "$work/image" "$release"
for module in "${modules[@]}"; do
    needed=$("$(tool modprobe)" -d "$work/image" -S "$release" --show-depends "$module") ||
        fail "this kernel has no module $module"
    sed -n 's/^insmod \([^ ]*\).*/\1/p' <<<"$needed"
done | sort -u | while IFS= read -r file; do
    install -D -m 644 "$file" "$result/modules/lib/modules/$release/${file#"$tree/"}"
done
cp "$tree"/modules.{order,builtin,builtin.modinfo} "$result/modules/lib/modules/$release/"
"$(tool depmod)" -b "$result/modules" "$release"
bash "$work/sim/scripts/extract-vmlinux" "$work/image/boot/vmlinuz-$release" >"$result/vmlinux"
[ -s "$result/vmlinux" ] || fail "no kernel could be extracted from vmlinuz-$release"
printf '%s %s\n' "$release" "$version" >"$result/version"
touch "$result/complete"
rm -rf "$cache/kernel-$release-$key"
mv "$result" "$cache/kernel-$release-$key"
say "kernel $release is ready: $(du -sh "$cache/kernel-$release-$key" | cut -f 1)"
printf '%s\n' "$cache/kernel-$release-$key"
