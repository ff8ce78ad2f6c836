// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryEgress
internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import BelfryTerminal
internal import Foundation
internal import Synchronization

/// What is to be shown, and how.
struct ShowPlan: Sendable {
    enum Way: Sendable {
        case presenter(any ContentPresenter)
        /// A script, whose files are meant from its own folder.
        case script(
            ContentScript,
            folder: String,
            signals: AsyncStream<PresenterSignal>
        )
    }

    let payload: PushPayload

    /// The request's.
    let identifier: String

    let bundle: ExtensionBundle
    let service: ExtensionBundle?
    let attachments: [ContentSession.Attachment]
    let options: ContentSession.Options

    /// Whether payloads that a script names are JSON strictly.
    let isStrict: Bool

    let hostOptions: HostOptions

    /// The `belfry-worker`, which makes the sandboxes of browsers too.
    let launcher: String

    /// Opens the notification, has it looked at, and closes it.
    ///
    /// - Parameters:
    ///   - host: The host; it is shut down.
    ///   - way: How it is looked at.
    /// - Returns: The report, and why a script failed.
    /// - Throws: What keeps it from being shown.
    func show(on host: ExtensionHost, by way: Way) async throws -> (RunReport, ToolFailure?) {
        do {
            let session = try await open(on: host)
            let pages = try drawnPages(of: session)
            var failure: ToolFailure?
            do {
                let presenter = presenter(way, session, pages)
                try await presenter.present(presenter.showsPictures ? pages : session)
            } catch let error as ToolFailure {
                failure = error
            }
            var report = await session.close()
            report.add(await pages.end())
            await host.shutdown()
            return (report, failure)
        } catch {
            await host.shutdown()
            throw error
        }
    }

    private func open(on host: ExtensionHost) async throws -> ContentSession {
        var options = options
        options.budget = try hostOptions.budget(of: bundle)
        let notification = try await notification(of: payload, on: host)
        return try await host.open(notification, in: bundle, options: options)
    }

    /// The notification as it is shown: changed by the service extension, if there is one.
    private func notification(
        of payload: PushPayload,
        on host: ExtensionHost
    ) async throws -> ContentSession.Notification {
        let push = RunRequest.push(payload, identifier: identifier)
        guard let service else {
            return ContentSession.Notification(push, attachments: attachments)
        }
        var options = ExtensionHost.RunOptions()
        options.allowedOrigins = hostOptions.allowNetwork
        options.learnsOrigins = self.options.learnsOrigins
        options.budget = try hostOptions.budget(of: service)
        let delivered = Mutex<NotificationContent?>(nil)
        let report = try await host.run(push, in: service, options: options) { content, _ in
            delivered.withLock { $0 = content }
        }
        guard let content = delivered.withLock({ $0 }) else {
            throw ToolFailure(
                "\(service.path) dropped the notification (\(report.reason)); there is nothing to show",
                .notCalled
            )
        }
        if !report.isDelivered {
            let text = "\(report.outcome): \(report.explanation)"
            Terminal.standardError.write("belfry: note: service \(text.neutralised())\n")
        }
        let listing = OriginListing(service.manifest, isLearning: options.learnsOrigins)
        Terminal.standardError.write(
            UnlistedOrigins(report, listing).text(labelled: "belfry: note: service: ")
        )
        let files = content.attachments.map { file in
            ContentSession.Attachment(
                identifier: file.identifier,
                path: Self.path(of: file.url),
                type: file.typeIdentifier
            )
        }
        var request = push
        request.source = .local(content)
        return ContentSession.Notification(request, attachments: files + attachments)
    }

    private static func path(of url: String) -> String {
        URL(string: url).flatMap { $0.isFileURL ? $0.path : nil } ?? url
    }

    /// The notification with pictures of the pages in its web views, which are drawn once it is looked at.
    private func drawnPages(of session: ContentSession) throws -> DrawnPages {
        var budget = Budget()
        budget.apply(bundle.manifest.budget)
        let network = PageDrawer.Network(
            ofBundleAt: bundle.path,
            try NetworkPolicy(
                (bundle.manifest.network ?? []) + options.allowedOrigins,
                isLearning: options.learnsOrigins
            ),
            (try hostOptions.budget(of: bundle) ?? budget).network
        )
        return DrawnPages(session) { [isDark = options.isDark, launcher] page, width, height in
            let drawer = try PageDrawer(network, launcher: launcher, isDark: isDark)
            return await drawer.draw(page, width: width, height: height)
        }
    }

    private func presenter(
        _ way: Way,
        _ session: ContentSession,
        _ pages: DrawnPages
    ) -> any ContentPresenter {
        switch way {
        case .presenter(let presenter): return presenter
        case .script(let script, let file, let signals):
            let surroundings = ScriptRunner.Surroundings(
                receive: { [isStrict] path in
                    let path = ShowInput.beside(file, path)
                    let headers = try PushHeaders.beside(path)
                    if let type = headers.type, type != .alert {
                        throw ToolFailure(
                            "\(path): a push of the type \(type.rawValue) is not shown; take "
                                + "apns-push-type out of the headers",
                            .usage
                        )
                    }
                    let payload = try PayloadFile.read(path, isStrict: isStrict)
                    let push = RunRequest.push(
                        payload,
                        identifier: headers.requestIdentifier ?? UUID().uuidString
                    )
                    return await session.receive(ContentSession.Notification(push))
                },
                png: { [isDark = options.isDark] path, _ in
                    let picture = try await PagePicture(isDark: isDark).draw(pages)
                    try ShowInput.write(picture, to: ShowInput.beside(file, path))
                    return nil
                }
            )
            return ScriptPresenter(script, surroundings: surroundings, signals: signals) {
                Terminal.standardOutput.write($0)
            }
        }
    }
}

extension RunReport {
    /// Adds why pages were not drawn, and what was decided about what they asked for.
    fileprivate mutating func add(_ pages: DrawnPages.End) {
        self.session?.warnings += pages.problems
        guard !pages.decisions.isEmpty || pages.droppedCount > 0 else { return }
        var summary =
            self.network ?? NetworkSummary(allowed: [], decisions: [], droppedDecisions: 0)
        summary.decisions += pages.decisions
        summary.droppedDecisions += pages.droppedCount
        self.network = summary
    }
}
