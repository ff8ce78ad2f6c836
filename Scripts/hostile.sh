#!/usr/bin/env bash
# Runs the hostile suite: as whoever runs this and, when that is root, as an ordinary user as well.
#
#   Scripts/hostile.sh [--without-namespaces]
#
#   --without-namespaces          where nobody may make a namespace, Scripts/without-namespaces.sh
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

where=() what='the hostile suite'
case ${1-} in
'') ;;
--without-namespaces)
    where=(Scripts/without-namespaces.sh)
    what='the hostile suite without namespaces'
    ;;
*) fail "there is no option '$1', only --without-namespaces" ;;
esac

run() {
    "${where[@]}" "$@" "$tests" --testing-library swift-testing --filter "$filter"
}

failed=()
note "$what as $(id -un)"
run env || failed+=("as $(id -un)")
((EUID == 0)) || exit "${#failed[@]}"

# It compiles its own fixtures, so it has to reach the sources, the build and a folder of its own. What
# Cargo has made for the run above, it takes from there.
as_user=(setpriv "--reuid=$ordinary_user" "--regid=$ordinary_user" --clear-groups)
"${as_user[@]}" test -x "$tests" ||
    fail "user $ordinary_user cannot reach $tests; clone into a folder that others may enter"
mkdir "$scratch/tmp"
chown "$ordinary_user:$ordinary_user" "$scratch/tmp"
chmod 711 "$scratch"
note "$what as user $ordinary_user"
run "${as_user[@]}" env -u XDG_RUNTIME_DIR "HOME=$scratch/tmp" "TMPDIR=$scratch/tmp" ||
    failed+=("as user $ordinary_user")
((${#failed[@]} == 0)) || fail "rows have failed ${failed[*]}"
