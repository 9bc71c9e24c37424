#!/usr/bin/env bash
# Makes and installs a Swift SDK for arm64, for the same release of Debian as this machine. For `make deb SWIFT_SDK=…`.
#   deploy/swift-sdk-arm64.sh TOOLCHAIN
#
# TOOLCHAIN is an unpacked arm64 toolchain of exactly the version that `swift` has here: swift.org's, or Debian's package
# swiftlang. Only its standard library is used. The C libraries are those that a board builds with; this machine's apt
# finds them for arm64. Needs no root, and changes nothing except `swift sdk list`.
set -euo pipefail
[ $# -eq 1 ] || { sed -n '3s/^# *//p' "$0" >&2; exit 64; }
given=$(realpath "$1")
cd "$(dirname "$0")/.."
toolchain=$(find "$given" -type d -path '*/lib/swift_static/linux' -print -quit)
[ -n "$toolchain" ] || { echo "swift-sdk-arm64: no lib/swift_static is in $1" >&2; exit 66; }
toolchain=${toolchain%/swift_static/linux}
. /etc/os-release
name=debian$VERSION_ID-arm64

mkdir -p .build
work=$(mktemp -d "$PWD/.build/sdk.XXXXXX")
trap 'rm -rf "$work"' EXIT
bundle=$work/$name.artifactbundle
sysroot=$bundle/$name/sysroot
mkdir -p "$sysroot/usr/lib" "$sysroot/DEBIAN" "$work"/apt/{lists,archives}/partial
ln -s usr/lib "$sysroot/lib"

# A separate apt configuration, for an imaginary machine without packages, with this machine's sources.
touch "$work/apt/status"
cat >"$work/apt/conf" <<CONF
APT { Architecture "arm64"; Architectures { "arm64"; }; Default-Release "$VERSION_CODENAME"; Sandbox::User ""; };
Dir { State "$work/apt"; State::status "$work/apt/status"; Cache "$work/apt"; };
CONF
export APT_CONFIG=$work/apt/conf
apt-get -qq update
mapfile -t packages < <(deploy/setup-debian.sh --names build | grep -E '^lib.*-dev|^g\+\+$')
apt-get -qq -y --download-only --no-install-recommends install "${packages[@]}"

# dpkg-shlibdeps reads a package's data from the folder DEBIAN beside it; here one folder serves all packages.
for package in "$work"/apt/archives/*.deb; do
    dpkg-deb --extract "$package" "$sysroot"
    for file in symbols shlibs; do
        dpkg-deb --ctrl-tarfile "$package" | tar -xO "./$file" >>"$sysroot/DEBIAN/$file" 2>/dev/null || true
    done
done
rm -rf "$sysroot"/usr/{bin,libexec,sbin} "$sysroot"/usr/share/{doc,locale,man} "$sysroot"/usr/lib/gcc/*/*/{cc1*,lto*}
# A link that begins at the root would lead out of this folder.
find "$sysroot" -type l -lname '/*' -printf '%P %l\n' | while read -r link target; do
    ln -snfr "$sysroot$target" "$sysroot/$link"
done

tar -C "$toolchain" --exclude=swift/embedded --exclude=swift/host --exclude=swift/pm -c swift swift_static clang |
    tar -C "$sysroot/usr/lib" -x
cat >"$bundle/info.json" <<JSON
{"schemaVersion": "1.0", "artifacts": {"$name": {
    "type": "swiftSDK", "version": "$VERSION_ID", "variants": [{"path": "$name"}]}}}
JSON
cat >"$bundle/$name/swift-sdk.json" <<JSON
{"schemaVersion": "4.0", "targetTriples": {"aarch64-unknown-linux-gnu": {
    "sdkRootPath": "sysroot", "toolsetPaths": ["toolset.json"],
    "swiftResourcesPath": "sysroot/usr/lib/swift", "swiftStaticResourcesPath": "sysroot/usr/lib/swift_static"}}}
JSON
cat >"$bundle/$name/toolset.json" <<JSON
{"schemaVersion": "1.0", "swiftCompiler": {"extraCLIOptions": ["-use-ld=lld"]}}
JSON

swift=${SWIFT:-swift}
! "$swift" sdk list | grep -qx "$name" || "$swift" sdk remove "$name"
"$swift" sdk install "$bundle"
