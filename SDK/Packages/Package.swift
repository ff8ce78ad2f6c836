// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import PackageDescription

/// The modules of the SDK that others have written and that take long to build.
///
/// They are a package of their own, so that whoever builds Belfry without them need not fetch them:
/// `Scripts/build-modules.sh`, and `belfry build` of a source that imports one.
let package = Package(
    name: "belfry-modules",
    products: [
        .library(name: "CryptoKit", type: .dynamic, targets: ["CryptoKit"]),
        .library(name: "Combine", type: .dynamic, targets: ["Combine"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    ],
    targets: [
        .target(
            name: "CryptoKit",
            dependencies: [.product(name: "Crypto", package: "swift-crypto")],
            path: "CryptoKit"
        ),
        .target(
            name: "Combine",
            dependencies: [
                .product(name: "OpenCombine", package: "OpenCombine"),
                .product(name: "OpenCombineDispatch", package: "OpenCombine"),
                .product(name: "OpenCombineFoundation", package: "OpenCombine"),
            ],
            path: "Combine"
        ),
    ]
)
