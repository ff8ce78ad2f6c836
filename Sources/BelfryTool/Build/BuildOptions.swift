// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What `belfry build` was asked to do.
struct BuildOptions {
    /// A version of the Swift language.
    enum SwiftVersion: String, CaseIterable {
        /// What most Xcode projects are in.
        case five = "5"
        case six = "6"
    }

    /// The source files.
    var sources: [String]

    /// The bundle to make; nil for one named after the first source.
    var output: String?

    /// The `Info.plist` to take; nil for the one beside the first source, or a generated one.
    var infoPlist: String?

    /// `CFBundleIdentifier` of a generated `Info.plist`.
    var identifier: String?

    /// A folder whose contents go into the bundle.
    var resources: String?

    var swiftVersion: SwiftVersion?

    /// Whether to compile for a debugger rather than for speed.
    var isDebug = false

    /// A header whose C declarations Swift sources see.
    var bridgingHeader: String?

    /// Whether to show the compilers' command lines.
    var isVerbose = false
}
