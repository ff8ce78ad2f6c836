#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Part of Belfry, a host for notification extensions.
#
# Breaks the notification centre in one place after another, and checks that the test named beside
# each break goes red. It works on a copy of the sources that it needs, in .build/mutants.
#
#     Scripts/center-mutants.sh [NUMBER…]   default: all of them
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

place=.build/mutants
mkdir -p "$place/Sources" "$place/Tests/Simulation"
for target in BelfryAttachments BelfryCenter BelfryDigest BelfryLedger BelfryModel BelfryRandom \
    BelfryReport BelfrySystem BelfryWire CBelfryPlatform CMessageDigest; do
    rm -rf "$place/Sources/$target"
    cp -r "Sources/$target" "$place/Sources/"
done
rm -rf "$place"/Tests/*
cp -r Tests/BelfryCenterTests Tests/MachineClock Tests/Simulation "$place/Tests/"

# The settings that warn are left out: a mutant may leave a value unused.
cat >"$place/Package.swift" <<'MANIFEST'
// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]
let package = Package(
    name: "belfry",
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    ],
    targets: [
        .target(name: "CBelfryPlatform"),
        .systemLibrary(name: "CMessageDigest", pkgConfig: "libmd"),
        .target(name: "BelfryDigest", dependencies: ["CMessageDigest"], swiftSettings: settings),
        .target(name: "BelfryRandom", swiftSettings: settings),
        .target(name: "BelfrySystem", dependencies: ["CBelfryPlatform"], swiftSettings: settings),
        .target(name: "BelfryWire", swiftSettings: settings),
        .target(name: "BelfryModel", swiftSettings: settings),
        .target(
            name: "BelfryReport",
            dependencies: ["BelfryModel", "BelfryWire"],
            swiftSettings: settings
        ),
        .target(
            name: "BelfryAttachments",
            dependencies: ["BelfryDigest", "BelfryModel", "BelfrySystem"],
            swiftSettings: settings
        ),
        .target(
            name: "BelfryCenter",
            dependencies: ["BelfryModel", "BelfryReport", "BelfrySystem"],
            swiftSettings: settings
        ),
        .target(
            name: "BelfryLedger",
            dependencies: [
                "BelfryCenter", "BelfryModel", "BelfrySystem",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "CenterSimulation",
            dependencies: ["BelfryCenter", "BelfryModel", "BelfryRandom", "BelfryReport"],
            path: "Tests/Simulation/Center",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "center-probe",
            dependencies: [
                "BelfryAttachments", "BelfryCenter", "BelfryLedger", "BelfryModel", "BelfryReport",
                "CenterSimulation",
            ],
            path: "Tests/Simulation/Probe",
            swiftSettings: settings
        ),
        .target(
            name: "MachineClock",
            dependencies: [.product(name: "Subprocess", package: "swift-subprocess")],
            path: "Tests/MachineClock",
            swiftSettings: settings
        ),
        .testTarget(
            name: "BelfryCenterTests",
            dependencies: [
                "BelfryCenter", "BelfryLedger", "BelfryModel", "BelfryRandom", "BelfryReport",
                "BelfrySystem", "CenterSimulation", "MachineClock", "center-probe",
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            resources: [.copy("Fixtures")],
            swiftSettings: settings
        ),
    ]
)
MANIFEST

exec python3 Scripts/center-mutants.py "$place" "$@"
