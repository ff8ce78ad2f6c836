// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryMeasure
internal import BelfryTerminal

extension ProgressLine {
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
        let line = ProgressLine(terminal: .standardError)
        do {
            let value = try await LiveLine.during(
                { _ in progress().map { line.line($0, isStopping: stopSign.isRaised) } },
                work
            )
            return .success(value)
        } catch {
            return .failure(error)
        }
    }
}
