# shellcheck shell=bash
# shellcheck disable=SC2034  # used by the scripts that source this
# Which files are formatted and linted, and with what; sourced by lint.sh and format.sh.

# What git tracks, and what is new and not ignored, so that a file is checked before its commit.
sources() {
    git ls-files --cached --others --exclude-standard --deduplicate -- "$@" |
        while read -r file; do if [[ -f $file ]]; then printf '%s\n' "$file"; fi; done
}

mapfile -t swift_files < <(sources '*.swift')
mapfile -t c_files < <(sources '*.c' '*.cc' '*.h')
mapfile -t go_files < <(sources '*.go')
mapfile -t shell_files < <(sources '*.sh' .ci/run)

# Older ones space some expressions otherwise.
clang_format_needed=15

# Prints the path of a clang-format that is new enough; nothing if there is none.
clang_format() {
    local program version
    program=$(toolchain_program clang-format)
    [[ -n $program ]] || return 0
    version=$("$program" --version | sed -n 's/.*version \([0-9]*\).*/\1/p')
    if ((version >= clang_format_needed)); then printf '%s\n' "$program"; fi
}
