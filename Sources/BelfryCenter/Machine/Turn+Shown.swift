// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryModel

/// Notifications that somebody else has shown.
extension Turn {
    /// Notes a notification that a host has shown by itself, whatever the device allows.
    ///
    /// It takes the place of the delivered one of its identifier. One without an alert is not listed.
    ///
    /// - Parameters:
    ///   - request: What was shown; its trigger says whether it was pushed.
    ///   - identifier: The app.
    ///   - date: When it was shown.
    ///   - isListed: Whether the list has room for it; it sets the badge in any case.
    /// - Throws: ``CenterError`` for an app that is not installed.
    package mutating func noteShown(
        _ request: NotificationRequest,
        of identifier: String,
        at date: UnixTime,
        isListed: Bool
    ) throws {
        var app = try installed(identifier)
        let content = request.content
        if let badge = content.badge { try setBadge(max(0, badge), of: &app) }
        let older = try transaction.entries(
            of: identifier,
            identifier: request.identifier,
            in: EntryState.delivered,
            after: 0
        )
        for var entry in older { try end(&entry, .collapsed, .collapsed) }
        guard isListed, content.hasAlert else { return }
        var entry = LedgerEntry(
            key: "shown/\(try transaction.nextGeneration())",
            app: identifier,
            identifier: request.identifier,
            source: request.trigger == .push ? .push : .local,
            accepted: date,
            original: content
        )
        entry.state = .presented
        entry.presented = date
        entry.decided = content
        guard case .accepted(let sequence) = try journal(entry) else { return }
        for attachment in content.attachments { try transaction.own(attachment.url, by: sequence) }
    }
}
