// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension PrincipalClass {
    /// Why no class can be used, in a sentence for whoever wrote the extension.
    package struct NotFound: Error {
        package let message: String

        package init(message: String) {
            self.message = message
        }

        /// The manifest names no class.
        static let unnamed = Self(
            message: """
                The bundle's Info.plist has no NSExtensionPrincipalClass in NSExtension; set it to \
                $(PRODUCT_MODULE_NAME).NotificationService, or to whatever the class is called.
                """
        )

        /// The class is there and is none of ours.
        static func notAService(_ name: String) -> Self {
            Self(
                message: """
                    The principal class \(name) does not inherit from \
                    UNNotificationServiceExtension; make it its superclass, or name another class \
                    in NSExtensionPrincipalClass.
                    """
            )
        }

        /// There is no such class.
        static func missing(_ name: String, lookedFor candidates: [String]) -> Self {
            let attempts = candidates.filter { $0 != name }.joined(separator: ", ")
            return Self(
                message: """
                    The extension has no class \(name)\
                    \(attempts.isEmpty ? "" : " (looked for \(attempts))"); set \
                    NSExtensionPrincipalClass to the module's name, a dot and the name of a \
                    top-level class.
                    """
            )
        }
    }
}
