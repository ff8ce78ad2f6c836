// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryCenterEngine
internal import BelfryModel
internal import BelfryReplay
internal import BelfryReport
internal import BelfryRuntime
internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Extensions that are run again on what a notification was, and recordings of such runs.
extension CenterAPI {
    func addTrials(to router: Router<APIContext>) {
        router.post("/v1/notifications/:sequence/trial") { request, context in
            let place = try trials.take(for: viewer(request, context))
            let trial = try await trial(of: try context.sequence(), in: place)
            let outcome = try await trial.run()
            withExtendedLifetime(place) {}
            return Response.json(.object(try outcome.document))
        }
        router.post("/v1/notifications/:sequence/recording") { request, context in
            let viewer = viewer(request, context)
            let sequence = try context.sequence()
            let place = try trials.take(for: viewer)
            let trial = try await trial(of: sequence, in: place)
            // Who has a browser's session is not given what an extension keeps, its keychain among it.
            let recording = try await trial.record(without: viewer.isEmpty ? [] : [.files])
            withExtendedLifetime(place) {}
            return Response(
                status: .ok,
                headers: [
                    .contentType: "application/json",
                    .contentDisposition: "attachment; filename=\"notification-\(sequence).run\"",
                ],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: recording))
            )
        }
    }

    /// What a notification's extension is asked again.
    private func trial(
        of sequence: Int,
        in place: TrialRoom.Place
    ) async throws -> ExtensionTrial {
        let work = try await center.perform { turn in
            let entry = try turn.entry(sequence)
            let app = try turn.app(entry.app)
            guard try !turn.hidesTexts(of: app) else {
                throw APIError(
                    .conflict,
                    "hidden",
                    "the device hides what notification \(sequence) says; unlock it first"
                )
            }
            guard !entry.isLost else {
                throw APIError(
                    .conflict,
                    "wrong_state",
                    "what notification \(sequence) said cannot be read from the ledger: "
                        + (entry.damage ?? "")
                )
            }
            return try turn.work(on: entry)
        }
        return try ExtensionTrial(
            of: work,
            like: engine.host.configuration,
            in: place.folder
        )
    }
}

extension ExtensionTrial.Outcome {
    /// The run as those of the ledger are written.
    fileprivate var document: JSONObject {
        get throws {
            var report = report
            // Its files are gone.
            for index in report.attachments.indices { report.attachments[index].path = nil }
            let verdict = RecordedVerdict(word: report.verdict.rawValue, reason: report.reason)
            var object: JSONObject = ["verdict": .object(verdict.explanation)]
            object["report"] = try JSONValue.parse(Array(try JSONEncoder().encode(report)))
            if omittedCount > 0 {
                object["note"] = .string(
                    "\(omittedCount) of the files that the extension keeps are not in the copy that "
                        + "this run had: they are too large, or too many"
                )
            }
            return object
        }
    }
}
