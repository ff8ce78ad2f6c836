// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The optional members of `UNNotificationContentExtension`, which are found by name as well: a subclass
/// may have one that the class which conforms has not.
enum ContentExtensionMembers {
    static let properties: Set<String> = [
        "mediaPlayPauseButtonFrame", "mediaPlayPauseButtonTintColor", "mediaPlayPauseButtonType",
    ]

    private static let name = "didReceiveNotificationResponse:completionHandler:"
    private static let option = "UNNotificationContentExtensionResponseOption"

    /// Describes `didReceive(_:completionHandler:)` of a class.
    static func response(of type: String) -> String {
        ".method(\"\(name)\") { (o: \(type), a0: UNNotificationResponse, "
            + "a1: @escaping @Sendable (\(option)) -> Void) in "
            + "o.didReceive(a0, completionHandler: a1) }"
    }

    /// Describes `didReceive(_:) async` of a class.
    static func awaitedResponse(of type: String) -> String {
        ".method(\"\(name)\", awaiting: { (o: \(type), a0: UNNotificationResponse) async in "
            + "await o.didReceive(a0) as \(option) })"
    }
}
