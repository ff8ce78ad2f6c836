// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

extension RunReport {
    /// What the run did on the network, and what it was refused.
    package struct NetworkSummary: Sendable, Codable {
        /// The origins that were allowed.
        package var allowed: [String]
        package var decisions: [EgressDecision]
        /// How many were made besides, and are not in the report.
        package var droppedDecisions: Int

        package init(allowed: [String], decisions: [EgressDecision], droppedDecisions: Int) {
            self.allowed = allowed
            self.decisions = decisions
            self.droppedDecisions = droppedDecisions
        }
    }
}
