// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryRuntime

/// The same request in two fresh processes and in one that has served it before.
struct FreshEqualsWarmCheck: Check {
    let name = CheckName.freshEqualsWarm

    private static let warmRunCount = 4

    func run(on subject: Subject) async throws -> CheckOutcome {
        guard !subject.isAlwaysFresh else {
            return .skip("Info.plist asks for a process of its own for every run")
        }
        let sample = try SamplePayload.builtIn().last ?? SamplePayload.plain()
        return try await subject.session { session in
            let fresh = RunOutput(try await session.run(sample, isFresh: true))
            let again = RunOutput(try await session.run(sample, isFresh: true))
            if let difference = again.difference(from: fresh) {
                return .skip(
                    "two fresh processes differ (\(difference)): its output hangs on time or chance"
                )
            }
            for number in 1...Self.warmRunCount {
                let warm = RunOutput(try await session.run(sample))
                guard let difference = warm.difference(from: fresh) else { continue }
                return .fail(
                    "run \(number) of a process differs from a fresh one's: \(difference); keep no "
                        + "state between requests that their content shows"
                )
            }
            return .pass("2 fresh processes and \(Self.warmRunCount) runs of a third agree")
        }
    }
}
