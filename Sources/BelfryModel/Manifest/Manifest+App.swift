// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension Manifest {
    /// The identifier of the app that the extension belongs to: its own without the last component.
    package var appIdentifier: String {
        guard let dot = identifier.lastIndex(of: "."), dot != identifier.startIndex else {
            return identifier
        }
        return String(identifier[..<dot])
    }
}
