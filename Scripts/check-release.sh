#!/usr/bin/env bash
# Checks what `make release` refuses and which texts it writes, in a repository made for it; no
# packages are built.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
make_scratch

files=(CHANGELOG.md Scripts/common.sh Scripts/release.sh Sources/BelfryReport/BelfryVersion.swift
    SDK/CMake/BelfryConfigVersion.cmake SDK/Templates/Workflow/notification-service.yml
    Documentation/ContinuousIntegration.md)
for file in "${files[@]}"; do install -D "$file" "$scratch/clone/$file"; done
cd "$scratch/clone"
echo .build/ >.gitignore
export GIT_{AUTHOR,COMMITTER}_NAME=belfry GIT_{AUTHOR,COMMITTER}_EMAIL=belfry@localhost
git init -q
git add -A
git commit -q -m start

refuses() {
    local version=$1 text=$2 said changed
    if said=$(Scripts/release.sh "$version" --texts 2>&1); then fail "a release '$version' is made"; fi
    [[ $(wc -l <<<"$said") == 1 && $said == *"$text"* ]] ||
        fail "a release '$version' is refused with '$said', and not with '$text'"
    changed=$(git status --porcelain | grep -v '^?? new' || true)
    [[ -z $changed ]] || fail "a refused release has changed files"
}

# What names the version for CMake and in workflows names this one: says_everywhere VERSION
says_everywhere() {
    grep -qxF "set(PACKAGE_VERSION \"$1\")" SDK/CMake/BelfryConfigVersion.cmake ||
        fail "SDK/CMake/BelfryConfigVersion.cmake is of another version than $1"
    local file
    for file in SDK/Templates/Workflow/notification-service.yml Documentation/ContinuousIntegration.md; do
        grep -qxE " *version: ${1//./\\.}" "$file" || fail "$file installs another version than $1"
    done
}

version=$(belfry_version)
says_everywhere "$version"
IFS=. read -r major minor patch <<<"$version"
next=$major.$minor.$((patch + 1))
for wrong in 1 1.2 v1.2.3 01.2.3 1.2.3-beta '1.2.3 '; do refuses "$wrong" "is no version"; done
refuses 0.0.0 "0.0.0 is not newer than $version"
touch new
refuses "$next" "there are changes that are not committed"
rm new

unreleased=$(awk '/^## / { inside = $0 == "## Unreleased"; next } inside && NF { print; exit }' CHANGELOG.md)
Scripts/release.sh "$next" --texts >/dev/null
[[ $(belfry_version) == "$next" ]] || fail "the version is not written"
says_everywhere "$next"
grep -qE "^## $next - 20[0-9]{2}-[0-9]{2}-[0-9]{2}\$" CHANGELOG.md || fail "the heading is not written"
[[ $(head -n 1 .build/packages/tag.txt) == "Belfry $next" ]] || fail "the tag's text has another title"
grep -qF "${unreleased#\#* }" .build/packages/tag.txt || fail "the tag's text lacks the changes"
! grep -q '^#' .build/packages/tag.txt || fail "git would leave lines out of the tag's text"

git commit -q -am "release: $next"
refuses "$next" "$next is released already"
refuses "$version" "$version is not newer than $next"
refuses "$major.$minor.$((patch + 2))" "says nothing under '## Unreleased'"
git tag v9.0.0
refuses 8.9.9 "8.9.9 is not newer than 9.0.0"
refuses 9.0.0 "9.0.0 is released already"
refuses 9.0.1 "says nothing under '## Unreleased'"
note "a release is refused where it should be, and says what has changed"
