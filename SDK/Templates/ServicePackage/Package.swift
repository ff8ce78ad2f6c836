// swift-tools-version: 6.0
// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import PackageDescription

let package = Package(
    name: "Courier",
    products: [
        // What `swift package bundle-extension` makes Courier.appex of.
        .library(name: "Courier", type: .dynamic, targets: ["Courier"])
    ],
    dependencies: [
        // In a package of your own, where `make install` has put it, or a repository made of it:
        //   .package(name: "belfry-sdk", path: "/usr/local/share/belfry/sdk")
        //   .package(url: "…/belfry-sdk", from: "…")
        .package(name: "belfry-sdk", path: "../..")
    ],
    targets: [
        .target(
            name: "Courier",
            dependencies: [.product(name: "UserNotifications", package: "belfry-sdk")],
            exclude: ["Courier.entitlements", "Info.plist"],
            // As Xcode's template has it, and most service extensions need it.
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .testTarget(
            name: "CourierTests",
            dependencies: ["Courier", .product(name: "BelfryTesting", package: "belfry-sdk")],
            resources: [.copy("parcel.apns"), .copy("stamp.png")]
        ),
    ]
)
