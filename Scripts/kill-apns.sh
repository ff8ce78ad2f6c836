#!/usr/bin/env bash
# Kills the daemon while 10,000 pushes arrive, a third of the way, and looks for each that it answered.
#
#   BELFRY_APNS_PUSHES=10000      how many pushes
#   CONFIGURATION=debug|release   which build to use
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

tests=$PWD/.build/${CONFIGURATION:-debug}/belfryPackageTests.xctest
[[ -x $tests ]] || fail "$tests is not there; build it with 'swift build --build-tests'"

export BELFRY_APNS_PUSHES=${BELFRY_APNS_PUSHES:-10000}
exec "$tests" --testing-library swift-testing \
    --filter '^BelfryServerTests\.DaemonPushTests/.*after it was killed'
