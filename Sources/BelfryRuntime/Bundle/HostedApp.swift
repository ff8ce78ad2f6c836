// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// The app that an extension belongs to: an identifier, and where what bears it lies.
///
/// Nothing is signed here, and anybody can take an identifier that begins with somebody else's. On
/// iOS an extension is its app's because it lies in it; so it is here.
package struct HostedApp: Hashable, Sendable {
    /// The identifier that the extensions' own begin with.
    package let identifier: String

    /// The directory that the app's extensions lie in, at whatever depth for one called `.app`.
    package let home: String

    /// Tells whose an extension is.
    ///
    /// - Parameters:
    ///   - manifest: Who it says it is.
    ///   - path: The canonical path of its bundle: the home is the innermost `.app` around it, else
    ///     the directory that it lies in.
    package init(of manifest: Manifest, at path: String) {
        identifier = manifest.appIdentifier
        let folders = path.split(separator: "/").dropLast()
        let app = folders.lastIndex { $0.hasSuffix(".app") }
        home = "/" + folders.prefix(app.map { $0 + 1 } ?? folders.count).joined(separator: "/")
    }
}
