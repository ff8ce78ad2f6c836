#!/usr/bin/env bash
# Runs the hostile suite: as whoever runs this and, when that is root, as an ordinary user as well.
#
#   CONFIGURATION=debug|release   which build to use
#   BELFRY_HOSTILE_ROWS=17,43     only these rows
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
make_scratch

# Nobody's number on Debian, and not the one that a privileged host's workers have.
ordinary_user=65533
products=$PWD/.build/${CONFIGURATION:-debug}
tests=$products/belfryPackageTests.xctest
filter='^HostileTests\.HostileTests'

[[ -x $tests ]] || fail "$tests is not there; build it with 'swift build --build-tests'"

run() {
    "$@" "$tests" --testing-library swift-testing --filter "$filter"
}

note "the hostile suite as $(id -un)"
run env
((EUID == 0)) || exit 0

# It compiles its own fixtures, so it has to reach the sources, the build and a folder of its own.
as_user=(setpriv "--reuid=$ordinary_user" "--regid=$ordinary_user" --clear-groups)
"${as_user[@]}" test -x "$tests" ||
    fail "user $ordinary_user cannot reach $tests; clone into a folder that others may enter"
mkdir "$scratch/tmp"
chown "$ordinary_user:$ordinary_user" "$scratch/tmp"
chmod 711 "$scratch"
note "the hostile suite as user $ordinary_user"
run "${as_user[@]}" env -u XDG_RUNTIME_DIR "HOME=$scratch/tmp" "TMPDIR=$scratch/tmp"
