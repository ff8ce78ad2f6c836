#!/usr/bin/env bash
# Runs fourteen hostile bundles and three honest ones in one host, and prints what it cost the honest.
#
#   BELFRY_CROSS_SECONDS=1200     for how long
#   BELFRY_CROSS_HOSTILE=18,97    only these attackers, by their fixtures' numbers or names
#   BELFRY_CROSS_SEED=N           repeats the choices of a suite that printed this seed
#   CONFIGURATION=debug|release   which build to use
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

tests=$PWD/.build/${CONFIGURATION:-debug}/belfryPackageTests.xctest
[[ -x $tests ]] || fail "$tests is not there; build it with 'swift build --build-tests'"

export BELFRY_CROSS_SECONDS=${BELFRY_CROSS_SECONDS:-1200}
exec "$tests" --testing-library swift-testing --filter '^HostileTests\.CrossBundleTests'
