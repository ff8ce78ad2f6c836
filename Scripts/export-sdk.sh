#!/usr/bin/env bash
# Writes the Swift SDK's package into a folder of its own, for packages that extensions are in. What is a
# link here, as BelfryModel is, is a folder there.
#
#   export-sdk.sh FOLDER                   for packages that name it by its path
#   export-sdk.sh FOLDER --tag VERSION     also commits it to the git repository that the folder is, or
#                                          becomes, for packages that name it by its URL
#
# The package manager reads a repository's manifest at its top alone, and this repository's is the
# host's. So the SDK is published as a repository of its own.
set -euo pipefail
start=$PWD
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# What the package is made of; the rest of SDK is for other languages, or builds apart.
parts=(C Package.swift Plugins Swift System Templates/ServicePackage Tests extension.map)

folder=${1:?}
[[ $folder == /* ]] || folder=$start/$folder
version=
case ${2-} in
'') ;;
--tag) version=${3:?--tag needs a version} ;;
*) fail "'$2' is no option; there is --tag VERSION" ;;
esac

# Only what this wrote earlier, or a new repository, may be replaced.
mkdir -p "$folder"
[[ -f $folder/extension.map || -z $(find "$folder" -mindepth 1 -maxdepth 1 ! -name .git) ]] ||
    fail "$folder has files that are not the SDK's; name another folder, or empty it"
find "$folder" -mindepth 1 -maxdepth 1 ! -name .git -exec rm -rf {} +
tar -C SDK --dereference -cf - "${parts[@]}" | tar -C "$folder" --no-same-owner -xf -
cp LICENSE "$folder/"

[[ -n $version ]] || exit 0
cd "$folder"
[[ -d .git ]] || git init -q
git add -A
git commit -q --allow-empty -m "Belfry's SDK $version"
git tag "$version"
note "$version of the SDK is in $folder"
