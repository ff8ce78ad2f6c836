#!/usr/bin/env bash
# Makes a release: `make release VERSION=1.2.3`. It writes the version and the heading of its changes,
# builds the packages, and commits those files; what is published stays in .build/packages, with
# SHA256SUMS and the text of the tag. The tag itself is yours to make: the last line says how.
#
#   release.sh VERSION [--texts]   --texts writes files and tag text alone, to be looked at
#
# The packages have the commit's date, so that `make package` of the tag makes the same again.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

source_file=Sources/BelfryReport/BelfryVersion.swift
cmake_file=SDK/CMake/BelfryConfigVersion.cmake
# What authors copy, which installs this version.
workflows=(SDK/Templates/Workflow/notification-service.yml Documentation/ContinuousIntegration.md)
texts=(CHANGELOG.md "$source_file" "$cmake_file" "${workflows[@]}")
place=.build/packages

# Prints the versions that were released: those with a heading or a tag.
released() {
    {
        sed -n 's/^## \([0-9][0-9.]*\).*/\1/p' CHANGELOG.md
        git tag --list | sed -n 's/^v\{0,1\}\([0-9][0-9.]*\)$/\1/p'
    } | sort -uV
}

# Whether the first version is older than the second.
is_older() {
    [[ $1 != "$2" && $(printf '%s\n' "$1" "$2" | sort -V | head -n 1) == "$1" ]]
}

check() {
    local newest current
    [[ $version =~ ^(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)){2}$ ]] ||
        fail "'$version' is no version; say it as in: make release VERSION=1.2.3"
    [[ -z $(git status --porcelain) ]] ||
        fail "there are changes that are not committed; commit them or put them away (git status)"
    ! grep -qxF "$version" <(released) ||
        fail "$version is released already; the newest is $(released | tail -n 1)"
    newest=$(released | tail -n 1)
    current=$(belfry_version)
    ! is_older "$version" "${newest:-$current}" ||
        fail "$version is not newer than ${newest:-$current}; choose one that is"
    [[ -n $(unreleased) ]] ||
        fail "CHANGELOG.md says nothing under '## Unreleased'; write there what has changed"
}

# Prints what CHANGELOG.md has under "Unreleased", without empty lines at its ends.
unreleased() {
    awk '/^## / { inside = $0 == "## Unreleased"; next } inside' CHANGELOG.md |
        sed -e '/./,$!d' | sed -e ':a' -e '/^\n*$/{$d;N;ba' -e '}'
}

write_texts() {
    local day
    day=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%d)
    mkdir -p "$place"
    # As in a tag: no Markdown heading, which git would take for a remark.
    { printf 'Belfry %s\n\n' "$version" && unreleased | sed 's/^#* //'; } >"$scratch/tag.txt"
    sed -i "s|^## Unreleased\$|&\n\n## $version - $day|" CHANGELOG.md
    sed -i "s|\(static let text = \)\".*\"|\1\"$version\"|" "$source_file"
    sed -i "s|^\(set(PACKAGE_VERSION \)\".*\"|\1\"$version\"|" "$cmake_file"
    sed -i "s|^\( *version: \)[0-9.]*\$|\1$version|" "${workflows[@]}"
}

version=${1-}
case ${2-} in
'' | --texts) ;;
*) fail "'$2' is no option; there is --texts" ;;
esac
check
make_scratch
SOURCE_DATE_EPOCH=$(date +%s)
export SOURCE_DATE_EPOCH
# Nothing is left of a release that could not be built.
trap 'git checkout -q -- "${texts[@]}"; rm -rf "$scratch"' EXIT
write_texts
if [[ ${2-} != --texts ]]; then
    make package
    GIT_AUTHOR_DATE="@$SOURCE_DATE_EPOCH" GIT_COMMITTER_DATE="@$SOURCE_DATE_EPOCH" \
        git commit -q -m "release: $version" -- "${texts[@]}"
fi
trap 'rm -rf "$scratch"' EXIT
cp "$scratch/tag.txt" "$place/tag.txt"
note "$version is in $place and committed; next: git tag -a v$version -F $place/tag.txt"
