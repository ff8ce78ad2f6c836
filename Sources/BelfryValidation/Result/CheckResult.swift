// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// One line of a validation's report.
package struct CheckResult: Sendable, Codable, Equatable {
    /// How a check ended.
    package enum Status: String, Sendable, Codable, CaseIterable {
        case pass, warn, fail, skip
    }

    /// Which check it was.
    package var name: CheckName

    /// How it ended.
    package var status: Status

    /// What was seen; for a failure the place and the way out.
    package var reason: String

    /// Further findings of the same check.
    package var details: [String]

    /// How long it took.
    package var milliseconds: Double

    /// Makes a result of what a check found.
    package init(_ name: CheckName, _ outcome: CheckOutcome, milliseconds: Double = 0) {
        self.name = name
        self.milliseconds = (milliseconds * 10).rounded() / 10
        switch outcome {
        case .pass(let reason): (status, self.reason, details) = (.pass, reason, [])
        case .warn(let reason, let more): (status, self.reason, details) = (.warn, reason, more)
        case .fail(let reason, let more): (status, self.reason, details) = (.fail, reason, more)
        case .skip(let reason): (status, self.reason, details) = (.skip, reason, [])
        }
    }
}
