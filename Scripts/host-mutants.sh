#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
#
# Breaks the host in one place after another, and checks that the simulation notices each break
# within a minute. It works on a copy of the tree, in .build/host-mutants.
#
#     Scripts/host-mutants.sh [--record] [NUMBER…]   default: all of them
#
# --record writes the table in Documentation/Simulation.md; the rows of other mutants than those
# numbered stay as they are.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

record=
if [[ ${1:-} == --record ]]; then
    record=1
    shift
fi

place=.build/host-mutants
mkdir -p "$place"
rm -rf "$place"/[A-Z]*
git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
    [[ ! -e $file ]] || printf '%s\0' "$file"
done | xargs -0 cp --no-dereference --parents -t "$place"
# A mutant may leave a value unused.
sed -i '/treatAllWarnings/d' "$place/Package.swift"

make_scratch
export BELFRY_SIMULATION=1
python3 Scripts/host-mutants.py "$place" Documentation/Simulation.md "$scratch/table" "$@"
if [[ -n $record ]]; then
    record_between Documentation/Simulation.md '<!-- mutants -->' '<!-- end of mutants -->' "$scratch/table"
fi
