// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension Manifest {
    /// The identifier of the app that the extension belongs to.
    package var appIdentifier: String { Self.appIdentifier(of: identifier) }

    /// The identifier of an extension's app: the extension's own without the last component.
    package static func appIdentifier(of identifier: String) -> String {
        guard let dot = identifier.lastIndex(of: "."), dot != identifier.startIndex else {
            return identifier
        }
        return String(identifier[..<dot])
    }
}
