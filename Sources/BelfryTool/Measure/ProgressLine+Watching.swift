// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure

extension ProgressLine {
    private static let interval = Duration.milliseconds(100)

    /// Does work, with a line of progress on standard error where somebody sees it.
    ///
    /// - Parameters:
    ///   - stopSign: Whether it waits for the last runs only.
    ///   - progress: How far the work has come; nil while nobody knows.
    ///   - work: The work.
    /// - Returns: What came of it.
    static func during<Value: Sendable>(
        _ stopSign: StopSign,
        _ progress: @escaping @Sendable () -> MeasurementProgress?,
        _ work: @escaping @Sendable () async throws -> Value
    ) async -> Result<Value, any Error> {
        let watcher = Task { await watch(stopSign, progress) }
        let result = await Task { try await work() }.result
        watcher.cancel()
        await watcher.value
        return result
    }

    private static func watch(
        _ stopSign: StopSign,
        _ progress: @Sendable () -> MeasurementProgress?
    ) async {
        let line = ProgressLine(terminal: .standardError)
        guard line.terminal.isLive else { return }
        while (try? await Task.sleep(for: interval)) != nil {
            guard let progress = progress() else { continue }
            line.show(progress, isStopping: stopSign.isRaised)
        }
        line.clear()
    }
}
