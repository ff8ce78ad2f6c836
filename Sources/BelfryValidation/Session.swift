// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime

/// One host, and the runs of one check on it.
struct Session: Sendable {
    let host: ExtensionHost
    let subject: Subject

    /// Runs the extension on a payload.
    ///
    /// - Parameters:
    ///   - sample: The payload.
    ///   - isFresh: Whether the process serves this run alone, and is stopped after it.
    ///   - trial: What else the run is put to.
    /// - Returns: The report, once everything about the run is known.
    /// - Throws: What keeps the host from running it at all.
    func run(
        _ sample: SamplePayload,
        isFresh: Bool = false,
        trial: RunTrial = RunTrial()
    ) async throws -> RunReport {
        var options = ExtensionHost.RunOptions()
        options.budget = subject.budget
        options.isFresh = isFresh || subject.isAlwaysFresh
        options.trial = trial
        let request = RunRequest.push(sample.payload, identifier: "validate")
        subject.runs.add()
        return try await host.run(request, in: subject.bundle, options: options)
    }

    /// What a content extension made of notifications.
    struct Showing: Sendable {
        /// How the last one looked before it was closed, and what was still waited for.
        let rest: ContentRest

        let report: RunReport
    }

    /// Has a content extension draw payloads in one session, each until it is at rest.
    ///
    /// - Parameters:
    ///   - samples: The payloads, at least one; each is shown in place of the one before it.
    ///   - width: The notification's width, in points; as usual where it is nil.
    /// - Returns: What it looked like, and the report.
    /// - Throws: What keeps the host from opening it at all.
    func show(_ samples: [SamplePayload], width: Double? = nil) async throws -> Showing {
        let notifications = samples.map {
            ContentSession.Notification(.push($0.payload, identifier: "validate"))
        }
        let content = try await open(notifications[0], width: width)
        var rest = await content.rested(within: patience)
        for next in notifications.dropFirst() {
            subject.runs.add()
            // Where it has failed there is none to receive the next.
            guard await content.receive(next) == nil else { break }
            rest = await content.rested(within: patience)
        }
        return Showing(rest: rest, report: await content.close())
    }

    /// What a content extension made of what a user did.
    struct Acting: Sendable {
        /// How it looked before anything was done.
        let first: ContentSnapshot

        /// What was done, and the texts that were visible before it and are not visible after it.
        var acts: [(name: String, unseen: [String])] = []

        var report: RunReport
    }

    /// Has a content extension draw a payload, and uses it as a user does.
    ///
    /// - Parameters:
    ///   - sample: The payload.
    ///   - choose: What is to be done, by what there is to see; what is not possible is left out.
    /// - Returns: What was done, up to where the extension failed or was closed, and the report.
    /// - Throws: What keeps the host from opening it at all.
    func act(
        on sample: SamplePayload,
        _ choose: (ContentSnapshot) -> [UserAct]
    ) async throws -> Acting {
        let push = RunRequest.push(sample.payload, identifier: "validate")
        let content = try await open(ContentSession.Notification(push))
        let first = await content.rested(within: patience).snapshot
        var named = Set(first.tree.unseenTexts.map(\.view))
        var acts: [(name: String, unseen: [String])] = []
        for act in choose(first) {
            var isDone = true
            for input in act.inputs where isDone { isDone = await content.perform(input) == nil }
            guard isDone else { continue }
            // Its budgets end what it does at once; what it waits for may never come.
            _ = await content.settled()
            let snapshot = await content.rested(within: .seconds(1)).snapshot
            let unseen = snapshot.tree.unseenTexts.filter { named.insert($0.view).inserted }
            acts.append((act.name, unseen.map(\.sentence)))
        }
        return Acting(first: first, acts: acts, report: await content.close())
    }

    /// Opens a notification, with the categories that the user names and those of the manifest.
    private func open(
        _ notification: ContentSession.Notification,
        width: Double? = nil
    ) async throws -> ContentSession {
        var options = ContentSession.Options()
        options.budget = subject.budget
        let declared = subject.options.categories
        let others = subject.bundle.manifest.categories.filter { name in
            !declared.contains { $0.identifier == name }
        }
        options.categories = declared + others.map { NotificationCategory(identifier: $0) }
        if let width { options.width = width }
        subject.runs.add()
        return try await host.open(notification, in: subject.bundle, options: options)
    }

    /// Longer than its budgets let it take, so that they decide.
    private var patience: Duration {
        subject.budget.start + subject.budget.wall + .seconds(5)
    }
}
