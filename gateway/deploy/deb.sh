#!/usr/bin/env bash
# Makes the gateway's Debian package of a built program, for this kind of machine. For `make deb-gateway`; the speaker's
# is made by deploy/deb.sh.
#   gateway/deploy/deb.sh BINARY FOLDER [VERSION]
set -euo pipefail
cd "$(dirname "$0")/../.."

[ $# -ge 2 ] && [ $# -le 3 ] || { sed -n '4s/^# *//p' "$0" >&2; exit 64; }
# shellcheck source=deploy/deb-begin.sh
. deploy/deb-begin.sh

install -D -m 755 "$binary" "$root/usr/bin/anicca-gateway"
strip --strip-unneeded --remove-section=.comment "$root/usr/bin/anicca-gateway"
install -D -m 644 gateway/deploy/anicca-gateway.service "$root/usr/lib/systemd/system/anicca-gateway.service"
install -D -m 644 gateway/deploy/sysusers.conf "$root/usr/lib/sysusers.d/anicca-gateway.conf"
install -D -m 644 gateway/deploy/gateway.yaml "$root/etc/anicca-gateway/gateway.yaml"
install -D -m 644 gateway/deploy/anicca-gateway.8 "$root/usr/share/man/man8/anicca-gateway.8"
gzip -9n "$root/usr/share/man/man8/anicca-gateway.8"
document=$root/usr/share/doc/anicca-gateway
install -d "$document/docs" "$document/examples"
install -m 644 gateway/*.md "$document"
install -m 644 gateway/docs/*.md "$document/docs"
install -m 644 gateway/deploy/examples/* "$document/examples"
# What lies outside of the package is named, without a link.
sed -i -E 's#\[([^]]*)\]\((\.\./)+[^)]*\)#\1#g' "$document/README.md" "$document/README.ja.md"
install -m 644 gateway/deploy/debian/copyright "$document/copyright"
{
    printf 'anicca-gateway (%s) unstable; urgency=medium\n\n  * Its changes are in CHANGELOG.md of the project.\n\n' "$version"
    printf ' -- %s  %s\n' "$maintainer" "$(LC_ALL=C date -R -u -d "@$SOURCE_DATE_EPOCH")"
} | gzip -9n >"$document/changelog.gz"

install -d "$root/DEBIAN"
for script in postinst prerm postrm; do install -m 755 "gateway/deploy/debian/$script" "$root/DEBIAN/$script"; done
echo /etc/anicca-gateway/gateway.yaml >"$root/DEBIAN/conffiles"

# A debug build is linked to Swift's own libraries, which are of no package: only tests install such a one.
mkdir -p "$work/debian"
echo 'Source: anicca-gateway' >"$work/debian/control"
(cd "$work" && dpkg-shlibdeps --ignore-missing-info -Tsubstvars -dDepends -eroot/usr/bin/anicca-gateway 2>"$work/said") ||
    { cat "$work/said" >&2; exit 70; }
libraries=$(sed -n 's/^shlibs:Depends=//p' "$work/substvars")
[ -n "$libraries" ] || { echo "deb: no dependencies were found" >&2; exit 70; }

# Loaded late: libcurl with the first conversation, libopus with the first speech, libpq where PostgreSQL is asked for.
size=$(du -k -s --apparent-size --exclude=DEBIAN "$root" | cut -f 1)
cat >"$root/DEBIAN/control" <<CONTROL
Package: anicca-gateway
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $size
Depends: $libraries, systemd | systemd-standalone-sysusers, tzdata
Recommends: ca-certificates, libcurl4t64 | libcurl4, libopus0
Suggests: libpq5, nginx | caddy, postgresql
Section: net
Priority: optional
Description: server behind Anicca bedside speakers
 Signs speakers in, keeps their owner's profile, opens their conversations and
 counts the minutes, for one household on SQLite or for a fleet on PostgreSQL.
 .
 It listens on this machine only; a proxy with TLS stands before it. A speaker
 rings without it.
CONTROL
(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"

find "$root" -newermt "@$SOURCE_DATE_EPOCH" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
package=$folder/anicca-gateway_${version}_$architecture.deb
dpkg-deb --root-owner-group "${compression[@]}" --build "$root" "$work/new.deb" >/dev/null
mv -f "$work/new.deb" "$package"
echo "$package: $(stat --format %s "$package") bytes, $size KiB installed"
