#!/usr/bin/env bash
# Formats Swift, C and Go sources in place, as lint.sh demands them.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
source Scripts/sources.sh

swift format -i -p "${swift_files[@]}"
program=$(linter clang-format)
if [[ -n $program ]]; then
    "$program" -i "${c_files[@]}"
else
    note "C sources left alone: there is no .build/pypi/bin/clang-format; 'make test-dependencies' installs it"
fi
if command -v gofmt >/dev/null; then
    gofmt -w "${go_files[@]}"
else
    note "Go sources left alone: there is no gofmt here"
fi
