// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import BelfryRuntime
internal import HTTPTypes

/// What a notification's content extension is given to draw.
struct ViewPlan: Sendable {
    let app: CenterApp
    let content: NotificationContent
    let notification: SessionNotification
    private(set) var options = SessionOptions()

    /// - Parameters:
    ///   - sequence: The notification.
    ///   - turn: The centre.
    ///   - width: How wide it is drawn, in points.
    ///   - isDark: Whether the page is.
    /// - Throws: ``CenterError`` for one that is not there, ``APIError`` for one that is not in the list
    ///   and one whose texts the device hides.
    init(of sequence: Int, in turn: Turn, width: Int, isDark: Bool) throws {
        let entry = try turn.entry(sequence)
        guard entry.state.isDelivered else {
            throw APIError(
                .conflict,
                "wrong_state",
                "notification \(sequence) is \(entry.state.rawValue); only one in the list is drawn"
            )
        }
        app = try turn.app(entry.app)
        guard try !turn.hidesTexts(of: app) else {
            throw APIError(
                .conflict,
                "hidden",
                "the device hides what notification \(sequence) says; unlock it first"
            )
        }
        content = entry.shown
        var shown = content
        shown.attachments = []
        notification = SessionNotification(
            .local(shown, identifier: entry.identifier),
            attachments: content.attachments.map {
                SessionAttachment(identifier: $0.identifier, path: $0.url, type: $0.typeIdentifier)
            },
            date: entry.presented.map { Double($0.milliseconds) / 1000 }
        )
        let known = try turn.transaction.categories(of: app.identifier)
        options.app = app.identifier
        options.categories = Array(known.all.prefix(CategorySet.limit))
        options.width = Double(width)
        options.isDark = isDark
        options.device = app.settings.deviceState
        options.device.isBeforeFirstUnlock =
            try turn.transaction.device().lock == .beforeFirstUnlock
    }
}
