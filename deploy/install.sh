#!/usr/bin/env bash
# Copies the built program, its data and its system files. For `make install` and `make uninstall`.
#   deploy/install.sh BINARY DESTDIR PREFIX
#   deploy/install.sh --remove DESTDIR PREFIX
set -euo pipefail
cd "$(dirname "$0")/.."

[ $# -eq 3 ] || { sed -n '2,4s/^# *//p' "$0" >&2; exit 64; }
binary=$1 root=$2 prefix=$3
case $prefix in
    /*) ;;
    *) echo "install: PREFIX must begin with / (it is '$prefix')" >&2; exit 64 ;;
esac
to=$root$prefix
# A program for another machine runs in an emulator (Makefile).
read -ra run <<<"${EMULATOR-}"
run+=("$binary")

# Installing on a live system, or into a folder for a package?
is_live=no
[ -n "$root" ] || [ ! -d /run/systemd/system ] || is_live=yes

units=(systemd/system/anicca.service sysusers.d/anicca.conf tmpfiles.d/anicca.conf udev/rules.d/60-anicca-gpio.rules)
helpers=(keep-state ssh-provision)
completions=(
    share/bash-completion/completions/anicca share/zsh/site-functions/_anicca share/fish/vendor_completions.d/anicca.fish
)

if [ "$binary" = --remove ]; then
    [ $is_live = no ] || systemctl disable --now anicca.service 2>/dev/null || true
    # Of what is below share/anicca only what this script installs; what the owner has put there stays, and is named.
    for data in Prompts board; do
        find "$data" -type f -print0 | while IFS= read -r -d '' file; do rm -f "$to/share/anicca/$file"; done
    done
    rm -f "$to/share/anicca/Prompts/offline/rendered"/words_*.wav "$to/share/anicca"/{version,migrations}
    if [ -d "$to/share/anicca" ]; then
        find "$to/share/anicca" -depth -type d -empty -delete
        if [ -d "$to/share/anicca" ]; then
            echo "install: these files are not from here and stay:" >&2
            find "$to/share/anicca" ! -type d >&2
        fi
    fi
    rm -rf "$to/share/doc/anicca" "$to/lib/anicca"
    rm -f "$to/bin/anicca" "${units[@]/#/$to/lib/}" "${completions[@]/#/$to/}" "$to/share/man/man1/anicca.1"
    rm -f "$root/etc/ssh/sshd_config.d/anicca.conf"
    [ $is_live = no ] || systemctl daemon-reload
    exit 0
fi

# A login `anicca` that is somebody's own is not taken over, as by the package.
[ $is_live = no ] || deploy/debian/preinst install || exit 77

if ! mkdir -p "$to/bin" 2>/dev/null || [ ! -w "$to/bin" ]; then
    echo "install: $to is not writable for $(id -un): sudo make install, or another PREFIX" >&2
    exit 73
fi

# Written under another name first: a running appliance keeps its file, and a full disk leaves the old program whole.
install -m 755 -s --strip-program="${STRIP:-strip}" "$binary" "$to/bin/.anicca.new"
mv -f "$to/bin/.anicca.new" "$to/bin/anicca"

for data in Prompts board; do
    find "$data" -type f ! -name '*.py' ! -path '*/__pycache__/*' -print0 |
        while IFS= read -r -d '' file; do install -D -m 644 "$file" "$to/share/anicca/$file"; done
done
# What the device says of help lines, recorded once: it is said then although the synthesizer fails (SAFE-2).
# Other recordings in that folder are the owner's.
rendered=$to/share/anicca/Prompts/offline/rendered
rm -f "$rendered"/words_*.wav
if command -v espeak-ng >/dev/null; then
    mkdir -p "$rendered"
    "${run[@]}" prompt recorded Prompts | while IFS=$'\t' read -r key language speed words; do
        espeak-ng --stdin -b 1 -v "$language" -s "$speed" -w "$rendered/$key.wav" <<<"$words"
        chmod 644 "$rendered/$key.wav"
    done
else
    echo "install: espeak-ng is missing, so the words about help lines are not recorded" >&2
fi
# The documents are laid out as in the repository, so that their links work. A link to a file that is not installed (a
# source, a test) becomes plain text.
documents=$to/share/doc/anicca
for file in README.md README.ja.md SECURITY.md SECURITY.ja.md SAFETY.md SAFETY.ja.md CHANGELOG.md LICENSE docs/*.md docs/*.svg; do
    install -D -m 644 "$file" "$documents/$file"
done
ln -sfn ../../anicca/board "$documents/board"
for file in "$documents"/*.md "$documents"/docs/*.md; do
    { grep -oE '\]\([^)#: ]+' "$file" || true; } | cut -c 3- | sort -u | while IFS= read -r target; do
        [ -e "${file%/*}/$target" ] || sed -i -E "s#!?\[([^]]*)\]\(${target//./\\.}(\#[^)]*)?\)#\1#g" "$file"
    done
done

# Replaces /usr/local in the repository's files by the prefix.
place() { # place MODE SOURCE TARGET
    install -D -m "$1" "$2" "$3"
    sed -i "s#/usr/local/#$prefix/#g" "$3"
}
for unit in "${units[@]}"; do
    case $unit in
        systemd/*) source=deploy/${unit##*/} ;;
        udev/*) source=deploy/udev/${unit##*/} ;;
        *) source=deploy/$unit ;;
    esac
    place 644 "$source" "$to/lib/$unit"
done
for helper in "${helpers[@]}"; do place 755 "deploy/$helper" "$to/lib/anicca/$helper"; done
place 644 deploy/ssh/anicca.conf "$root/etc/ssh/sshd_config.d/anicca.conf"
[ -e "$root/etc/anicca/anicca.yaml" ] || place 644 deploy/anicca.yaml "$root/etc/anicca/anicca.yaml"
place 644 deploy/anicca.1 "$to/share/man/man1/anicca.1"

# The version, the number of its database schema and the names of its migrations. keep-state decides by them what to
# keep.
sed -n 's/.*Schema\.Migration(number: \([0-9]*\), name: "\([^"]*\)".*/v\1 \2/p' Sources/Store/Tables/*.swift |
    sort -V >"$to/share/anicca/migrations"
chmod 644 "$to/share/anicca/migrations"
schema=$(wc -l <"$to/share/anicca/migrations")
echo "${ANICCA_VERSION:-$("${run[@]}" --version)} $schema" >"$to/share/anicca/version"
chmod 644 "$to/share/anicca/version"

for shell in bash zsh fish; do
    case $shell in
        bash) file=${completions[0]} ;;
        zsh) file=${completions[1]} ;;
        fish) file=${completions[2]} ;;
    esac
    mkdir -p "$(dirname "$to/$file")"
    # A shell reads these files and does not run them, so the first line that names an interpreter is removed.
    "${run[@]}" completions "$shell" | sed '1{/^#!/d}' >"$to/$file"
done

if [ $is_live = yes ]; then
    systemd-sysusers "$to/lib/sysusers.d/anicca.conf"
    # Earlier versions created the user without a login shell.
    usermod --shell "$to/lib/anicca/ssh-provision" anicca
    systemd-tmpfiles --create "$to/lib/tmpfiles.d/anicca.conf"
    udevadm control --reload &&
        udevadm trigger --action=add --subsystem-match=gpio --subsystem-match=leds --subsystem-match=rtc || true
    systemctl daemon-reload
    systemctl try-reload-or-restart ssh.service || true
    if systemctl is-active --quiet anicca.service; then
        systemctl restart anicca.service
        echo "installed and restarted."
        exit 0
    fi
    echo "installed. Next: put your board file at /etc/anicca/board.yaml (examples: $to/share/anicca/board),"
    echo "then: sudo systemctl enable --now anicca"
else
    echo "installed below $to"
fi
