// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// The search for the class that a manifest names.
struct PrincipalClass {
    /// Why no class can be used, in a sentence for whoever wrote the extension.
    struct NotFound: Error {
        let message: String
    }

    /// Finds the service extension that the bundle's manifest names.
    ///
    /// - Parameter bundle: Where the extension lives.
    /// - Returns: The class.
    /// - Throws: `NotFound` when the manifest names none, when there is none of the name, or when
    ///   it is not a `UNNotificationServiceExtension`.
    static func find(
        in bundle: HostedBundle
    ) throws(NotFound) -> UNNotificationServiceExtension.Type {
        let name = bundle.principalClass
        guard !name.isEmpty else {
            throw NotFound(
                message: """
                    The bundle's Info.plist has no NSExtensionPrincipalClass in NSExtension; \
                    set it to $(PRODUCT_MODULE_NAME).NotificationService, or to whatever the \
                    class is called.
                    """
            )
        }
        let candidates = candidates(name, in: bundle)
        for candidate in candidates {
            guard let found = NSClassFromString(candidate) else { continue }
            guard let service = found as? UNNotificationServiceExtension.Type else {
                throw NotFound(
                    message: """
                        The principal class \(candidate) does not inherit from \
                        UNNotificationServiceExtension; make it its superclass, or name another \
                        class in NSExtensionPrincipalClass.
                        """
                )
            }
            return service
        }
        throw NotFound(
            message: """
                The extension has no class \(name) (looked for \
                \(candidates.joined(separator: ", "))); set NSExtensionPrincipalClass to the \
                module's name, a dot and the name of a top-level class.
                """
        )
    }

    /// The name as written where it names a module; otherwise the name in each likely module.
    ///
    /// `NSClassFromString` on Linux finds only `Module.Class`.
    static func candidates(_ name: String, in bundle: HostedBundle) -> [String] {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count != 2 else {
            let module = HostedBundle.moduleName(ofProduct: parts[0])
            return module == parts[0] ? [name] : [name, "\(module).\(parts[1])"]
        }
        guard let className = parts.last, parts.count == 1 else { return [name] }
        return bundle.moduleNames.map { "\($0).\(className)" }
    }
}
