// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfrySystem
internal import BelfryWire
internal import Glibc
package import BelfryModel

/// What an extension is asked about.
package struct RunRequest: Sendable {
    /// The request's identifier (UNNotificationRequest.identifier).
    package var identifier: String

    /// Where the notification comes from, and its content.
    package var source: Gate.Source

    /// A push with its payload.
    package static func push(
        _ payload: PushPayload,
        identifier: String,
        type: PushType = .alert
    ) -> RunRequest {
        RunRequest(identifier: identifier, source: .remote(payload, pushType: type))
    }

    /// A notification of this machine.
    package static func local(_ content: NotificationContent, identifier: String) -> RunRequest {
        RunRequest(identifier: identifier, source: .local(content))
    }

    /// The content before the extension.
    package var content: NotificationContent {
        switch source {
        case .remote(let payload, _): payload.content
        case .local(let content): content
        }
    }

    /// The request as the extension gets it: with the texts of the bundle's string tables.
    ///
    /// One without such texts stays on its caller's thread: most have none.
    func localized(for bundle: ExtensionBundle) async -> RunRequest {
        guard content.isLocalized, case .remote(let payload, let type) = source else {
            return self
        }
        let localized = await Self.localized(payload, for: bundle)
        return RunRequest(identifier: identifier, source: .remote(localized, pushType: type))
    }

    /// Off the host's thread, which has budgets to keep: tables have megabytes.
    @concurrent
    private static func localized(
        _ payload: PushPayload,
        for bundle: ExtensionBundle
    ) async -> PushPayload {
        var payload = payload
        payload.localize(LocalizedStrings(of: bundle).format)
        return payload
    }

    /// userInfo as JSON; for a push the payload as it came.
    var userInfo: [UInt8] {
        switch source {
        case .remote(let payload, _): payload.bytes
        case .local(let content): content.userInfo.serialized()
        }
    }

    // MARK: How long it is

    /// Why no extension can be asked about it; nil for one that an extension can change.
    ///
    /// A sender decides how long a notification is. One that is too long ends no worker and is no
    /// extension's fault.
    package var excess: String? {
        let count = handedByteCount
        guard count > Self.byteLimit else { return nil }
        return "the notification has \(count) bytes with its userInfo, and an extension is handed "
            + "\(Self.byteLimit) at most"
    }

    /// The longest notification that an extension is handed, in bytes.
    ///
    /// A content has 64 KiB of text in an extension (`bf_host.content_set_text`). The rest of that is
    /// for what the extension adds.
    package static let byteLimit = 56 * 1024

    /// The bytes of what an extension is handed.
    private var handedByteCount: Int {
        let content = content
        let texts = [
            identifier, content.title, content.subtitle, content.body, content.launchImageName,
            content.categoryIdentifier, content.threadIdentifier, content.summaryArgument,
            content.targetContentIdentifier ?? "", content.filterCriteria ?? "",
            content.sound?.name ?? "",
        ]
        let communication = content.communication.map { JSONValue.object($0).serialized().count }
        return texts.reduce(userInfo.count + (communication ?? 0)) { $0 + $1.utf8.count }
    }

    // MARK: As it is shown

    /// The request as a notification centre keeps it.
    ///
    /// - Parameter content: What is shown: the request's own content, or what became of it.
    /// - Returns: The request with that content.
    func shown(with content: NotificationContent) -> NotificationRequest {
        NotificationRequest(identifier: identifier, content: content, trigger: trigger)
    }

    /// What a delivered notification says it came by.
    private var trigger: NotificationTrigger? {
        switch source {
        case .remote: .push
        case .local: nil
        }
    }
}
