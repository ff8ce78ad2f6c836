// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import BelfryCenter

/// A sink that shows each event once: it remembers the last cursor together with what it showed.
package final class RememberingSink: CenterSink {
    package let name: String

    /// What it showed, in order; it outlives every process.
    package private(set) var shown: [CenterEvent] = []

    /// How many deliveries it had, the repeated ones included.
    package private(set) var deliveryCount = 0

    /// The next delivery fails.
    package var fails = false

    private let plan: CrashPlan?

    package struct Failure: Error {}

    package init(name: String = "page", plan: CrashPlan? = nil) {
        self.name = name
        self.plan = plan
    }

    package func deliver(_ event: CenterEvent, _ entry: LedgerEntry?) throws {
        try plan?.step()
        if fails {
            fails = false
            throw Failure()
        }
        deliveryCount += 1
        if event.cursor > shown.last?.cursor ?? 0 { shown.append(event) }
        try plan?.step()
    }
}
