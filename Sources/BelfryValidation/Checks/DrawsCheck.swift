// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime

/// The least that a content extension does: it is loaded, draws one notification, and is closed.
struct DrawsCheck: Check {
    let name = CheckName.draws

    func run(on subject: Subject) async throws -> CheckOutcome {
        let sample = try subject.plainSample()
        let showing = try await subject.session { try await $0.show([sample]) }
        if let shortfall = RunShortfall(showing.report, sample) {
            return .fail(shortfall.text, details: shortfall.details)
        }
        let snapshot = showing.rest.snapshot
        let unseen = snapshot.tree.unseenTexts.map(\.sentence)
        let odd =
            showing.rest.pending.map { "it did not come to rest; it waited for \($0)" }
            + (snapshot.tree.nodes.count > 1 ? [] : ["it drew no view"])
            + (showing.report.session?.warnings ?? []).filter { !unseen.contains($0) }
        if let first = odd.first { return .warn(first, details: Array(odd.dropFirst())) }
        let size = "\(Int(snapshot.width.rounded())) × \(Int(snapshot.height.rounded())) points"
        let count = snapshot.tree.nodes.count - 1
        return .pass("\(count) \(count == 1 ? "view" : "views") in \(size)")
    }
}
