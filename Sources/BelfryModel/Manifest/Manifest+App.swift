// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension Manifest {
    /// The identifier of the app that the extension belongs to.
    package var appIdentifier: String { Self.appIdentifier(of: identifier) }

    /// The identifier of an extension's app: the extension's own without the last component.
    ///
    /// One of two components or fewer is its own app's: what is left of it, such as `com`, would be
    /// everybody's.
    package static func appIdentifier(of identifier: String) -> String {
        let components = identifier.split(separator: ".", omittingEmptySubsequences: false)
        guard components.count > 2 else { return identifier }
        return components.dropLast().joined(separator: ".")
    }
}
