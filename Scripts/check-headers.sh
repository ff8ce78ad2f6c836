#!/usr/bin/env bash
# Compiles every public C header, alone and twice in a row, with gcc and clang as C11, C17, C++17
# and C++20, and the C++ header as C++17 to C++23 without run-time type information, and as C++17
# with it and without exceptions, with every warning an error. Of clang it takes 14 and Swift's own.
# A second answer by one completion does not compile.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
make_scratch
cores=$(nproc)

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

# Begins a check, as many at once as there are processors; `finish` waits for all of them.
start() {
    while (($(jobs -rp | wc -l) >= cores)); do wait -n || true; done
    { ("$@") || : >"$scratch/failed"; } &
}

finish() {
    wait
    [[ ! -e $scratch/failed ]] || exit 1
}

# Checks the C++ header with every compiler there is. c++2b is C++23's name that old compilers know.
check_cpp() {
    local found compiler standard
    mapfile -t found < <(compilers c++)
    for compiler in "${found[@]}"; do
        for standard in c++17 c++20 c++2b; do
            start check_kit "$compiler" "$standard" -fno-rtti
        done
        # What compiles without run-time type information compiles with it: once is enough.
        start check_kit "$compiler" c++17
        start check_kit "$compiler" c++17 -fno-exceptions
    done
}

# Compiles the extensions that are written with the C++ header, with one compiler, standard and flag:
# a template is checked where it is used. The header itself is compiled once for all of them.
check_kit() {
    local compiler=$1 standard=$2 place
    shift 2
    local flags=(-std="$standard" "$@" "${c_flags[@]}" -Wold-style-cast -I SDK/Cpp/include)
    place=$(mktemp -d -p "$scratch")
    "$compiler" -x c++-header "${flags[@]}" SDK/Cpp/include/belfry.hpp -o "$place/belfry.hpp.gch" ||
        fail "belfry.hpp does not compile with $(basename "$compiler") as $standard${*:+ $*}; see above"
    local source sources=(SDK/Templates/New/*-cpp/*.cpp)
    # These throw, or catch.
    [[ ${1-} == -fno-exceptions ]] ||
        sources+=(Tests/EndToEndTests/Fixtures/Cpp*.cc Plugins/*/*.cpp)
    for source in "${sources[@]}"; do
        if [[ -n ${absent[$source]-} ]]; then continue; fi
        "$compiler" -x c++ "${flags[@]}" -include "$place/belfry.hpp" -fsyntax-only "$source" ||
            fail "$source does not compile with $(basename "$compiler") as $standard${*:+ $*}; see above"
    done
    rm -r "$place"
}

# Names the samples that cannot be compiled here, by a library whose headers are not installed.
declare -A absent
find_absent() {
    local source header
    for source in Plugins/*/*.cpp; do
        while IFS= read -r header; do
            [[ $header != belfry* ]] || continue
            if ! c++ -x c++ -fsyntax-only -include "$header" /dev/null 2>/dev/null; then
                absent[$source]=$header
                note "$source is not checked: there is no <$header> here"
                break
            fi
        done < <(sed -n 's/^#include <\(.*\/.*\)>$/\1/p' "$source")
    done
}

# Checks one language with every compiler there is, and names what was missing.
check_language() {
    local language=$1 wanted=$2 found standard compiler
    shift 2
    mapfile -t found < <(compilers "$language")
    for compiler in "${found[@]}"; do
        for standard in "$@"; do start check "$compiler" "$language" "$standard"; done
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

# An answer by a completion that its owner keeps is refused, with a line that says what to write.
check_answers() {
    local found compiler
    mapfile -t found < <(compilers c++)
    for compiler in "${found[@]}"; do start check_answers_by "$compiler"; done
}

check_answers_by() {
    local compiler=$1 answer said
    for answer in 'completion(std::move(best))' 'completion.original()' 'completion.drop("why")'; do
        if said=$(try_answer "$compiler" "$answer"); then
            fail "$(basename "$compiler") takes '$answer' of a completion that is kept"
        fi
        [[ $said == *"Write std::move(completion)"* ]] ||
            fail "$(basename "$compiler") says '$said' of '$answer'"
        said=$(try_answer "$compiler" "${answer/completion/std::move(completion)}") ||
            fail "$(basename "$compiler") refuses an answer by a completion that is given away: $said"
    done
}

# Compiles one way to answer, and prints what the compiler says: try_answer COMPILER ANSWER
try_answer() {
    "$1" -x c++ -std=c++17 "${c_flags[@]}" -I SDK/Cpp/include -include belfry.hpp -fsyntax-only - 2>&1 \
        <<<"void answer(belfry::completion completion, belfry::content best) {
            static_cast<void>(best);
            $2;
        }"
}

check_language c "gcc clang-14" c11 c17
check_language c++ "g++ clang++-14" c++17 c++20
find_absent
check_cpp
check_old
check_answers
finish
