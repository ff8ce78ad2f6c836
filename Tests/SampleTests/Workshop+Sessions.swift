// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// A sample's session, and the host that has it.
struct SampleSession: Sendable {
    let host: ExtensionHost
    let bundle: ExtensionBundle
    let content: ContentSession

    /// Ends both.
    func close() async -> RunReport {
        let report = await content.close()
        await host.shutdown()
        return report
    }
}

extension Workshop {
    /// A push of a sample, as it is to be shown.
    ///
    /// - Parameters:
    ///   - sample: The sample.
    ///   - file: The payload, in the sample's folder.
    ///   - identifier: The request's.
    ///   - attachment: A file in `Plugins/` that comes with it.
    /// - Returns: The notification.
    /// - Throws: What is wrong with the payload.
    static func notification(
        _ sample: String,
        _ file: String = "payload.apns",
        identifier: String = "first",
        attachment: String? = nil
    ) throws -> ContentSession.Notification {
        try notification(
            at: Self.sample(sample).appendingPathComponent(file),
            identifier: identifier,
            attachment: attachment
        )
    }

    private static func notification(
        at file: URL,
        identifier: String,
        attachment: String?
    ) throws -> ContentSession.Notification {
        let bytes = try Data(contentsOf: file)
        let push = RunRequest.push(try PushPayload.parse(Array(bytes)), identifier: identifier)
        let attachments = attachment.map {
            [
                ContentSession.Attachment(
                    identifier: "attachment",
                    path: root.appendingPathComponent("Plugins/\($0)").path
                )
            ]
        }
        return ContentSession.Notification(push, attachments: attachments ?? [])
    }

    /// Opens a sample's payload with the sample, and with the categories beside it.
    ///
    /// - Parameters:
    ///   - sample: The sample.
    ///   - attachment: A file in `Plugins/` that comes with the notification.
    /// - Returns: The session, which is to be closed.
    /// - Throws: What keeps it from being built or opened.
    func open(_ sample: String, attachment: String? = nil) async throws -> SampleSession {
        try await open(
            try await copy(of: sample, .shared),
            besides: Self.sample(sample),
            attachment: attachment
        )
    }

    /// Opens `payload.apns` of a folder with an extension, and with the categories beside it.
    ///
    /// - Parameters:
    ///   - bundle: The extension.
    ///   - folder: Its sources.
    ///   - attachment: A file in `Plugins/` that comes with the notification.
    /// - Returns: The session, which is to be closed.
    /// - Throws: What keeps it from being opened.
    func open(
        _ bundle: ExtensionBundle,
        besides folder: URL,
        attachment: String? = nil
    ) async throws -> SampleSession {
        let categories = try Data(contentsOf: folder.appendingPathComponent("categories.json"))
        var options = ContentSession.Options()
        options.categories = try NotificationCategory.parse(document: Array(categories))
        let host = try host()
        let notification = try Self.notification(
            at: folder.appendingPathComponent("payload.apns"),
            identifier: "first",
            attachment: attachment
        )
        let content = try await host.open(notification, in: bundle, options: options)
        return SampleSession(host: host, bundle: bundle, content: content)
    }
}
