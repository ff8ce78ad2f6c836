// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRandom
internal import BelfryRuntime

/// Different requests in one process, one way and then the other.
struct OrderCheck: Check {
    let name = CheckName.order

    func run(on subject: Subject) async throws -> CheckOutcome {
        var generator = SeededGenerator(seed: subject.options.seed)
        let samples = try Array(SamplePayload.builtIn().shuffled(using: &generator).prefix(8))
        let forward = try await outputs(of: samples, on: subject)
        let backward = try await outputs(of: samples.reversed(), on: subject)
        for (index, sample) in samples.enumerated() {
            guard
                let difference = backward[samples.count - 1 - index]
                    .difference(from: forward[index])
            else { continue }
            return .fail(
                "payload \"\(sample.name)\" comes out otherwise when others come before it: "
                    + "\(difference); keep no state between requests that their content shows"
            )
        }
        return .pass("\(samples.count) payloads in both orders")
    }

    private func outputs(
        of samples: [SamplePayload],
        on subject: Subject
    ) async throws -> [RunOutput] {
        try await subject.session { session in
            var outputs: [RunOutput] = []
            for sample in samples { outputs.append(RunOutput(try await session.run(sample))) }
            return outputs
        }
    }
}
