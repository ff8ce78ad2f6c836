#!/usr/bin/env bash
# Makes the packages for who does not compile Belfry, from the release build: `make package`.
#
#   .build/packages/belfry_VERSION_amd64.deb       what runs extensions
#   .build/packages/belfry-dev_VERSION_amd64.deb   what they are built with besides compilers
#   .build/packages/belfry-VERSION-linux-x86_64.tar.gz   all of it, for any prefix
#   .build/packages/SHA256SUMS
#
# Everything in them is what Scripts/install.sh installs; Packaging/debian divides it in two. The
# dates in them are the commit's, so that they differ by what was built alone.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

export CONFIGURATION=release STRIP=yes LC_ALL=C.UTF-8 TZ=UTC
version=$(belfry_version)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
place=$PWD/.build/packages
work=$place/work
name=belfry-$version-linux-x86_64

# The Debian packages, in $place.
make_debian() {
    local debian=$work/debian
    cp -R Packaging/debian "$debian"
    # The change log's dates are the releases'; this one is the package's own.
    cat >"$debian/changelog" <<END
belfry ($version) unstable; urgency=medium

  * /usr/share/doc/belfry/CHANGELOG.md says what has changed.

 -- $(sed -n 's/^Maintainer: //p' Packaging/debian/control)  $(date -R -d "@$SOURCE_DATE_EPOCH")
END
    (cd "$work" && BELFRY=$place/../.. debian/rules binary) >"$work/log" 2>&1 ||
        { cat "$work/log" >&2; fail "the Debian packages could not be made; see above"; }
}

# The tarball: an installation for /usr/local, which runs from anywhere.
make_tarball() {
    DESTDIR=$work/tarball PREFIX=/usr/local Scripts/install.sh
    mv "$work/tarball/usr/local" "$work/$name"
    tar -C "$work" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
        --mode=u+rwX,go+rX,go-w -cf - "$name" | gzip -n >"$place/$name.tar.gz"
}

[[ -x .build/release/belfryd && -e SDK/.build/release/libUserNotifications.o ]] ||
    fail "there is no release build; run: make package"
rm -rf "$place"
mkdir -p "$work"
make_debian
make_tarball
lintian --fail-on error --tag-display-limit 0 "$place"/*.deb ||
    fail "lintian finds errors; see above"
rm -rf "$work"
(cd "$place" && sha256sum ./*.deb ./*.tar.gz | sed 's| \./| |' >SHA256SUMS)
ls -l "$place"
