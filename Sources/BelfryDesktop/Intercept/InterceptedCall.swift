// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// A call that programs' order is kept for: `Notify` or `CloseNotification`.
struct InterceptedCall {
    let call: HeldMessage
    let program: String

    /// What is asked; of a notification nil where it is not understood, and goes on as it came.
    let kind: Kind

    /// What the hook was shown.
    var shown: NotificationContent?

    /// What becomes of a notification; nil while that is not known.
    var answer: HookAnswer?

    /// What the extension calls the buttons that it has added, by the keys that the server knows them by.
    var ownKeys: [String: String] = [:]

    /// How often a server was given it.
    var attempts = 0

    enum Kind {
        case notify(NotifyRequest?)
        case close(UInt32)
    }

    /// What the program wants shown; nil for another call.
    var request: NotifyRequest? {
        if case .notify(let request) = kind { request } else { nil }
    }

    /// What became of it, for an audit; nil for a call that shows nothing.
    func record(number: UInt32, error: String? = nil) -> InterceptRecord? {
        guard case .notify(let request) = kind else { return nil }
        let title = request?.summary ?? ""
        var shown = title
        if case .changed(let content, _)? = answer?.decision { shown = content.title }
        return InterceptRecord(
            sender: program,
            app: request?.app.fitForBus(byteLimit: 256) ?? "",
            title: title.fitForBus(byteLimit: 256),
            shownTitle: shown.fitForBus(byteLimit: 256),
            number: number,
            verdict: answer?.verdict ?? "passed",
            reason: answer?.reason ?? "",
            error: error?.fitForBus(byteLimit: 256)
        )
    }
}
