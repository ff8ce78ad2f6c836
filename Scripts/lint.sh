#!/usr/bin/env bash
# Checks what can be seen without building: the format of Swift, C, Go and shell sources, that no
# tracked file names a path of one machine, and that the samples of apps are as one writes them for
# Apple's systems. What cannot be checked here is named, not hidden.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
source Scripts/sources.sh

lint_swift() {
    swift format lint --strict -p "${swift_files[@]}" ||
        fail "Swift sources are not formatted, or break a rule named above; 'make format' does the first"
}

lint_c() {
    local program
    program=$(linter clang-format)
    if [[ -z $program ]]; then
        note "C formats not checked: there is no .build/pypi/bin/clang-format; 'make test-dependencies' installs it"
        return
    fi
    "$program" --dry-run --Werror "${c_files[@]}" ||
        fail "C sources are not formatted; 'make format' does it"
}

lint_go() {
    if ! command -v gofmt >/dev/null; then
        note "Go formats not checked: there is no gofmt here"
        return
    fi
    local unformatted
    unformatted=$(gofmt -l "${go_files[@]}")
    [[ -z $unformatted ]] || fail "$unformatted is not formatted; 'make format' does it"
}

lint_shell() {
    local script program
    for script in "${shell_files[@]}"; do bash -n "$script"; done
    program=$(linter shellcheck)
    if [[ -z $program ]]; then
        note "scripts checked by 'bash -n' alone: there is no .build/pypi/bin/shellcheck; 'make test-dependencies' installs it"
        return
    fi
    # Below its warnings it notes every '$' in single quotes.
    "$program" -S warning -x -P Scripts "${shell_files[@]}" || fail "shellcheck's warnings are above"
}

# Somebody's home, and where this clone and this toolchain happen to lie, mean nothing elsewhere.
lint_paths() {
    local patterns=('/home/[a-z]' '/Users/[A-Za-z]') toolchain path
    toolchain=$(dirname "$(toolchain_program swift)")
    for path in "$PWD" "$(dirname "$PWD")" "$HOME" "${toolchain%/usr/bin}"; do
        case $path in
        '' | / | /tmp | /var/tmp | /home | /root | /opt | /srv | /usr/*) ;;
        *) patterns+=("$(printf '%s' "$path" | sed 's/[].[*^$\\+?(){}|]/\\&/g')([^A-Za-z0-9._-]|\$)") ;;
        esac
    done
    local pattern found
    pattern="(^|[^A-Za-z0-9._/-])($(IFS='|' && printf '%s' "${patterns[*]}"))"
    found=$(git grep -nIE "$pattern" -- . ':!Scripts/lint.sh' || true)
    [[ -z $found ]] || fail "these tracked files name a path of one machine; say it another way"$'\n'"$found"
}

# Their READMEs say that the apps have no word of Belfry in them.
lint_apps() {
    local folders=(Samples/{RedGreenNotifications,MonkeyChat}/Sources) folder found
    for folder in "${folders[@]}"; do
        [[ -d $folder ]] || fail "there is no $folder; correct lint_apps in this script"
    done
    found=$(git grep --untracked -niI belfry -- "${folders[@]}" || true)
    [[ -z $found ]] || fail "these lines of apps name Belfry; write them as for Apple's systems"$'\n'"$found"
}

lint_swift
lint_c
lint_go
lint_shell
lint_paths
lint_apps
