#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
#
# Simulates the host, optimised, on two threads: whole hosts without a kernel, driven by seeds.
#
#     Scripts/simulate.sh --seconds 60     new seeds; the first one that breaks a promise ends it
#     Scripts/simulate.sh --seed N         one schedule, event by event
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

case "${1:-} ${2:-}" in
    --seconds\ [0-9]*) command=(search "$2") ;;
    --seed\ [0-9]*) command=(play "$2") ;;
    *) fail "usage: simulate.sh --seconds N | --seed N" ;;
esac

# The program is a part of the package only when this is set.
export BELFRY_SIMULATION=1
# Optimised across modules. What checks of exclusive access would find, the tests do: they are built
# with them.
flags=(
    -c release --scratch-path .build/simulation --product host-simulation --static-swift-stdlib
    -Xswiftc -enable-testing -Xswiftc -enforce-exclusivity=unchecked
    -Xswiftc -cross-module-optimization
)
swift build -q "${flags[@]}"
"$(swift build --show-bin-path "${flags[@]}")/host-simulation" "${command[@]}"
