// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How far a validation has come.
package struct ValidationProgress: Sendable {
    /// The check that is under way.
    package let check: CheckName

    /// What those before it have found, in their order.
    package let results: [CheckResult]

    /// How many checks are made.
    package let checkCount: Int

    /// The runs that the check has begun, which grow while it goes on.
    package let runs: RunTally
}
