#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
#
# Installs Belfry's packages on Debian 12 from a release's files, once their checksums are right.
#
#   BELFRY_RELEASE   the address of the folder that has them, or a folder of this machine
#   BELFRY_VERSION   the version
set -euo pipefail

release=${BELFRY_RELEASE:?name the address of the release\'s files in BELFRY_RELEASE}
version=${BELFRY_VERSION:?name the version in BELFRY_VERSION, such as 1.2.3}
[[ $release == http://* || $release == https://* ]] || release=$(realpath -- "$release")
packages=(belfry_"$version"_amd64.deb belfry-dev_"$version"_amd64.deb)

fail() {
    echo "install.sh: $*" >&2
    exit 1
}

# Gets a file of the release; apt's own helper is on every Debian, which curl is not.
fetch() {
    case $release in
    http://* | https://*) /usr/lib/apt/apt-helper -qq download-file "${release%/}/$1" "$1" ;;
    *) cp "$release/$1" "$1" ;;
    esac || fail "$release has no $1"
}

as_root=()
((EUID == 0)) || as_root=(sudo)
# apt reads packages as a user of its own.
place=$(mktemp -d)
chmod 755 "$place"
trap 'rm -rf "$place"' EXIT
cd "$place"
for file in SHA256SUMS "${packages[@]}"; do fetch "$file"; done
for file in "${packages[@]}"; do
    grep -qE "  $file\$" SHA256SUMS || fail "SHA256SUMS of $release does not name $file"
done
sha256sum --quiet --ignore-missing -c SHA256SUMS || fail "the files of $release are not what they should be"
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -qq -y --no-install-recommends ca-certificates "${packages[@]/#/./}" >/dev/null
belfry --version
