#!/usr/bin/env bash
# Runs fourteen hostile bundles and three honest ones in one host, and prints what it cost the honest.
#
#   BELFRY_CROSS_SECONDS=1200     for how long
#   BELFRY_CROSS_HOSTILE=18,97    only these attackers, by their fixtures' numbers or names
#   BELFRY_CROSS_SEED=N           repeats the choices of a suite that printed this seed
#
# The tests are built for release, in a folder of their own: the host's own time is a part of what an
# honest bundle waits for, and a debug build takes several times as much of it.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

swift_build=(swift build -c release -Xswiftc -enable-testing --scratch-path .build/testable)
"${swift_build[@]}" --build-tests
swift build -c release --package-path SDK --product UserNotifications

export BELFRY_CROSS_SECONDS=${BELFRY_CROSS_SECONDS:-1200}
exec "$("${swift_build[@]}" --show-bin-path)/belfryPackageTests.xctest" \
    --testing-library swift-testing --filter '^HostileTests\.CrossBundleTests'
