// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryWire

/// A notification that was given to a session.
struct ReceivedNotification {
    let request: RunRequest
    let date: Double

    /// What is shown of it, its attachments included.
    let content: NotificationContent
    let loans: [AttachmentLoan]

    init(_ request: RunRequest, date: Double, _ loans: [AttachmentLoan]) {
        self.request = request
        self.date = date
        self.loans = loans
        var content = request.content
        content.attachments = loans.map(\.attachment)
        self.content = content
    }

    /// Notes with its app's centre that it is shown.
    func present(in center: RunCenter) {
        center.present(request.shown(with: content), at: date)
    }

    /// It on its way to the worker.
    func record(number: UInt64) -> ContentNotification {
        ContentNotification(
            number: number,
            identifier: request.identifier,
            date: date,
            content: ContentCodec.encode(content, userInfo: request.userInfo),
            attachments: loans.map(\.descriptor)
        )
    }
}
