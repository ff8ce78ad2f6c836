// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension RunReport {
    /// The worker that served the run, in its own life.
    package struct WorkerSummary: Sendable, Codable {
        /// Its number in this host.
        package var number: UInt64
        /// Which run of its own this was, from 1 on; 0 when it never got the request.
        package var runOrdinal: Int
        /// Why it gets no further run; nil when it is kept, or was ended by the verdict.
        package var retirement: Retirement?
        /// Why the worker before it went between runs, where that needs saying.
        package var predecessorRetirement: Retirement?
        /// Whether an earlier worker had died before it saw the request.
        package var isSecondAttempt: Bool

        package init(
            number: UInt64,
            runOrdinal: Int,
            retirement: Retirement? = nil,
            predecessorRetirement: Retirement? = nil,
            isSecondAttempt: Bool
        ) {
            self.number = number
            self.runOrdinal = runOrdinal
            self.retirement = retirement
            self.predecessorRetirement = predecessorRetirement
            self.isSecondAttempt = isSecondAttempt
        }
    }

    /// What counts against the bundle, where a register of that is kept.
    package struct QuarantineSummary: Sendable, Codable {
        /// The reasons of its latest strikes, oldest first.
        package var strikes: [String]
        /// Until when it is not tried, in seconds of UNIX time; 0 when it never was kept from running.
        package var until: Int64
        /// How often in a row it has been in quarantine.
        package var sentenceCount: Int

        package init(strikes: [String], until: Int64, sentenceCount: Int) {
            self.strikes = strikes
            self.until = until
            self.sentenceCount = sentenceCount
        }
    }
}
