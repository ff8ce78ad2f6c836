# shellcheck shell=bash
# What the scripts beside it share: they source it first. It changes to the top of the repository.

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit

# Ends the script with one line that says what is wrong and what to do.
fail() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

# Says what was done or left out, in one line.
note() {
    printf '%s: %s\n' "$(basename "$0")" "$*"
}

# Prints the path of a program of the Swift toolchain, or of one on PATH; nothing if there is none.
toolchain_program() {
    local beside
    beside="$(dirname "$(readlink -f "$(command -v swift || echo /nowhere/swift)")")/$1"
    if [[ -x $beside ]]; then
        printf '%s\n' "$beside"
    else
        command -v "$1" || true
    fi
}

# Prints the compilers of a language, "c" or "c++", one path a line: gcc's, the oldest clang that the
# headers are for, and Swift's own clang, if present.
compilers() {
    if [[ $1 == c ]]; then
        command -v gcc || true
        command -v clang-14 || true
        toolchain_program clang
    else
        command -v g++ || true
        command -v clang++-14 || true
        toolchain_program clang++
    fi
}

# What the Makefile's SWIFT_BUILD_FLAGS have in CI.
ci_flags=()
if [[ ${CI-} ]]; then
    # shellcheck disable=SC2034  # used by the scripts that source this
    ci_flags=(-debug-info-format none -Xswiftc -disable-batch-mode
        -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc "$(nproc)")
fi

# Every warning the C ABI is held to.
# shellcheck disable=SC2034  # used by the scripts that source this
c_flags=(-Wall -Wextra -pedantic -Werror -I SDK/C/include)

# Prints the version of this source, which the programs say too.
belfry_version() {
    local version
    version=$(sed -n 's/.*static let text = "\(.*\)"$/\1/p' Sources/BelfryReport/BelfryVersion.swift)
    [[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] ||
        fail "Sources/BelfryReport/BelfryVersion.swift says no version such as 1.2.3"
    printf '%s\n' "$version"
}

# Makes the directory $scratch, gone when the script ends.
make_scratch() {
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
}

# Puts a file between two lines of a page: record_between PAGE BEGIN END FILE
record_between() {
    local page=$1 begin=$2 end=$3 file=$4
    local mark changed
    for mark in "$begin" "$end"; do
        grep -qxF -e "$mark" "$page" || fail "$page has no line $mark"
    done
    changed=$(mktemp)
    awk -v begin="$begin" -v end="$end" -v file="$file" '
        inside && $0 == end { inside = 0 }
        !inside { print }
        $0 == begin { inside = 1; print ""; while ((getline line < file) > 0) print line; print "" }
    ' "$page" >"$changed"
    cat "$changed" >"$page"
    rm -f "$changed"
    note "the tables are in $page"
}
