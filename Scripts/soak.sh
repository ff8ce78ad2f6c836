#!/usr/bin/env bash
# Runs good and hostile extensions mixed at random in one host, and prints what it cost the good.
#
#   BELFRY_SOAK_RUNS=20000        how many runs
#   BELFRY_SOAK_SEED=N            repeats the choices of a soak that printed this seed
#   CONFIGURATION=debug|release   which build to use
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

tests=$PWD/.build/${CONFIGURATION:-debug}/belfryPackageTests.xctest
[[ -x $tests ]] || fail "$tests is not there; build it with 'swift build --build-tests'"

export BELFRY_SOAK_RUNS=${BELFRY_SOAK_RUNS:-20000}
exec "$tests" --testing-library swift-testing --filter '^HostileTests\.SoakTests'
