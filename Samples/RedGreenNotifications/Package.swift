// swift-tools-version: 6.0
// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import PackageDescription

let package = Package(
    name: "RedGreenNotifications",
    dependencies: [.package(name: "belfry-sdk", path: "../../SDK")],
    targets: [
        .executableTarget(
            name: "RedGreenNotifications",
            dependencies: [.product(name: "UserNotifications", package: "belfry-sdk")]
        )
    ]
)
