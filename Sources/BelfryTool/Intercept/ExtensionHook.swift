// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryDesktop
internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime

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
        Task {
            let request = RunRequest.local(
                notification.content,
                identifier: notification.identifier
            )
            do {
                _ = try await host.run(request, in: bundle, options: options) {
                    content,
                    verdict in
                    decide(notification.content, content, verdict, answer)
                }
            } catch {
                // Nothing has run: the host delivers before it reports, and throws before that.
                answer(HookAnswer(.original, verdict: "notCalled", reason: "\(error)"))
            }
        }
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
        guard let file = pictures.file(of: content) else {
            return answer(
                HookAnswer(.changed(content, nil), verdict: kind, reason: verdict.reason)
            )
        }
        pictures.read(file) { picture in
            answer(HookAnswer(.changed(content, picture), verdict: kind, reason: verdict.reason))
        }
    }
}
