# shellcheck shell=bash
# shellcheck disable=SC2034  # used by the scripts that source this
# Which files are formatted and linted, and with what; sourced by lint.sh and format.sh.

# What git tracks, and what is new and not ignored, so that a file is checked before its commit.
sources() {
    git ls-files --cached --others --exclude-standard --deduplicate -- "$@" |
        while read -r file; do if [[ -f $file ]]; then printf '%s\n' "$file"; fi; done
}

mapfile -t swift_files < <(sources '*.swift')
# The headers of an earlier ABI stay as they were.
mapfile -t c_files < <(sources '*.c' '*.cc' '*.h' ':!Tests/EndToEndTests/Fixtures/abi-1.0')
mapfile -t go_files < <(sources '*.go')
mapfile -t shell_files < <(sources '*.sh' .ci/run)

# Prints the path of a program that `make test-dependencies` has installed from PyPI, or nothing. One that
# the machine happens to have in another version would want other sources.
linter() {
    if [[ -x .build/pypi/bin/$1 ]]; then printf '%s\n' ".build/pypi/bin/$1"; fi
}
