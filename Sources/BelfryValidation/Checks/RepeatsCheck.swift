// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryReport

/// Many runs in one process: what works once may hang or crash the second time.
struct RepeatsCheck: Check {
    let name = CheckName.repeats

    func run(on subject: Subject) async throws -> CheckOutcome {
        let sample = try subject.plainSample()
        let count = max(5, subject.options.runs / 10)
        if subject.isContent { return try await draw(sample, count, on: subject) }
        return try await subject.session { session in
            var leftovers: [Retirement] = []
            for number in 1...count {
                let report = try await session.run(sample)
                let worker = report.worker
                leftovers += [worker?.retirement, worker?.predecessorRetirement]
                    .compactMap(\.self).filter(Self.isLeftover)
                let place = "in run \(number) of a process"
                let isPrompt = number > 1
                guard let shortfall = RunShortfall(report, sample, place, isPrompt: isPrompt) else {
                    continue
                }
                return .fail(
                    shortfall.text
                        + " State of an earlier run is in its way; keep none, or reset it in "
                        + "did_receive",
                    details: shortfall.details
                )
            }
            guard let leftover = leftovers.first else { return .pass("\(count) runs") }
            return .warn(
                "its process was replaced between runs (\(leftover)): it goes on working after it "
                    + "has completed; end what a request began before completing it"
            )
        }
    }

    /// Many notifications in one session, as where one arrives after the other in a conversation.
    private func draw(
        _ sample: SamplePayload,
        _ count: Int,
        on subject: Subject
    ) async throws -> CheckOutcome {
        let samples = Array(repeating: sample, count: count)
        let showing = try await subject.session { try await $0.show(samples) }
        let place = "one of \(count) in a session"
        if let shortfall = RunShortfall(showing.report, sample, place) {
            return .fail(
                shortfall.text + " It is given notifications that arrive while it is open; look at "
                    + "what did_receive keeps of the one before",
                details: shortfall.details
            )
        }
        return .pass("\(count) notifications in one session")
    }

    private static func isLeftover(_ retirement: Retirement) -> Bool {
        [.idleCPU, .idlePackets, .ended].contains(retirement)
    }
}
