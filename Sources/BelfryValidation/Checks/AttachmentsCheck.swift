// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport

/// What it attaches must be what it says: an attachment that is not one is left out in silence.
struct AttachmentsCheck: Check {
    let name = CheckName.attachments

    func run(on subject: Subject) async throws -> CheckOutcome {
        let samples = try [SamplePayload.plain()] + subject.options.payloads
        return try await subject.session { session in
            var count = 0
            for sample in samples {
                let report = try await session.run(sample, isFresh: true)
                count += report.attachments.count
                guard let bad = report.attachments.first(where: { $0.error != nil }) else {
                    continue
                }
                return .fail(
                    "payload \"\(sample.name)\": attachment "
                        + "\"\(bad.identifier.neutralised(byteLimit: 80))\" was left out: "
                        + (bad.message ?? bad.error ?? "no reason given")
                )
            }
            guard count > 0 else {
                return .skip("it attached nothing; give it a --payload that makes it")
            }
            return .pass("\(count) stored")
        }
    }
}
