// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import PackageDescription

// The SDK is a package of its own, since its modules carry Apple's names: in a build folder that it
// shared with other packages, these would take our `os` or `Security` for Apple's (`canImport(os)`).
// It depends on no other package for the same reason.

/// Settings of every Swift target, but for one that exit tests cannot have: their macro expands
/// to code that is not marked `unsafe`.
let strictButForMemory: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),  // SE-0480
    .enableUpcomingFeature("ExistentialAny"),  // SE-0335
    .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
    .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
]

/// Settings of every other Swift target.
let strict: [SwiftSetting] = strictButForMemory + [.strictMemorySafety()]  // SE-0458

/// Setting of tests that import a module named as one of Apple's: Testing would have a module of its
/// own imported with it, which is not there on Linux.
let besideTesting: [SwiftSetting] = [
    .unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])
]

/// A Swift module of the SDK.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: name,
        dependencies: dependencies,
        path: "Swift/\(name)",
        swiftSettings: strict
    )
}

/// A library of the system's, with its module map in `System`.
func system(_ name: String, pkgConfig: String? = nil, debian package: String) -> Target {
    .systemLibrary(
        name: name,
        path: "System/\(name)",
        pkgConfig: pkgConfig,
        providers: [.apt([package])]
    )
}

let systemLibraries: [Target] = [
    system("CLibGIF", debian: "libgif-dev"),
    system("CLibJPEG", pkgConfig: "libjpeg", debian: "libjpeg-dev"),
    system("CLibPNG", pkgConfig: "libpng", debian: "libpng-dev"),
    system("CLibWebP", pkgConfig: "libwebp", debian: "libwebp-dev"),
    system("CLibCrypto", pkgConfig: "libcrypto", debian: "libssl-dev"),
]

/// What extensions are built against, all in one shared library: the zygote has it loaded already,
/// so that an import costs an extension no start-up.
let sdk: [Target] = [
    // In the SDK's libraries alone, so nothing depends on it: in a program with the runtime linked in,
    // the runtime's function of the same name has to stay the only one.
    .target(name: "CBelfryErrors", path: "Swift/CBelfryErrors"),
    module("BelfrySearchPaths"),  // likewise: it replaces a function of Foundation's
    // What bridging headers include, and the clang modules behind os and CommonCrypto.
    .target(
        name: "CAppleHeaders",
        dependencies: ["CLibCrypto"],
        path: "Swift/CAppleHeaders"
    ),
    // The headers of zlib and liblzma are its own: clients' compilers look for none.
    .target(
        name: "CCompression",
        path: "Swift/CCompression",
        linkerSettings: [.linkedLibrary("z"), .linkedLibrary("lzma")]
    ),
    module("Compression", ["CCompression"]),
    module("CoreFoundation"),
    .target(
        name: "FoundationSupplement",
        dependencies: ["CCompression", "CoreFoundation"],
        path: "Swift/FoundationSupplement",
        swiftSettings: strict,
        linkerSettings: [.linkedLibrary("_FoundationICU")]  // Foundation's own, for units
    ),
    module("os", ["CAppleHeaders", "FoundationSupplement"]),
    module("OSLog", ["os"]),
    module("UniformTypeIdentifiers", ["FoundationSupplement"]),
    module("MobileCoreServices", ["CoreFoundation", "UniformTypeIdentifiers"]),
    module("CoreServices", ["MobileCoreServices"]),
    module("AudioToolbox", ["CoreFoundation", "FoundationSupplement"]),
    module("AVFAudio", ["FoundationSupplement"]),
    module("CallKit", ["FoundationSupplement"]),
    module("PushKit"),
    module("WidgetKit", ["FoundationSupplement"]),
    .target(name: "CBelfryURLSession", path: "Swift/CBelfryURLSession"),
    .target(name: "CBelfryContent", path: "Swift/CBelfryContent"),
    .target(name: "CCoreFoundation", path: "Swift/CCoreFoundation"),
    module("Security", ["CoreFoundation"]),
    module("CoreLocation", ["FoundationSupplement"]),
    module("Contacts", ["FoundationSupplement"]),
    module(
        "UserNotifications",
        [
            "CBelfry", "CBelfryContent", "CBelfryURLSession", "CCoreFoundation", "CoreFoundation",
            "CoreLocation", "FoundationSupplement", "Security",
        ]
    ),
    .target(
        name: "CPictures",
        dependencies: ["CLibGIF", "CLibJPEG", "CLibPNG", "CLibWebP"],
        path: "Swift/CPictures",
        linkerSettings: [.linkedLibrary("gif")]  // giflib itself has no file for pkg-config
    ),
    module("CoreGraphics", ["CPictures", "CoreFoundation", "FoundationSupplement"]),
    module("ImageIO", ["CoreGraphics"]),
    module(
        "UIKit",
        ["CBelfry", "CoreGraphics", "FoundationSupplement", "ImageIO", "UserNotifications"]
    ),
    module("QuartzCore", ["UIKit"]),
    module("CoreMedia"),
    module(
        "AVFoundation",
        ["AVFAudio", "AudioToolbox", "CoreGraphics", "CoreMedia", "FoundationSupplement", "UIKit"]
    ),
    module("AVKit", ["AVFoundation", "UIKit"]),
    module("WebKit", ["FoundationSupplement", "UIKit"]),
    module(
        "UserNotificationsUI",
        ["CBelfry", "CBelfryContent", "FoundationSupplement", "UIKit", "UserNotifications"]
    ),
    module("CoreMotion", ["FoundationSupplement"]),
    module("MapKit", ["CoreLocation", "UIKit"]),
    module("Intents", ["CoreGraphics", "FoundationSupplement", "UserNotifications"]),
]

/// What authors' own packages use: to test their extensions with, and to bundle them.
let kit: [Target] = [
    // A link to Sources/BelfryModel, a target of the host's package as well: what is `package` in it
    // is seen in one package alone.
    module("BelfryModel"),
    .target(name: "CBelfryTesting", path: "Swift/CBelfryTesting"),
    .target(
        name: "BelfryTesting",
        dependencies: ["BelfryModel", "CBelfryTesting", "UserNotifications"],
        path: "Swift/BelfryTesting",
        swiftSettings: strict
    ),
    .plugin(
        name: "BundleExtension",
        capability: .command(
            intent: .custom(
                verb: "bundle-extension",
                description: "Makes a bundle of an extension that is a dynamic library product."
            )
        ),
        path: "Plugins/BundleExtension"
    ),
]

let tests: [Target] = [
    .executableTarget(
        name: "user-notifications-main-loop",
        dependencies: ["CBelfry", "UserNotifications"],
        path: "Tests/UserNotificationsTests/MainLoopProbe",
        swiftSettings: strict
    ),
    .testTarget(
        name: "UserNotificationsTests",
        dependencies: [
            "CBelfry", "CoreLocation", "FoundationSupplement", "Security",
            "UserNotifications", "user-notifications-main-loop",
        ],
        exclude: ["Fixtures", "MainLoopProbe"],
        swiftSettings: strictButForMemory
    ),
    // Exit tests.
    .testTarget(
        name: "SystemModulesTests",
        dependencies: [
            "AVFoundation", "CAppleHeaders", "Compression", "FoundationSupplement",
            "MobileCoreServices", "UniformTypeIdentifiers", "os",
        ],
        swiftSettings: strictButForMemory
    ),
    .testTarget(
        name: "UIKitTests",
        dependencies: [
            "AVFoundation", "AVKit", "CBelfry", "CoreGraphics", "FoundationSupplement", "ImageIO",
            "MapKit", "UIKit", "WebKit",
        ],
        swiftSettings: strict + besideTesting
    ),
    .testTarget(
        name: "UserNotificationsUITests",
        dependencies: [
            "CBelfry", "CBelfryContent", "FoundationSupplement", "UIKit", "UserNotifications",
            "UserNotificationsUI",
        ],
        swiftSettings: strict + besideTesting
    ),
    .testTarget(
        name: "IntentsTests",
        dependencies: ["Intents", "UserNotifications"],
        swiftSettings: strict
    ),
    .testTarget(
        name: "BelfryTestingTests",
        dependencies: ["BelfryTesting"],
        swiftSettings: strict
    ),
]

let package = Package(
    name: "belfry-sdk",
    products: [
        .library(name: "UserNotifications", type: .dynamic, targets: sdk.map(\.name)),
        .library(name: "BelfryTesting", targets: ["BelfryTesting"]),
        .plugin(name: "belfry-bundle", targets: ["BundleExtension"]),
    ],
    targets: [
        // The C ABI, which the worker has as a target of the host's package.
        .target(name: "CBelfry", path: "C", exclude: ["abi"], publicHeadersPath: "include")
    ] + systemLibraries + sdk + kit + tests
)
