// swift-tools-version: 6.3
// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import PackageDescription

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

/// What a target needs that starts programs.
let programs: [Target.Dependency] = [
    .product(name: "Subprocess", package: "swift-subprocess"),
    .product(name: "SystemPackage", package: "swift-system"),
]

/// Resolve every symbol at start and make the tables read-only.
let hardened: [LinkerSetting] = [
    .unsafeFlags(
        ["-Xlinker", "-z", "-Xlinker", "now", "-Xlinker", "-z", "-Xlinker", "relro"],
        .when(platforms: [.linux])
    )
]

/// The worker brings its own Swift runtime and exports nothing: an extension finds its own.
///
/// With a static runtime swiftc passes `-export-dynamic`, by which every public symbol of our modules
/// would stay, used or not, for any extension to find.
let selfContained: [LinkerSetting] =
    hardened + [
        .unsafeFlags(
            [
                "-static-stdlib", "-Xlinker", "--gc-sections", "-Xlinker", "--no-export-dynamic",
            ],
            .when(platforms: [.linux])
        )
    ]

/// What attacks our readers of untrusted bytes: tests, and with `BELFRY_FUZZ` in the environment the
/// program of `Scripts/fuzz.sh`, which links with `--sanitize=fuzzer` only.
///
/// It is in this package, since another one does not see what is `package`, nor what `@testable`
/// shows.
let isFuzzing = Context.environment["BELFRY_FUZZ"] != nil
let fuzzed: [Target.Dependency] = [
    "BelfryAPNs", "BelfryCenter", "BelfryELF", "BelfryEgress", "BelfryInlets", "BelfryMeasure",
    "BelfryModel", "BelfryReplay", "BelfryReport", "BelfryRuntime", "BelfrySymboliser",
    "BelfryTerminal", "BelfryTool", "BelfryWire",
    .product(name: "Logging", package: "swift-log"),
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOEmbedded", package: "swift-nio"),
    .product(name: "NIOHPACK", package: "swift-nio-http2"),
]
let fuzzing: Target =
    isFuzzing
    ? .executableTarget(
        name: "belfry-fuzz",
        dependencies: fuzzed,
        path: "Fuzzing/belfry-fuzz",
        exclude: ["Tests"],
        swiftSettings: strict
    )
    : .testTarget(
        name: "BelfryFuzzTests",
        dependencies: fuzzed + ["BelfryRandom"],
        path: "Fuzzing/belfry-fuzz",
        exclude: ["Program"],
        swiftSettings: strict
    )

/// The simulation of the host as a program, for `Scripts/simulate.sh` and `Scripts/host-mutants.sh`.
///
/// In an ordinary build its files belong to `BelfryRuntimeTests`. As a program it is built with
/// optimisation, for which the engine has to be compiled with `-enable-testing`.
let isSimulating = Context.environment["BELFRY_SIMULATION"] != nil
let simulation: [Target] =
    isSimulating
    ? [
        .executableTarget(
            name: "host-simulation",
            dependencies: [
                "BelfryAttachments", "BelfryModel", "BelfryRandom", "BelfryReport", "BelfryRuntime",
                "BelfrySandbox", "BelfrySystem", "BelfryWire", "CenterSimulation",
            ],
            path: "Tests/BelfryRuntimeTests/Simulation",
            exclude: ["HostSimulationTests.swift", "WorkerPoolTests.swift"],
            swiftSettings: strict
        )
    ]
    : []

let package = Package(
    name: "belfry",
    products: [
        .library(name: "Belfry", targets: ["Belfry"]),
        .executable(name: "belfry", targets: ["belfry"]),
        .executable(name: "belfry-worker", targets: ["belfry-worker"]),
        .executable(name: "belfry-symbolise", targets: ["belfry-symbolise"]),
        .executable(name: "belfryd", targets: ["belfryd"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.7.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // A command, `swift package generate-documentation`: no target depends on it.
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
        // The daemon's alone. Traits off: no files of configuration, nothing that needs all of Foundation.
        .package(
            url: "https://github.com/hummingbird-project/hummingbird",
            from: "2.28.1",
            traits: []
        ),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        // The push endpoint's alone.
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        // Without its trait for Foundation, which nothing here needs.
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    ],
    targets: [
        // System libraries.
        .systemLibrary(name: "CLibFFI", pkgConfig: "libffi", providers: [.apt(["libffi-dev"])]),
        .systemLibrary(
            name: "CSeccomp",
            pkgConfig: "libseccomp",
            providers: [.apt(["libseccomp-dev"])]
        ),
        .systemLibrary(
            name: "CMessageDigest",
            pkgConfig: "libmd",
            providers: [.apt(["libmd-dev"])]
        ),
        .systemLibrary(name: "CLibDW", pkgConfig: "libdw", providers: [.apt(["libdw-dev"])]),
        .systemLibrary(
            name: "CSystemd",
            pkgConfig: "libsystemd",
            providers: [.apt(["libsystemd-dev"])]
        ),
        // The SDK's too: what decodes pictures.
        .systemLibrary(name: "CLibGIF", path: "SDK/System/CLibGIF"),
        .systemLibrary(name: "CLibJPEG", path: "SDK/System/CLibJPEG", pkgConfig: "libjpeg"),
        .systemLibrary(name: "CLibPNG", path: "SDK/System/CLibPNG", pkgConfig: "libpng"),
        .systemLibrary(name: "CLibWebP", path: "SDK/System/CLibWebP", pkgConfig: "libwebp"),
        .target(
            name: "CPictures",
            dependencies: ["CLibGIF", "CLibJPEG", "CLibPNG", "CLibWebP"],
            path: "SDK/Swift/CPictures",
            linkerSettings: [.linkedLibrary("gif")]  // giflib itself has no file for pkg-config
        ),

        // The C ABI, a target of the SDK's package as well.
        .target(name: "CBelfry", path: "SDK/C", exclude: ["abi"], publicHeadersPath: "include"),

        // Both sides of the sandbox; no Foundation.
        .target(name: "CBelfryPlatform"),
        .target(name: "BelfrySystem", dependencies: ["CBelfryPlatform"], swiftSettings: strict),
        .target(name: "BelfryWire", swiftSettings: strict),
        .target(name: "BelfryRandom", swiftSettings: strict),
        .target(name: "BelfryLayout", dependencies: ["BelfryWire"], swiftSettings: strict),
        .target(name: "BelfryELF", dependencies: ["BelfrySystem"], swiftSettings: strict),
        .target(
            name: "BelfrySandbox",
            dependencies: ["BelfrySystem", "CBelfryPlatform", "CSeccomp"],
            swiftSettings: strict
        ),

        // Inside.
        .target(name: "CBelfryTrace"),
        .target(
            name: "BelfryWorkerCore",
            dependencies: [
                "BelfryELF", "BelfryLayout", "BelfrySandbox", "BelfrySystem", "BelfryWire",
                "CBelfry", "CBelfryPlatform", "CBelfryTrace", "CLibFFI",
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "belfry-worker",
            dependencies: ["BelfrySystem", "BelfryWire", "BelfryWorkerCore"],
            swiftSettings: strict,
            linkerSettings: selfContained
        ),

        // After a crash, sealed off: no other process links libdw.
        .target(
            name: "CBelfrySymbols",
            dependencies: ["CLibDW"],
            linkerSettings: [.linkedLibrary("stdc++")]  // __cxa_demangle
        ),
        .target(
            name: "BelfrySymboliser",
            dependencies: ["BelfrySandbox", "BelfrySystem", "BelfryWire", "CBelfrySymbols"],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "belfry-symbolise",
            dependencies: ["BelfrySymboliser", "BelfrySystem"],
            swiftSettings: strict,
            linkerSettings: selfContained
        ),

        // Outside.
        .target(name: "BelfryModel", swiftSettings: strict),
        .target(
            name: "BelfryReport",
            dependencies: ["BelfryModel", "BelfryWire"],
            swiftSettings: strict
        ),
        .target(
            name: "BelfryEgress",
            dependencies: [
                "BelfryModel", "BelfryReport", "BelfrySystem", "BelfryWire",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "BelfryDigest",
            dependencies: ["CMessageDigest"],
            swiftSettings: strict
        ),
        // What extensions attach: taken over, kept, and removed.
        .target(
            name: "BelfryAttachments",
            dependencies: ["BelfryDigest", "BelfryModel", "BelfrySystem"],
            swiftSettings: strict
        ),
        .target(
            name: "BelfryRuntime",
            dependencies: [
                "BelfryAttachments", "BelfryCenter", "BelfryDigest", "BelfryELF", "BelfryEgress",
                "BelfryModel", "BelfryReport", "BelfrySandbox", "BelfrySystem", "BelfryWire",
                "CBelfryPlatform",
                .product(name: "CoreMetrics", package: "swift-metrics"),
            ],
            swiftSettings: strict
        ),
        // What other programs host extensions with: the only target whose declarations are public.
        .target(
            name: "Belfry",
            dependencies: [
                "BelfryEgress", "BelfryModel", "BelfryReport", "BelfryRuntime", "BelfrySandbox",
                "BelfryWire",
                .product(name: "CoreMetrics", package: "swift-metrics"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "BelfryValidation",
            dependencies: [
                "BelfryELF", "BelfryEgress", "BelfryModel", "BelfryRandom", "BelfryReport",
                "BelfryRuntime", "BelfrySystem",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "BelfryMetrics",
            dependencies: [.product(name: "CoreMetrics", package: "swift-metrics")],
            swiftSettings: strict
        ),
        // What draws numbers: axes, lines, bars, as HTML and SVG, of the tool and of the daemon.
        .target(
            name: "BelfryPlot",
            dependencies: ["BelfryModel"],
            resources: [.embedInCode("Style")],  // the tool stays one file
            swiftSettings: strict
        ),
        .target(
            name: "BelfryMeasure",
            dependencies: [
                "BelfryDigest", "BelfryModel", "BelfryPlot", "BelfryRandom", "BelfryReport",
                "BelfryRuntime",
                "BelfrySystem",
                .product(name: "Histogram", package: "hdrhistogram-swift"),
            ],
            resources: [.embedInCode("Page/Style")],  // the tool stays one file
            swiftSettings: strict
        ),
        .target(
            name: "BelfryReplay",
            dependencies: [
                "BelfryDigest", "BelfryEgress", "BelfryModel", "BelfryReport", "BelfryRuntime",
                "BelfrySystem", "BelfryWire",
            ],
            swiftSettings: strict
        ),
        // What is remembered and what is due; its ledger in SQLite, which the light tool has not;
        // and the engine as what runs the centre's extensions.
        .target(
            name: "BelfryCenter",
            dependencies: ["BelfryModel", "BelfryReport", "BelfrySystem"],
            swiftSettings: strict
        ),
        .target(
            name: "BelfryLedger",
            dependencies: [
                "BelfryCenter", "BelfryModel", "BelfrySystem",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "BelfryCenterEngine",
            dependencies: [
                "BelfryAttachments", "BelfryCenter", "BelfryModel", "BelfryReport", "BelfryRuntime",
                "BelfrySystem",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "BelfryTerminal",
            dependencies: ["BelfryModel", "BelfryReport", "BelfrySystem"],
            swiftSettings: strict
        ),
        // What a browser draws an open notification with: for the page of the tool and the daemon's.
        .target(
            name: "BelfryDrawing",
            dependencies: ["BelfryModel", "BelfryReport", "BelfryRuntime", "BelfryWire"],
            resources: [.embedInCode("Scripts")],  // the tool stays one file
            swiftSettings: strict
        ),
        // The notification server of a desktop, over its session bus, and what stands before it; it knows
        // no centre.
        .target(
            name: "BelfryDesktop",
            dependencies: ["BelfryModel", "BelfrySystem", "CBelfryPlatform", "CSystemd"],
            swiftSettings: strict
        ),
        // Pictures for it, decoded by a process that has sealed itself.
        .target(
            name: "BelfryPictures",
            dependencies: [
                "BelfryAttachments", "BelfrySandbox", "BelfrySystem", "CPictures",
            ],
            swiftSettings: strict
        ),
        .target(
            name: "BelfryTool",
            dependencies: [
                "BelfryAttachments", "BelfryCenter", "BelfryDesktop", "BelfryDigest",
                "BelfryDrawing", "BelfryELF", "BelfryEgress", "BelfryMeasure", "BelfryMetrics",
                "BelfryModel",
                "BelfryPictures", "BelfryPlot", "BelfryReplay", "BelfryReport", "BelfryRuntime",
                "BelfrySandbox",
                "BelfrySystem", "BelfryTerminal", "BelfryValidation", "BelfryWire",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ] + programs,
            resources: [.embedInCode("Web/Page")],  // the tool stays one file
            swiftSettings: strict
        ),
        .executableTarget(
            name: "belfry",
            dependencies: ["BelfryTool"],
            swiftSettings: strict,
            linkerSettings: hardened
        ),

        // What senders speak to as they speak to APNs; it knows a door and no centre.
        .target(
            name: "BelfryAPNs",
            dependencies: [
                "BelfryModel", "BelfrySystem",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOExtras", package: "swift-nio-extras"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            swiftSettings: strict
        ),

        // What programs send in the forms of ntfy and Gotify: values, and what becomes of them.
        .target(name: "BelfryInlets", dependencies: ["BelfryModel"], swiftSettings: strict),

        // The daemon: what is remembered, over HTTP. Nothing else links these.
        .target(
            name: "BelfryServer",
            dependencies: [
                "BelfryAPNs", "BelfryAttachments", "BelfryCenter", "BelfryCenterEngine",
                "BelfryDesktop", "BelfryDigest", "BelfryDrawing", "BelfryInlets", "BelfryLedger",
                "BelfryMetrics", "BelfryModel", "BelfryPictures", "BelfryPlot", "BelfryReplay",
                "BelfryReport", "BelfryRuntime", "BelfrySystem", "BelfryTerminal",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOExtras", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            resources: [.embedInCode("API/openapi.yaml"), .embedInCode("Web/Page")],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "belfryd",
            dependencies: ["BelfryServer"],
            swiftSettings: strict,
            linkerSettings: hardened
        ),

        // Benchmarks: in this package, since another one does not see what is `package`.
        .executableTarget(name: "belfry-limits", path: "Benchmarks/Limits"),
        .target(
            name: "BelfryBenchmarks",
            dependencies: [
                "BelfryAttachments", "BelfryMeasure", "BelfryModel", "BelfryPlot", "BelfryReport",
                "BelfryRuntime", "BelfrySystem", "BelfryWire",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ] + programs,
            path: "Benchmarks/BelfryBenchmarks",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "belfry-benchmarks",
            dependencies: ["BelfryBenchmarks"],
            path: "Benchmarks/belfry-benchmarks",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "belfry-budgets",
            dependencies: ["BelfryBenchmarks"],
            path: "Benchmarks/belfry-budgets",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "belfry-bundles",
            dependencies: ["BelfryBenchmarks"],
            path: "Benchmarks/belfry-bundles",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "belfry-meter",
            dependencies: ["BelfryBenchmarks"],
            path: "Benchmarks/belfry-meter",
            swiftSettings: strict
        ),

        // Documentation that is written from the modules.
        .target(
            name: "SDKReference",
            dependencies: ["BelfryModel"],
            path: "Documentation/Generator/SDKReference",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "sdk-reference",
            dependencies: ["SDKReference"],
            path: "Documentation/Generator/sdk-reference",
            swiftSettings: strict
        ),

        // Tests.
        .testTarget(
            name: "SDKReferenceTests",
            dependencies: ["EndToEndSupport", "SDKReference", "sdk-reference"],
            swiftSettings: strict
        ),
        .target(name: "CABIProbe", dependencies: ["CBelfry"], path: "Tests/CABIProbe"),
        .testTarget(
            name: "ABITests",
            dependencies: ["CABIProbe", "CBelfry"],
            swiftSettings: strict
        ),
        // Some in processes of their own: exit tests.
        .testTarget(
            name: "BelfryTests",
            dependencies: [
                "Belfry", "BelfryMetrics", "BelfryModel", "BelfryReport", "BelfryRuntime",
                "BelfrySystem", "BelfryWire", "EndToEndSupport",
            ],
            swiftSettings: strictButForMemory
        ),
        .testTarget(
            name: "BelfryModelTests",
            dependencies: ["BelfryModel"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "BelfryELFTests",
            dependencies: ["BelfryELF", "BelfrySystem"] + programs,
            swiftSettings: strict
        ),
        .target(
            name: "MachineClock",
            dependencies: programs,
            path: "Tests/MachineClock",
            swiftSettings: strict
        ),
        .testTarget(
            name: "BelfrySystemTests",
            dependencies: ["BelfrySystem", "MachineClock"] + programs,
            swiftSettings: strict
        ),
        .testTarget(
            name: "BelfryAttachmentTests",
            dependencies: [
                "BelfryAttachments", "BelfryModel", "BelfryReport", "BelfryRuntime", "BelfrySystem",
            ] + programs,
            swiftSettings: strict
        ),
        .testTarget(
            name: "BelfryToolTests",
            dependencies: [
                "BelfryDrawing", "BelfryEgress", "BelfryMeasure", "BelfryModel", "BelfryReplay",
                "BelfryReport", "BelfryRuntime", "BelfryServer", "BelfrySystem", "BelfryTerminal",
                "BelfryTool", "BelfryWire", "EndToEndSupport",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ] + programs,
            swiftSettings: strict
        ),
        .testTarget(
            name: "BelfryValidationTests",
            dependencies: [
                "BelfryModel", "BelfryReport", "BelfryRuntime", "BelfryTerminal", "BelfryTool",
                "BelfryValidation",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "BelfryMeasureTests",
            dependencies: [
                "BelfryMeasure", "BelfryModel", "BelfryPlot", "BelfryReport", "BelfryRuntime",
                "BelfrySystem",
                "BelfryTool", "EndToEndSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "BelfryMetricsTests",
            dependencies: [
                "BelfryMetrics", "BelfryModel", "BelfryReport", "BelfryRuntime",
                "EndToEndSupport",
                .product(name: "CoreMetrics", package: "swift-metrics"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "BelfryReplayTests",
            dependencies: [
                "BelfryEgress", "BelfryModel", "BelfryReplay", "BelfryReport", "BelfryRuntime",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "BelfryWireTests",
            dependencies: ["BelfryRandom", "BelfryWire", "CBelfry"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "BelfryLayoutTests",
            dependencies: ["BelfryLayout", "BelfryRandom", "BelfryWire"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "BelfrySandboxTests",
            dependencies: ["BelfrySandbox", "BelfrySystem", "CBelfryPlatform", "CSeccomp"],
            swiftSettings: strict
        ),
        // Seals processes of its own: exit tests.
        .testTarget(
            name: "BelfrySymboliserTests",
            dependencies: ["BelfryRandom", "BelfrySymboliser", "BelfrySystem"],
            swiftSettings: strictButForMemory
        ),
        .testTarget(
            name: "BelfryWorkerCoreTests",
            dependencies: [
                "BelfryRandom", "BelfrySystem", "BelfryWire", "BelfryWorkerCore", "CBelfry",
                "CBelfryPlatform",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "BelfryReportTests",
            dependencies: ["BelfryModel", "BelfryReport", "BelfryWire"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "BelfryEgressTests",
            dependencies: [
                "BelfryEgress", "BelfryModel", "BelfryReport", "BelfrySystem", "BelfryWire",
                "CBelfryPlatform",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ] + programs,
            swiftSettings: strict
        ),
        .target(
            name: "CenterSimulation",
            dependencies: ["BelfryCenter", "BelfryModel", "BelfryRandom", "BelfryReport"],
            path: "Tests/Simulation/Center",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "center-probe",
            dependencies: [
                "BelfryAttachments", "BelfryCenter", "BelfryLedger", "BelfryModel", "BelfryReport",
                "CenterSimulation",
            ],
            path: "Tests/Simulation/Probe",
            swiftSettings: strict
        ),
        .testTarget(
            name: "BelfryCenterTests",
            dependencies: [
                "BelfryCenter", "BelfryLedger", "BelfryModel", "BelfryRandom", "BelfryReport",
                "BelfrySystem", "CenterSimulation", "MachineClock", "center-probe",
            ] + programs,
            resources: [.copy("Fixtures")],
            swiftSettings: strict
        ),
        .testTarget(
            name: "BelfryCenterEngineTests",
            dependencies: [
                "BelfryAttachments", "BelfryCenter", "BelfryCenterEngine", "BelfryLedger",
                "BelfryModel", "BelfryRandom", "BelfryReport", "BelfryRuntime", "CenterSimulation",
                "EndToEndSupport",
            ],
            swiftSettings: strictButForMemory
        ),
        .testTarget(
            name: "BelfryAPNsTests",
            dependencies: [
                "BelfryAPNs", "BelfryModel", "BelfryRandom",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOExtras", package: "swift-nio-extras"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "BelfryInletsTests",
            dependencies: ["BelfryInlets", "BelfryModel"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "BelfryDesktopTests",
            dependencies: [
                "BelfryDesktop", "BelfryModel", "BelfryPictures", "BelfryRandom", "BelfrySystem",
                "CPictures",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "BelfryServerTests",
            dependencies: [
                "BelfryCenter", "BelfryEgress", "BelfryLedger", "BelfryModel", "BelfryPlot",
                "BelfryReplay", "BelfryReport", "BelfryRuntime", "BelfryServer", "BelfrySystem",
                "BelfryTool", "CenterSimulation",
                "EndToEndSupport", "belfryd",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "BelfryRuntimeTests",
            dependencies: [
                "BelfryAttachments", "BelfryCenter", "BelfryELF", "BelfryEgress", "BelfryModel",
                "BelfryRandom", "BelfryReport", "BelfryRuntime", "BelfrySandbox", "BelfrySystem",
                "BelfryWire", "CBelfryPlatform", "CenterSimulation",
            ] + programs,
            exclude: isSimulating ? ["Simulation"] : ["Simulation/HostSimulation.swift"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "BelfryBenchmarksTests",
            dependencies: [
                "BelfryBenchmarks", "BelfryModel", "BelfryReport", "BelfryRuntime",
                "BelfrySandbox", "EndToEndSupport",
            ],
            swiftSettings: strict
        ),
        // These run the worker that is built beside them.
        .target(
            name: "EndToEndSupport",
            dependencies: [
                "BelfryAttachments", "BelfryModel", "BelfryReport", "BelfryRuntime",
                "BelfrySandbox", "BelfrySystem", "BelfryTool",
            ] + programs,
            path: "Tests/EndToEndSupport",
            exclude: ["Fixtures"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "BelfryELF", "BelfryEgress", "BelfryMeasure", "BelfryModel", "BelfryReplay",
                "BelfryReport", "BelfryRuntime", "BelfrySandbox", "BelfrySystem",
                "BelfryValidation", "BelfryWire", "EndToEndSupport",
            ] + programs,
            exclude: ["Fixtures"],
            swiftSettings: strictButForMemory
        ),
        .testTarget(
            name: "SampleTests",
            dependencies: [
                "BelfryModel", "BelfryReport", "BelfryRuntime", "BelfryTool", "BelfryWire",
                "EndToEndSupport",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "HostileTests",
            dependencies: [
                "BelfryEgress", "BelfryModel", "BelfryRandom", "BelfryReport", "BelfryRuntime",
                "BelfrySandbox", "BelfrySystem", "BelfryWire", "EndToEndSupport",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Tests/Hostile",
            exclude: ["Fixtures"],
            swiftSettings: strictButForMemory
        ),
    ] + [fuzzing] + simulation
)
