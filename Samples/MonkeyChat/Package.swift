// swift-tools-version: 6.0
// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import PackageDescription

let package = Package(
    name: "MonkeyChat",
    dependencies: [.package(name: "belfry-sdk", path: "../../SDK")],
    targets: [
        .executableTarget(
            name: "MonkeyChat",
            dependencies: [.product(name: "UserNotifications", package: "belfry-sdk")]
        )
    ]
)
