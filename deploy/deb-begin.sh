# shellcheck shell=bash disable=SC2034
# How both packages begin, the speaker's (deploy/deb.sh) and the gateway's (gateway/deploy/deb.sh); to be sourced in the
# repository's folder, with BINARY FOLDER [VERSION]. Sets binary, folder, version, commit, architecture, maintainer,
# compression, and root, an empty folder for what the package holds.
binary=$(realpath "$1") folder=$2

# Between two releases the version is the last release's, with the number of commits and the commit.
released=$(${EMULATOR-} "$binary" --version)
version=${3:-$released}
commit=$(git rev-parse --short=8 HEAD 2>/dev/null || true)
if [ $# -lt 3 ] && [ -n "$commit" ] && [ -z "$(git tag --points-at HEAD "v$released" 2>/dev/null)" ]; then
    version=$released+git$(git rev-list --count HEAD).$commit
fi
: "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct 2>/dev/null || stat --format %Y CHANGELOG.md)}"
export SOURCE_DATE_EPOCH
architecture=$(dpkg-architecture --query DEB_HOST_ARCH)
maintainer="${DEBFULLNAME:-Anicca bedside maintainers} <${DEBEMAIL:-maintainers@anicca.invalid}>"

# The tests save time with a larger package.
compression=(-Zxz)
[ "${DEB_COMPRESSION:-xz}" != gzip ] || compression=(-Zgzip -z1)

mkdir -p "$folder"
work=$(mktemp -d "$folder/.making.XXXXXX")
trap 'rm -rf "$work"' EXIT
root=$work/root
umask 022
