#!/usr/bin/env bash
# Makes the Debian package of a built program, for this kind of machine or, with a Swift SDK, for another. In that case
# dpkg's tools work for DEB_HOST_ARCH, and the program runs in the EMULATOR. For `make deb`.
#   deploy/deb.sh BINARY FOLDER [VERSION]
#
# It uses dpkg-deb instead of debhelper, which needs fifty more packages on the board that builds. Besides, the half page
# of scripts that decides what an upgrade does to a ringing alarm should be read, not generated (deploy/debian).
set -euo pipefail
cd "$(dirname "$0")/.."

[ $# -ge 2 ] && [ $# -le 3 ] || { sed -n '3s/^# *//p' "$0" >&2; exit 64; }
# shellcheck source=deploy/deb-begin.sh
. deploy/deb-begin.sh

ANICCA_VERSION=$version deploy/install.sh "$binary" "$root" /usr >/dev/null
gzip -9n "$root/usr/share/man/man1/anicca.1"
document=$root/usr/share/doc/anicca
install -m 644 deploy/debian/copyright "$document/copyright"
install -D -m 644 deploy/debian/lintian-overrides "$root/usr/share/lintian/overrides/anicca"
rm "$document/LICENSE" "$document/CHANGELOG.md"
sed -i -e 's#\[CHANGELOG\.md\](CHANGELOG\.md)#[changelog.gz](changelog.gz)#' \
    -e 's#\[\([^]]*\)\](LICENSE)#[\1](copyright)#' "$document"/*.md

# CHANGELOG.md in Debian's format: a part for each version, wrapped. Unreleased changes belong to the version made now.
changelog() {
    awk -v version="$version" -v maintainer="$maintainer" -v now="$(LC_ALL=C date -R -u -d "@$SOURCE_DATE_EPOCH")" '
        function finish() {
            if (name == "") return
            if (!entries) print "  * No change that a user would notice."
            printf "\n -- %s  %s\n\n", maintainer, date
        }
        function begin(what, when) {
            finish()
            name = what; date = when; entries = 0; heading = ""
            printf "anicca (%s) unstable; urgency=medium\n\n", name
        }
        function wrap(text,   words, count, i, line) {
            gsub(/[`*]/, "", text)
            text = gensub_link(text)
            count = split(text, words, " ")
            line = "  *"
            for (i = 1; i <= count; i++) {
                if (length(line) + 1 + length(words[i]) > 78) { print line; line = "   " }
                line = line " " words[i]
            }
            print line
        }
        function gensub_link(text,   from) {
            while (match(text, /\]\([^)]*\)/)) text = substr(text, 1, RSTART - 1) substr(text, RSTART + RLENGTH)
            gsub(/\[/, "", text)
            return text
        }
        /^## \[Unreleased\]/ { if (version != released) begin(version, now); next }
        /^## \[[0-9]/ {
            what = $2; gsub(/[][]/, "", what)
            when = "date -R -u -d " $4; when | getline stamp; close(when)
            begin(what == released && version == released ? version : what, stamp)
            next
        }
        /^### / { heading = $2; if (name != "") printf "%s  [ %s ]\n", entries ? "\n" : "", heading; next }
        /^- / { if (name != "") { wrap(substr($0, 3)); entries++ } }
        END { finish() }' released="$released" CHANGELOG.md
}
changelog | gzip -9n >"$document/changelog.gz"

install -d "$root/DEBIAN"
for script in preinst postinst prerm postrm; do install -m 755 "deploy/debian/$script" "$root/DEBIAN/$script"; done
(cd "$root" && find etc -type f -printf '/%p\n' | sort) >"$root/DEBIAN/conffiles"

# Finds the libraries that the program is linked to, and those that it loads only when a conversation is near. The
# program file does not show the second kind, so a small library that calls the same functions (the program's own list)
# stands in for it.
mkdir -p "$work/debian" "$work/late/DEBIAN"
echo 'Source: anicca' >"$work/debian/control"
{
    sed -n 's/^FUNCTION(\(.*\))$/extern char \1[];/p' Sources/CLateLibraries/names.h
    echo 'char *all[] = {'
    sed -n 's/^FUNCTION(\(.*\))$/    \1,/p' Sources/CLateLibraries/names.h
    echo '};'
} >"$work/late.c"
read -ra late <<<"${LATE:?run this through make deb}"
${CC:-cc} -shared -fPIC -w -o "$work/late/late.so" "$work/late.c" -Wl,--as-needed -Wl,-z,defs "${late[@]/#/-l}"
(cd "$work" && dpkg-shlibdeps ${SYSROOT:+-S"$SYSROOT"} -Tsubstvars -dDepends -eroot/usr/bin/anicca \
    -dRecommends -elate/late.so)
libraries=$(sed -n 's/^shlibs:Depends=//p' "$work/substvars")
late_libraries=$(sed -n 's/^shlibs:Recommends=//p' "$work/substvars")
[ -n "$libraries" ] && [ -n "$late_libraries" ] || { echo "deb: no dependencies were found" >&2; exit 70; }

# Its relocations are packed in a format that glibc reads from 2.36 on; no symbol's version shows that.
libraries=$(sed -E 's/\blibc6 \(>= 2\.(2[0-9]|3[0-5])\)/libc6 (>= 2.36)/' <<<"$libraries")

# Depends: what an alarm and a voice need, without any network. Recommends (apt installs these too): the live companion,
# and the mixer's tools, because some cards are muted by default. Suggests: sound servers (150 MB), and SSH.
size=$(du -k -s --apparent-size --exclude=DEBIAN "$root" | cut -f 1)
cat >"$root/DEBIAN/control" <<CONTROL
Package: anicca
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $size
Depends: $libraries, espeak-ng, systemd | systemd-standalone-sysusers, systemd | systemd-standalone-tmpfiles, tzdata
Recommends: $late_libraries, alsa-utils, ca-certificates
Suggests: libasound2-plugins, openssh-server
Section: sound
Priority: optional
Description: bedside alarm speaker with a voice companion
 Anicca wakes you at the time you set and gets louder until you answer. Press
 Start and it talks you through the first minutes: getting up, training, or
 winding down. It drives a speaker, two buttons and a light of a Raspberry Pi or
 another Linux board, and also runs in a terminal.
 .
 Alarms need no network and no account. With your own key for OpenAI's Realtime
 API the companion is a live voice; without one, an offline companion speaks.
CONTROL
(cd "$root" && find usr etc -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
sed -i '/  etc\//d' "$root/DEBIAN/md5sums"

find "$root" -newermt "@$SOURCE_DATE_EPOCH" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
package=$folder/anicca_${version}_$architecture.deb
dpkg-deb --root-owner-group "${compression[@]}" --build "$root" "$work/new.deb" >/dev/null
mv -f "$work/new.deb" "$package"
echo "$package: $(stat --format %s "$package") bytes, $size KiB installed"
