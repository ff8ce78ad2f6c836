// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryRuntime
internal import BelfrySystem
internal import Synchronization

/// Bundles as they were read last, so that a run reads its bundle's property lists only where they have
/// changed: reading them is a twentieth of the way from a push to its presentation.
package final class KnownBundles: Sendable {
    private struct Known {
        let versions: [FileVersion?]
        let bundle: ExtensionBundle
    }

    /// Most bundles that are kept.
    private static let limit = 256

    private let known = Mutex<[String: Known]>([:])

    package init() {}

    /// Returns a bundle as it is now.
    ///
    /// One that brings certificate authorities is read each time: they are files of its own.
    ///
    /// - Parameter path: Its directory.
    /// - Returns: The bundle.
    /// - Throws: ``BundleError`` with the place and the way out.
    package func bundle(at path: String) throws(BundleError) -> ExtensionBundle {
        // Before it is read: a change meanwhile makes it another version.
        let versions = ExtensionBundle.propertyLists(in: path).map { FileVersion(at: $0) }
        if let known = known.withLock({ $0[path] }), known.versions == versions {
            return known.bundle
        }
        let bundle = try ExtensionBundle(at: path)
        guard bundle.certificates.isEmpty else { return bundle }
        known.withLock { known in
            if known.count >= Self.limit { known = [:] }
            known[path] = Known(versions: versions, bundle: bundle)
        }
        return bundle
    }
}
