// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryDesktop
internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Foundation

/// Has a service extension look at each notification, in the engine's sandbox and under its budgets.
final class ExtensionHook: NotificationHook {
    private let host: ExtensionHost
    private let bundle: ExtensionBundle
    private let options: ExtensionHost.RunOptions
    private let pictures: DesktopPictures

    /// - Parameters:
    ///   - host: What runs the extension; whoever has made it ends it.
    ///   - bundle: The extension.
    ///   - options: What each run may use.
    init(
        _ host: ExtensionHost,
        _ bundle: ExtensionBundle,
        _ options: ExtensionHost.RunOptions
    ) {
        self.host = host
        self.bundle = bundle
        self.options = options
        pictures = DesktopPictures(host.configuration.storePath)
    }

    func look(
        at notification: InterceptedNotification,
        _ answer: @escaping @Sendable (HookAnswer) -> Void
    ) {
        switch notification.picture {
        case nil: look(at: notification, with: nil, answer)
        case .pixels(let picture): look(at: notification, with: picture, answer)
        case .file(let path):
            pictures.read(path) { [self] picture in
                look(
                    at: notification,
                    with: picture?.scaled(toSide: SenderPicture.sideLimit),
                    answer
                )
            }
        }
    }

    private func look(
        at notification: InterceptedNotification,
        with picture: DesktopPicture?,
        _ answer: @escaping @Sendable (HookAnswer) -> Void
    ) {
        let request = request(notification, picture)
        Task {
            do {
                _ = try await host.run(request, in: bundle, options: options) {
                    content,
                    verdict in
                    decide(request.content, content, verdict, answer)
                }
            } catch {
                // Nothing has run: the host delivers before it reports, and throws before that.
                answer(HookAnswer(.original, verdict: "notCalled", reason: "\(error)"))
            }
        }
    }

    /// What the extension is asked about: with the picture, where there is room for it.
    private func request(
        _ notification: InterceptedNotification,
        _ picture: DesktopPicture?
    ) -> RunRequest {
        let bare = RunRequest.local(notification.content, identifier: notification.identifier)
        guard let picture else { return bare }
        var content = notification.content
        content.show(picture)
        let request = RunRequest.local(content, identifier: notification.identifier)
        return request.excess == nil ? request : bare
    }

    private func decide(
        _ original: NotificationContent,
        _ content: NotificationContent?,
        _ verdict: Verdict,
        _ answer: @escaping @Sendable (HookAnswer) -> Void
    ) {
        let kind = verdict.kind.rawValue
        guard let content else {
            return answer(HookAnswer(.dropped, verdict: kind, reason: verdict.reason))
        }
        // One that may filter drops a notification by leaving nothing of it too.
        guard content.hasAlert || !original.hasAlert else {
            return answer(HookAnswer(.dropped, verdict: "dropped", reason: "emptied"))
        }
        guard content != original else {
            return answer(HookAnswer(.original, verdict: kind, reason: verdict.reason))
        }
        let isDropped =
            original.details?["picture"] != nil
            && content.details.map { $0["picture"] == nil } == true
        let other = isDropped ? PictureChange.dropped : .kept
        guard let file = pictures.file(of: content) else {
            return answer(
                HookAnswer(.changed(content, other), verdict: kind, reason: verdict.reason)
            )
        }
        pictures.read(file) { picture in
            let change = picture.map { PictureChange.replaced($0) } ?? other
            answer(HookAnswer(.changed(content, change), verdict: kind, reason: verdict.reason))
        }
    }
}

extension NotificationContent {
    /// What an extension sees of a notification beside its texts.
    fileprivate var details: JSONObject? { userInfo["desktop"]?.object }

    /// Has an extension see a program's picture.
    fileprivate mutating func show(_ picture: DesktopPicture) {
        var details = details ?? [:]
        details["picture"] = [
            "png": .string(Data(picture.png).base64EncodedString()),
            "width": .number(JSONNumber(picture.width)),
            "height": .number(JSONNumber(picture.height)),
        ]
        userInfo["desktop"] = .object(details)
    }
}
