// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension RunReport {
    /// How long each part of a run took.
    package struct Timing: Sendable, Codable {
        /// Whether the worker had been made for an earlier run.
        package var isWarm: Bool
        /// Whether the worker had been started for this run before it was asked for.
        package var isPrewarmed: Bool
        package var queueWaitMilliseconds: Double
        /// From the demand for a worker to its being ready; 0 for one that was.
        package var startMilliseconds: Double
        /// Of it, in the worker: sealing, loading the library, the extension's start.
        package var sealingMilliseconds: Double
        package var loadingMilliseconds: Double
        package var startingMilliseconds: Double
        /// From the beginning of the wall budget to the decision.
        package var wallMilliseconds: Double

        package init(
            isWarm: Bool,
            isPrewarmed: Bool,
            queueWaitMilliseconds: Double,
            startMilliseconds: Double,
            sealingMilliseconds: Double,
            loadingMilliseconds: Double,
            startingMilliseconds: Double,
            wallMilliseconds: Double
        ) {
            self.isWarm = isWarm
            self.isPrewarmed = isPrewarmed
            self.queueWaitMilliseconds = queueWaitMilliseconds
            self.startMilliseconds = startMilliseconds
            self.sealingMilliseconds = sealingMilliseconds
            self.loadingMilliseconds = loadingMilliseconds
            self.startingMilliseconds = startingMilliseconds
            self.wallMilliseconds = wallMilliseconds
        }

        private enum CodingKeys: String, CodingKey {
            case isWarm
            case isPrewarmed = "isAhead"  // the name in schema 1
            case queueWaitMilliseconds, startMilliseconds, sealingMilliseconds
            case loadingMilliseconds, startingMilliseconds, wallMilliseconds
        }
    }
}
