// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime

/// One fresh process for each payload: the built-in ones, the user's, and random ones of the seed.
struct PayloadsCheck: Check {
    let name = CheckName.payloads

    func run(on subject: Subject) async throws -> CheckOutcome {
        let samples = try Self.samples(for: subject)
        return try await subject.session { session in
            for sample in samples {
                let report =
                    subject.isContent
                    ? try await session.show([sample]).report
                    : try await session.run(sample, isFresh: true)
                guard let shortfall = RunShortfall(report, sample) else { continue }
                return .fail(shortfall.text, details: shortfall.details)
            }
            return .pass("\(samples.count) payloads")
        }
    }

    /// Everything there is to try, the same for the same options.
    static func samples(for subject: Subject) throws -> [SamplePayload] {
        let options = subject.options
        var samples = try SamplePayload.builtIn()
        var generator = PayloadGenerator(seed: options.seed)
        for index in 0..<max(4, options.runs / 4) {
            samples.append(try generator.next(named: "random \(index) of seed \(options.seed)"))
        }
        // Those of the user's are of the category that they say.
        return try samples.map(subject.drawable) + options.payloads
    }
}
