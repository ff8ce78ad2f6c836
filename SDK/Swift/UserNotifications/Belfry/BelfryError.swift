// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry

/// Why the host did not do what only Belfry offers.
public struct BelfryError: Error, Equatable, CustomStringConvertible {
    /// What went wrong, for programs; there can be more of them one day.
    public struct Code: Equatable, Sendable {
        private let name: String

        /// The instance was not made by a host for a notification.
        public static let notHosted = Code(name: "notHosted")
        /// The notification was answered, or its time was up.
        public static let decided = Code(name: "decided")
        /// The manifest does not allow it.
        public static let denied = Code(name: "denied")
        /// The host takes no more of them for this notification.
        public static let limit = Code(name: "limit")
        /// The reason is not made as it must be.
        public static let badReason = Code(name: "badReason")
        /// The host is older than what was asked of it.
        public static let unsupported = Code(name: "unsupported")
        /// The host refused it for another reason.
        public static let refused = Code(name: "refused")
    }

    /// What went wrong.
    public let code: Code

    /// The same in a sentence, with what to do about it.
    public let description: String

    static let notHosted = Self(
        code: .notHosted,
        description: "This instance was not made by a host, so there is no notification to act on."
    )

    /// Throws what an error status means.
    static func check(_ status: bf_status) throws(BelfryError) {
        guard status != ABI.Status.ok else { return }
        throw Self(status)
    }

    private init(code: Code, description: String) {
        self.code = code
        self.description = description
    }

    private init(_ status: bf_status) {
        switch status {
        case ABI.Status.expired:
            self.init(code: .decided, description: "The notification is decided; it was too late.")
        case ABI.Status.denied:
            self.init(
                code: .denied,
                description: "The bundle may not drop notifications; set BFExtension.Filtering in "
                    + "its Info.plist to true."
            )
        case ABI.Status.limit:
            self.init(code: .limit, description: "The host takes no more of this notification.")
        case ABI.Status.argument:
            self.init(
                code: .badReason,
                description: "The reason is not one: use 1 to 64 of A-Z a-z 0-9 . _ - in it."
            )
        case ABI.Status.unsupported:
            self.init(
                code: .unsupported,
                description: "The host is older than ABI 1.1 and has no such function."
            )
        default:
            self.init(code: .refused, description: "The host refused it (status \(status)).")
        }
    }
}
