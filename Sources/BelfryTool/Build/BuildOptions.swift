// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What `belfry build` was asked to do.
struct BuildOptions: Equatable {
    /// A version of the Swift language.
    enum SwiftVersion: String, CaseIterable {
        /// What most Xcode projects are in.
        case five = "5"
        case six = "6"
    }

    /// The source files, or the folder, or the Xcode project.
    var sources: [String]

    /// The project's target; nil for the one that makes a notification extension, or the only library.
    var target: String?

    /// The bundle to make; nil for one named after the target, the folder or the first source.
    var output: String?

    /// The `Info.plist` to take; nil for the one that is found, or a generated one.
    var infoPlist: String?

    /// `CFBundleIdentifier` of a generated `Info.plist`.
    var identifier: String?

    /// The `.entitlements` file to take; nil for the one that is found.
    var entitlements: String?

    /// App groups besides those of the entitlements.
    var appGroups: [String] = []

    /// A folder whose contents go into the bundle.
    var resources: String?

    var swiftVersion: SwiftVersion?

    /// Whether to compile for a debugger rather than for speed.
    var isDebug = false

    /// Whether the bundle has Swift's runtime and the SDK in its library.
    var isStatic = false

    /// A header whose C declarations Swift sources see.
    var bridgingHeader: String?

    /// Names for `#if` in Swift and `#ifdef` in C.
    var definitions: [String] = []

    /// Where modules and headers are looked for besides the SDK.
    var includeFolders: [String] = []

    /// Where libraries are looked for.
    var libraryFolders: [String] = []

    /// Libraries to link, without `lib` and ending.
    var libraries: [String] = []

    /// Swift packages, each a folder, or an address with a version.
    var packages: [String] = []

    /// The packages' libraries to link; without any, those whose modules are imported.
    var products: [String] = []

    /// Files and folders besides those that are built from, which the build may read.
    var allowedPlaces: [String] = []

    /// Arguments for the Swift compiler as they are.
    var swiftArguments: [String] = []

    /// Whether to compile although nothing has changed.
    var isClean = false

    /// Whether to show the compilers' command lines.
    var isVerbose = false

    /// The options without those that change nothing in the bundle.
    var deciding: BuildOptions {
        var options = self
        options.isClean = false
        options.isVerbose = false
        return options
    }

    /// The configuration of Xcode projects.
    var configuration: String { isDebug ? "Debug" : "Release" }

    /// The options that mean nothing to Cargo and CMake, as they were typed.
    var compilerOnly: [String] {
        [
            ("-D", !definitions.isEmpty), ("-I", !includeFolders.isEmpty),
            ("-L", !libraryFolders.isEmpty), ("-l", !libraries.isEmpty),
        ]
        .filter(\.1).map(\.0)
    }

    /// The options that mean something for Swift sources alone, as they were typed.
    var swiftOnly: [String] {
        [
            ("--static", isStatic), ("--swift", swiftVersion != nil),
            ("--bridging-header", bridgingHeader != nil),
            ("--package", !packages.isEmpty),
            ("-Xswiftc", !swiftArguments.isEmpty),
        ]
        .filter(\.1).map(\.0)
    }
}
