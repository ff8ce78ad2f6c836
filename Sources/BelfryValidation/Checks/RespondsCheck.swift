// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport
internal import BelfryRuntime

/// What a content extension does when it is used: each view that takes a touch, and each action.
///
/// One session has all the touches, as a user's has. A response may close its session, so each action
/// has one of its own.
struct RespondsCheck: Check {
    let name = CheckName.responds

    func run(on subject: Subject) async throws -> CheckOutcome {
        let sample = try subject.plainSample()
        return try await subject.session { session in
            let touching = try await session.act(on: sample) { UserAct.touches(in: $0) }
            if let outcome = Self.fault(of: touching, sample) { return outcome }
            var count = touching.acts.count
            for index in touching.first.actions.indices {
                let answering = try await session.act(on: sample) { snapshot in
                    Array(UserAct.responses(in: snapshot).dropFirst(index).prefix(1))
                }
                if let outcome = Self.fault(of: answering, sample) { return outcome }
                count += answering.acts.count
            }
            guard count > 0 else { return .pass("it has nothing to touch, and no action") }
            return .pass("\(count) \(count == 1 ? "touch or action" : "touches and actions")")
        }
    }

    /// What is wrong with how it took what a user did; nil where nothing is.
    private static func fault(of acting: Session.Acting, _ sample: SamplePayload) -> CheckOutcome? {
        let last = acting.acts.last.map { "after \($0.name)" } ?? ""
        if let shortfall = RunShortfall(acting.report, sample, last) {
            return .fail(shortfall.text, details: shortfall.details)
        }
        let sentences = acting.acts.flatMap { act in
            act.unseen.map { "after \(act.name) \($0)" }
        }
        guard let first = sentences.first else { return nil }
        return .warn(first, details: Array(sentences.dropFirst()))
    }
}
