// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A target as another one names it, in its dependencies or in what it links.
struct XcodeTargetReference: Hashable {
    /// How the target is named.
    enum Name: Hashable {
        /// By its own object's id.
        case target(String)
        /// By the id of the file that it makes.
        case product(String)
        /// By the name of the file that it makes, whatever project it is of.
        case file(String)
    }

    /// The project that the target is of; nil for the project that names it.
    let project: String?

    let name: Name

    /// Whether what the target makes is copied into the bundle of the target that names it.
    var isCopied = false

    /// What people call it, for messages.
    let shown: String
}
