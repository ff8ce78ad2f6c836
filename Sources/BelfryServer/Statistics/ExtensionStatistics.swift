// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryLedger
internal import BelfryModel

/// The statistics of runs, as the API writes them.
struct ExtensionStatistics: Sendable {
    let span: StatisticsSpan
    let statistics: RunStatistics

    /// The time by the centre's clock.
    let now: UnixTime

    /// The bundle identifiers of the extensions, by their apps; none for one that cannot be read.
    let extensions: [String: String]

    var document: JSONObject {
        [
            "span": .string(span.rawValue), "now": .string(APITime.text(now)),
            "parts": .array(
                statistics.spans.map { part in
                    [
                        "from": .string(APITime.text(part.lowerBound)),
                        "until": .string(APITime.text(part.upperBound)),
                    ]
                }
            ),
            "extensions": .array(statistics.apps.map { .object(document(of: $0)) }),
        ]
    }

    private func document(of app: RunStatistics.App) -> JSONObject {
        var object: JSONObject = ["app": .string(app.app)]
        object["extension"] = extensions[app.app].map { .string($0) }
        object["all"] = .object(app.all.document)
        object["parts"] = .array(app.spans.map { .object($0.document) })
        return object
    }
}

extension RunStatistics.Tally {
    fileprivate var document: JSONObject {
        var object: JSONObject = [
            "runs": .number(JSONNumber(runCount)),
            "content": .number(JSONNumber(count(.content))),
            "dropped": .number(JSONNumber(count(.dropped))),
            "notCalled": .number(JSONNumber(count(.notCalled))),
            "fallbacks": .array(
                fallbacks.map { ending in
                    [
                        "verdict": .string(ending.verdict.word),
                        "reason": .string(ending.verdict.reason),
                        "count": .number(JSONNumber(ending.count)),
                    ]
                }
            ),
        ]
        object["wall"] = wall.map { .object($0.document) }
        return object
    }
}

extension RunStatistics.Wall {
    fileprivate var document: JSONObject {
        var object: JSONObject = ["count": .number(JSONNumber(count))]
        let times = [
            ("p50", p50), ("p95", p95), ("p99", p99), ("maximum", maximum), ("limit", limit),
        ]
        for (name, microseconds) in times {
            let milliseconds = JSONNumber(Double(microseconds) / 1000)
            object[name + "Milliseconds"] = milliseconds.map { .number($0) }
        }
        return object
    }
}
