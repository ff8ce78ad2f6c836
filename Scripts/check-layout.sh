#!/usr/bin/env bash
# Compares the C ABI, as the compilers here lay it out, with what was recorded (SDK/C/abi/*.txt).
#
#   check-layout.sh                 compares
#   check-layout.sh --record 1.1    writes the record of a new minor version
#
# The newest record must be met exactly. Of an older one every line must still be there, only that
# a table may have grown at its end: that is rule ABI-2, and with ABI-9 what lets an extension built
# against 1.0 run on every 1.x host.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
make_scratch

rule="ABI-2 (SDK/C/include/belfry/base.h): tables grow only at their end; nothing moves, nothing changes meaning.
Take the change back. For a new minor version, append, leave the recorded files alone and write
a record of its own: Scripts/check-layout.sh --record MAJOR.MINOR"

# Prints the layout as one C compiler sees it; layout_assert.h is checked on the way.
layout() {
    "$1" -std=c11 "${c_flags[@]}" SDK/C/abi/layout.c -o "$scratch/layout" ||
        fail "the C ABI is not what SDK/C/abi/layout.def says; see above. $rule"
    "$scratch/layout"
}

# Checks the same assertions with one C++ compiler.
assert_layout() {
    echo '#include "SDK/C/abi/layout_assert.h"' |
        "$1" -x c++ -std=c++17 "${c_flags[@]}" -I . -fsyntax-only - ||
        fail "the C ABI as C++ is not what SDK/C/abi/layout.def says; see above. $rule"
}

# A record without its comments.
record() {
    grep -v '^#' "$1"
}

# Fails when a public name of the headers is not in the layout, or a struct has bytes that no member
# in the layout accounts for: a member forgotten there, or padding, which the ABI does without.
check_complete() {
    local name unrecorded
    unrecorded=$(
        {
            # BF_EXPORT is no value; BF_VERSION_CURRENT is another name for one.
            grep -hoE '^#define BF_[A-Z0-9_]+ ' SDK/C/include/belfry/*.h | awk '{ print $2 }' |
                grep -vxE 'BF_EXPORT|BF_VERSION_CURRENT'
            sed -nE 's/^\} (bf_[a-z_]+);.*/\1/p; s/^struct (bf_[a-z_]+) \{.*/\1/p' SDK/C/include/belfry/*.h
            sed -nE 's/^typedef [a-z0-9_]+ (bf_[a-z_]+);.*/\1/p' SDK/C/include/belfry/*.h
            sed -nE 's/^typedef .*\(\*(bf_[a-z_]+)\)\(.*/\1/p' SDK/C/include/belfry/*.h
        } | while read -r name; do
            grep -qE "^[a-z]+ $name( |\$)" "$1" || echo "$name"
        done
    )
    [[ -z $unrecorded ]] || fail "add to SDK/C/abi/layout.def:"$'\n'"$unrecorded"
    awk '
        function close_struct() {
            if (name != "" && end != size) { print name " has unnamed bytes at " end; bad = 1 }
        }
        $1 == "table" || $1 == "value" { close_struct(); name = $2; size = $4; end = 0 }
        $1 == "member" {
            if ($4 != end) { print $2 " leaves unnamed bytes at " end; bad = 1 }
            end = $4 + $6
        }
        END { close_struct(); exit bad }
    ' "$1" || fail "every byte of a public struct has a name: add the member to SDK/C/abi/layout.def, or a reserved one to the struct"
}

# Fails when a line of an older record is gone, or a table became smaller.
check_older() {
    local lost
    lost=$(record "$1" | grep -v '^table ' | grep -vxFf "$2" || true)
    lost+=$(awk '
        $1 != "table" { next }
        NR == FNR { size[$2] = $4; next }
        !($2 in size) || size[$2] < $4 { print $0 }
    ' "$2" <(record "$1"))
    [[ -z $lost ]] || fail "no longer as recorded in $1:"$'\n'"$lost"$'\n'"$rule"
}

# Writes the record of a new minor.
write_record() {
    local file="SDK/C/abi/$1.txt"
    [[ $1 =~ ^[0-9]+\.[0-9]+$ ]] || fail "'$1' is no version; write it as 1.1"
    [[ ! -e $file ]] || fail "$file exists, and a record is written once. $rule"
    {
        echo "# The C ABI $1 on a 64-bit little-endian machine, as SDK/C/abi/layout.c prints it. Written once."
        cat "$2"
    } >"$file"
    note "wrote $file"
}

mapfile -t found < <(compilers c)
for compiler in "${found[@]}"; do layout "$compiler" >"$scratch/$(basename "$compiler").txt"; done
mapfile -t found_cxx < <(compilers c++)
for compiler in "${found_cxx[@]}"; do assert_layout "$compiler"; done

layouts=("$scratch"/*.txt)
check_complete "${layouts[0]}"
if [[ ${1-} == --record ]]; then write_record "${2-}" "${layouts[0]}"; fi

mapfile -t records < <(printf '%s\n' SDK/C/abi/*.txt | sort -V)
newest=${records[-1]}
for layout in "${layouts[@]}"; do
    for older in "${records[@]:0:${#records[@]}-1}"; do check_older "$older" "$layout"; done
    diff -u --label "$newest" <(record "$newest") --label "$(basename "$layout" .txt)" "$layout" ||
        fail "the C ABI is not what $newest records (- recorded, + now). $rule"
done
