// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import Foundation
internal import Synchronization
internal import Testing

/// Row 128: texts that take Swift seconds to compare do not hold up the host's thread.
enum MarkTrials {
    /// Less than what one comparison of such a name takes, where it is not prevented.
    private static let longestStall = Duration.seconds(1)

    static let trials = [
        Trial(drawing: "in the name of an attachment", .named("128-piles-up-marks")) {
            stage,
            bundle in
            let (report, stall) = try await stalls(of: stage) {
                try await stage.show(bundle, attachments: [try stage.picture()]) { session in
                    await session.checkOpen(["sent": ["1"]])
                }
            }
            #expect(report.ending == .delivered(.completed))
            #expect(stall < longestStall.patient, "\(stall)")
        }
    ]

    /// The longest that the host took to answer while something was under way.
    private static func stalls<Result: Sendable>(
        of stage: HostileStage,
        during body: () async throws -> Result
    ) async throws -> (Result, Duration) {
        let most = Mutex(Duration.zero)
        let asking = Task {
            while !Task.isCancelled {
                let begin = ContinuousClock.now
                _ = await stage.host.workerCount
                let length = ContinuousClock.now - begin
                most.withLock { $0 = max($0, length) }
                try? await Task.sleep(for: .milliseconds(5))
            }
        }
        let result: Result
        do {
            result = try await body()
        } catch {
            asking.cancel()
            throw error
        }
        asking.cancel()
        await asking.value
        return (result, most.withLock { $0 })
    }
}

extension HostileStage {
    /// A picture that a notification comes with.
    fileprivate func picture() throws -> ContentSession.Attachment {
        let file = folder.appendingPathComponent("marks.png")
        try Data([0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]).write(to: file)
        return ContentSession.Attachment(identifier: "photo", path: file.path)
    }
}
