// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import Hummingbird

/// The delivery log: what became of each push of the push endpoint.
extension CenterAPI {
    func addPushLog(to router: Router<APIContext>) {
        router.get("/v1/push-log") { request, _ in
            let app = try request.query("app")
            let before = try request.number("before", in: 1...Int.max)
            let limit = try request.number("limit", in: 1...1000) ?? 100
            let records = try await center.perform { turn in
                try turn.transaction.newestPushRecords(of: app, before: before, limit: limit)
            }
            return Response.json(["pushes": .array(records.map { .object($0.document) })])
        }
        router.get("/v1/push-log/:push") { _, context in
            let identifier = try context.parameter("push")
            let document = try await center.perform { turn in
                let record = try turn.pushRecord(identifier)
                let entry = try record.sequence.flatMap { try turn.transaction.entry($0) }
                let runs = try record.sequence.map { try turn.transaction.runs(of: $0) } ?? []
                return record.details(entry, runs)
            }
            return Response.json(.object(document))
        }
    }
}

extension PushRecord {
    /// The push, and where it stands.
    fileprivate var document: JSONObject {
        var object: JSONObject = [
            "number": .number(JSONNumber(number)), "uniqueID": .string(uniqueIdentifier),
            "apnsID": .string(identifier), "app": .string(app), "device": .string(device),
            "received": .string(APITime.text(received)), "outcome": .string(outcome.rawValue),
            "changed": .string(APITime.text(changed)), "pushType": .string(pushType.rawValue),
            "duplicates": .number(JSONNumber(duplicates)),
        ]
        object["reason"] = reason.map { .string($0.rawValue) }
        object["sequence"] = sequence.map { .number(JSONNumber($0)) }
        return object
    }

    /// The same with all that its sender said, what happened to it, and what its extension did.
    fileprivate func details(_ entry: LedgerEntry?, _ runs: [RunRecord]) -> JSONObject {
        var object = document
        object["token"] = .string(token)
        object["environment"] = .string(environment.rawValue)
        object["topic"] = .string(topic)
        object["priority"] = .number(JSONNumber(priority))
        object["collapseID"] = collapseIdentifier.map { .string($0) }
        object["expiration"] = expiration.map { .number(JSONNumber(Int($0))) }
        object["channel"] = (channel ?? entry?.detail.channel).map { .string($0) }
        object["warnings"] = warnings.map { .array($0.map { .string($0) }) }
        object["steps"] = .array(steps.map { .object($0.document) })
        if let entry {
            object["notification"] = .object(entry.document)
            // As text: it is sent again byte by byte.
            object["payload"] = String(validating: entry.payload, as: UTF8.self).map { .string($0) }
        }
        object["runs"] = .array(runs.map { .object($0.document) })
        return object
    }
}

extension PushRecord.Step {
    fileprivate var document: JSONObject {
        var object: JSONObject = [
            "date": .string(APITime.text(date)), "outcome": .string(outcome.rawValue),
        ]
        object["reason"] = reason.map { .string($0.rawValue) }
        return object
    }
}

extension RunRecord {
    /// The run with the engine's report, where there is one by now.
    var document: JSONObject {
        var object: JSONObject = [
            "attempt": .number(JSONNumber(lease.attempt)), "ended": .string(APITime.text(ended)),
            "verdict": ["kind": .string(verdict.word), "reason": .string(verdict.reason)],
        ]
        if !note.isEmpty { object["note"] = .string(note) }
        object["report"] = report.flatMap { try? JSONValue.parseWrapped($0) }
        return object
    }
}
