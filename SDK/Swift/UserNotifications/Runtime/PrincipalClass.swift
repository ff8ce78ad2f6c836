// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import FoundationSupplement

/// The search for the class that a manifest names.
package enum PrincipalClass {
    /// Finds the service extension that the bundle's manifest names.
    ///
    /// - Parameter bundle: Where the extension lives.
    /// - Returns: The class.
    /// - Throws: `NotFound` when the manifest names none, when there is none of the name, or when
    ///   it is not a `UNNotificationServiceExtension`.
    static func find(
        in bundle: HostedBundle
    ) throws(NotFound) -> UNNotificationServiceExtension.Type {
        let found: AnyClass = try named(bundle.principalClass, in: bundle)
        guard let service = found as? UNNotificationServiceExtension.Type else {
            throw .notAService(bundle.principalClass)
        }
        return service
    }

    /// Finds a class by the name that the manifest has for it.
    ///
    /// - Parameters:
    ///   - name: The name, with a module or without.
    ///   - bundle: Where the extension lives.
    /// - Returns: The class.
    /// - Throws: `NotFound` for an empty name and where there is no such class.
    package static func named(
        _ name: String,
        in bundle: HostedBundle
    ) throws(NotFound) -> AnyClass {
        guard !name.isEmpty else { throw .unnamed }
        let candidates = candidates(name, in: bundle)
        for candidate in candidates {
            if let found = NSClassFromString(candidate) { return found }
        }
        throw .missing(name, lookedFor: candidates)
    }

    /// The name as written where it names a module; otherwise the name in each likely module.
    ///
    /// `NSClassFromString` on Linux finds only `Module.Class`, and prints a complaint when it is
    /// asked for anything deeper.
    private static func candidates(_ name: String, in bundle: HostedBundle) -> [String] {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        switch parts.count {
        case 1:
            return bundle.moduleNames.map { "\($0).\(name)" }
        case 2:
            let module = ModuleNames.ofProduct(parts[0])
            return module == parts[0] ? [name] : [name, "\(module).\(parts[1])"]
        default:
            return []
        }
    }
}
