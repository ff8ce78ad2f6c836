// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime
internal import Foundation

/// A notification that an extension is asked about.
public struct NotificationRequest: Sendable {
    /// The request's identifier, as the extension sees it.
    public var identifier: String { engine.identifier }

    /// The notification before the extension.
    public var content: NotificationContent { NotificationContent(engine.content) }

    let engine: Engine.Request

    /// A notification that a server has pushed.
    ///
    /// - Parameters:
    ///   - payload: The body of the push.
    ///   - identifier: The request's identifier; nil, the default, for a new UUID.
    ///   - type: The push's type.
    /// - Returns: The request.
    public static func push(
        _ payload: PushPayload,
        identifier: String? = nil,
        type: PushType = .alert
    ) -> NotificationRequest {
        let identifier = identifier ?? UUID().uuidString
        return NotificationRequest(
            engine: .push(payload.engine, identifier: identifier, type: type.engine)
        )
    }

    /// A notification of this machine: one that a service extension has changed, to be opened; or one
    /// that an app has scheduled.
    ///
    /// A service extension is called for it only if its bundle asks for local ones (`ModifyLocal`).
    ///
    /// - Parameters:
    ///   - content: What it shows; its attachments are files that can be read.
    ///   - identifier: The request's identifier; nil, the default, for a new UUID.
    /// - Returns: The request.
    public static func content(
        _ content: NotificationContent,
        identifier: String? = nil
    ) -> NotificationRequest {
        let identifier = identifier ?? UUID().uuidString
        return NotificationRequest(engine: .local(content.engine, identifier: identifier))
    }

    /// The notification with its files, to be opened.
    var notification: Engine.Session.Notification {
        let files = content.attachments.map { file in
            Engine.Session.Attachment(
                identifier: file.identifier,
                path: file.path,
                type: file.typeIdentifier
            )
        }
        return Engine.Session.Notification(engine, attachments: files)
    }
}
