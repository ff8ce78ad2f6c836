#!/usr/bin/env bash
# Compiles every public C header, alone and twice in a row, with gcc and clang as C11, C17, C++17
# and C++20, and the C++ header as C++17 to C++23, each with and without run-time type information,
# and without exceptions, with every warning an error. Of clang it takes 14 and Swift's own.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# What careful authors compile with; the headers are clean of these too.
c_flags+=(-Wconversion -Wshadow)

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

# Checks the C++ header with every compiler there is. c++2b is C++23's name that old compilers know.
check_cpp() {
    local found compiler standard
    mapfile -t found < <(compilers c++)
    for compiler in "${found[@]}"; do
        for standard in c++17 c++20 c++2b; do
            check_kit "$compiler" "$standard"
            check_kit "$compiler" "$standard" -fno-rtti
        done
        check_kit "$compiler" c++17 -fno-exceptions
    done
}

# Compiles the extensions that are written with the C++ header, with one compiler, standard and flag:
# a template is checked where it is used.
check_kit() {
    local compiler=$1 standard=$2
    shift 2
    local source sources=(SDK/Templates/New/*-cpp/*.cpp)
    # These throw.
    [[ ${1-} == -fno-exceptions ]] || sources+=(Tests/EndToEndTests/Fixtures/Cpp*.cc)
    for source in "${sources[@]}"; do
        "$compiler" -x c++ -std="$standard" "$@" "${c_flags[@]}" -Wold-style-cast -I SDK/Cpp/include \
            -include belfry.hpp -fsyntax-only "$source" ||
            fail "$source does not compile with $(basename "$compiler") as $standard $*; see above"
    done
}

# Checks one language with every compiler there is, and names what was missing.
check_language() {
    local language=$1 wanted=$2 found standard compiler
    shift 2
    mapfile -t found < <(compilers "$language")
    for compiler in "${found[@]}"; do
        for standard in "$@"; do check "$compiler" "$language" "$standard"; done
    done
    for compiler in $wanted; do
        command -v "$compiler" >/dev/null || note "not checked with $compiler, which is not here"
    done
}

# An older standard is refused in words: it is what clang 14 takes where nothing is said.
check_old() {
    local found compiler said
    mapfile -t found < <(compilers c++)
    for compiler in "${found[@]}"; do
        if said=$("$compiler" -x c++ -std=c++14 -I SDK/C/include -I SDK/Cpp/include -fsyntax-only \
            SDK/Cpp/include/belfry.hpp 2>&1); then fail "belfry.hpp compiles as C++14"; fi
        [[ $said == *"belfry.hpp needs C++17"* && $(grep -c 'error:' <<<"$said") == 1 ]] ||
            fail "$(basename "$compiler") says '$said' of belfry.hpp as C++14"
    done
}

check_language c "gcc clang-14" c11 c17
check_language c++ "g++ clang++-14" c++17 c++20
check_cpp
check_old
