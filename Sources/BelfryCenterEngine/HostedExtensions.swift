// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAttachments
package import BelfryCenter
internal import BelfryModel
internal import BelfryReport
package import BelfryRuntime
internal import BelfrySystem
internal import Foundation
internal import Synchronization

/// The engine of Belfry as what runs the centre's extensions: in its sandbox, under its budgets.
///
/// Each run's outcome goes to the centre once it is decided, the sound that it names is looked for and
/// the disk has its files; its report goes there once the worker is done with. A run that the host's
/// shutdown ends is made again by the next process.
package final class HostedExtensions: ExtensionEngine, Sendable {
    let service: CenterService

    /// What runs extensions.
    package let host: ExtensionHost
    private let bundles = KnownBundles()
    private let began: @Sendable (ExtensionWork) -> Void

    /// What copies the files of requests.
    let copies = RequestCopies()

    /// Files of outcomes that the centre has not settled: no notification owns them yet.
    private let unsettled = Mutex<[ExtensionWork.Lease: [String]]>([:])

    /// How much work on each bundle goes on, by the bundle's path.
    private let bundlesAtWork = Mutex<[String: Int]>([:])

    /// Creates the engine of a centre.
    ///
    /// - Parameters:
    ///   - service: The centre, which is told how runs ended.
    ///   - host: What runs extensions; its attachment store is the centre's alone.
    ///   - began: Is told of each run as it begins, on the centre's thread.
    package init(
        _ service: CenterService,
        host: ExtensionHost,
        began: @escaping @Sendable (ExtensionWork) -> Void = { _ in }
    ) {
        self.service = service
        self.host = host
        self.began = began
    }

    package func begin(_ work: ExtensionWork) {
        bundlesAtWork.withLock { $0[work.bundle, default: 0] += 1 }
        if work.reasonNotToAsk == nil { began(work) }
        Task {
            if let reason = work.reasonNotToAsk {
                await findSound(of: work, reason)
            } else {
                await run(work)
            }
            bundlesAtWork.withLock { bundles in
                let left = (bundles[work.bundle] ?? 1) - 1
                bundles[work.bundle] = left == 0 ? nil : left
            }
        }
    }

    /// Whether work goes on, or is about to begin, on a bundle beneath a directory: work that the
    /// centre has claimed names its bundle by the path that its app had then.
    ///
    /// - Parameter directory: The directory's path.
    /// - Returns: Whether its files are needed.
    package func isAtWork(in directory: String) -> Bool {
        let prefix = directory + "/"
        return bundlesAtWork.withLock { $0.keys.contains { $0.hasPrefix(prefix) } }
    }

    package func settled(_ lease: ExtensionWork.Lease) {
        unsettled.withLock { $0[lease] = nil }
    }

    package func free(_ files: [String]) {
        let held = unsettledFiles
        host.store.remove(files.filter { !held.contains($0) })
    }

    /// Files that are not the centre's yet.
    var unsettledFiles: Set<String> { unsettled.withLock { Set($0.values.joined()) } }

    // MARK: Without a run

    /// Finds the sound of a notification that its extension is not asked about.
    private func findSound(of work: ExtensionWork, _ reason: RecordedVerdict) async {
        var outcome = ExtensionOutcome(.original(reason))
        if let name = KeptSound.name(in: work.content, work.user),
            let bundle = try? bundles.bundle(at: work.bundle)
        {
            outcome.soundMilliseconds = await KeptSound.milliseconds(of: name, bundle, host)
        }
        service.finish(work.lease, outcome)
    }

    // MARK: A run

    private func run(_ work: ExtensionWork) async {
        do {
            let bundle = try bundles.bundle(at: work.bundle)
            let center = CenterAccess(service, for: work) { [self] in unsettledFiles }
            var options = ExtensionHost.RunOptions()
            options.app = work.app
            options.device = work.user
            options.center = center
            let look = Mutex<Task<Void, Never>?>(nil)
            let report = try await host.run(
                try .asked(by: work),
                in: bundle,
                options: options
            ) { content, verdict in
                var outcome = outcome(of: work, content, verdict)
                outcome.categories = center.categoryChange
                let sound = KeptSound.name(in: content, work.user)
                let task = finish(work.lease, outcome, playing: sound, of: bundle)
                look.withLock { $0 = task }
            }
            await look.withLock(\.self)?.value
            service.hear(.report(work.lease, try Self.text(report), wall: report.wall))
        } catch {
            // Nothing has run: the host delivers before it reports, and throws before it delivers.
            service.finish(work.lease, .unrunnable(work.content, "\(error)"))
        }
    }

    /// Gives the centre an outcome.
    ///
    /// - Returns: What goes on until then; nil where nothing has to be waited for.
    private func finish(
        _ lease: ExtensionWork.Lease,
        _ outcome: ExtensionOutcome,
        playing sound: String?,
        of bundle: ExtensionBundle
    ) -> Task<Void, Never>? {
        guard sound != nil || !outcome.files.isEmpty else {
            service.finish(lease, outcome)
            return nil
        }
        return Task { [service, host] in
            var outcome = outcome
            if let sound {
                outcome.soundMilliseconds = await KeptSound.milliseconds(of: sound, bundle, host)
            }
            await Self.synchronize(outcome.files, in: host.store)
            service.finish(lease, outcome)
        }
    }

    /// Waits until the disk has files, for ``AttachmentIntake/timeLimit`` at most.
    ///
    /// Where that fails, or the disk does not answer, the notification is shown with them all the same:
    /// they are there as long as the machine runs.
    private static func synchronize(_ files: [String], in store: AttachmentStore) async {
        guard !files.isEmpty else { return }
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let begun: Void? = try? SystemThread.start(named: "belfry-sync") {
            try? store.synchronize(files)
            end.finish()
        }
        guard begun != nil else { return }
        let timer = Task {
            try? await Task.sleep(for: AttachmentIntake.timeLimit)
            end.finish()
        }
        for await _ in ends {}
        timer.cancel()
    }

    private func outcome(
        of work: ExtensionWork,
        _ content: NotificationContent?,
        _ verdict: Verdict
    ) -> ExtensionOutcome {
        if verdict == .fallback(.hostShutdown) { return ExtensionOutcome(.unfinished) }
        guard var content else { return ExtensionOutcome(.drop(reason: verdict.reason)) }
        // A push's extension is not shown the files that came with it.
        if work.pushType != nil, content.attachments.isEmpty {
            content.attachments = work.content.attachments
        }
        let prefix = host.configuration.storePath + "/"
        let files = content.attachments.map(\.url).filter { $0.hasPrefix(prefix) }
        unsettled.withLock { $0[work.lease] = files }
        return ExtensionOutcome(
            .content(content, RecordedVerdict(verdict)),
            collapseIdentifier: Self.collapseIdentifier(in: content, unlike: work.content),
            files: files
        )
    }

    /// The name of the value in `userInfo` by which an extension says what its notification replaces.
    private static let collapseKey = "belfry-collapse-id"

    /// What an extension says that its notification replaces, in as many bytes as `apns-collapse-id`
    /// may have; nil where it says nothing, and for what the sender has written there.
    private static func collapseIdentifier(
        in content: NotificationContent,
        unlike original: NotificationContent
    ) -> String? {
        guard let identifier = content.userInfo[collapseKey]?.string,
            (1...64).contains(identifier.utf8.count), !identifier.utf8.contains(0),
            original.userInfo[collapseKey]?.string.map(identifier.isExactly) != true
        else { return nil }
        return identifier
    }

    /// A report as the tool writes it, on one line.
    private static func text(_ report: RunReport) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(report))
    }
}

extension ExtensionOutcome {
    /// The original, since the extension cannot even be tried.
    fileprivate static func unrunnable(
        _ original: NotificationContent,
        _ why: String
    ) -> ExtensionOutcome {
        var outcome = ExtensionOutcome(.content(original, .center(.unreadableBundle)))
        outcome.note = why
        return outcome
    }
}

extension RunRequest {
    /// What the extension is asked about.
    ///
    /// - Throws: ``PayloadError`` for a stored push that is none, which its arrival would have refused.
    package static func asked(by work: ExtensionWork) throws -> RunRequest {
        guard let type = work.pushType else {
            return .local(work.content, identifier: work.identifier)
        }
        return .push(try PushPayload.reread(work.payload), identifier: work.identifier, type: type)
    }
}

extension RunReport {
    /// What the run took of its time; nil where it never had a worker.
    fileprivate var wall: RunRecord.Wall? {
        guard let milliseconds = self.timing?.wallMilliseconds else { return nil }
        return RunRecord.Wall(
            microseconds: Int(saturating: (milliseconds * 1000).rounded()),
            limitMicroseconds: Int(saturating: (self.budget.wallMilliseconds * 1000).rounded())
        )
    }
}
