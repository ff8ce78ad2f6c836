#!/usr/bin/env bash
# Compiles every public C header, alone and twice in a row, with gcc and clang as C11, C17, C++17
# and C++20, with every warning an error.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# Compiles each header with one compiler as one language and standard.
check() {
    local compiler=$1 language=$2 standard=$3 header
    for header in SDK/C/include/belfry/*.h; do
        header="belfry/$(basename "$header")"
        printf '#include <%s>\n#include <%s>\n' "$header" "$header" |
            "$compiler" -x "$language" -std="$standard" "${c_flags[@]}" -fsyntax-only - ||
            fail "$header does not compile with $(basename "$compiler") as $standard; see above"
    done
}

# Checks one language with every compiler there is, and names what was missing.
check_language() {
    local language=$1 gnu=$2 found standard compiler
    shift 2
    mapfile -t found < <(compilers "$language")
    for compiler in "${found[@]}"; do
        for standard in "$@"; do check "$compiler" "$language" "$standard"; done
    done
    command -v "$gnu" >/dev/null || note "not checked with $gnu, which is not here"
}

check_language c gcc c11 c17
check_language c++ g++ c++17 c++20
