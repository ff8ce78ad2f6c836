// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryEgress
import BelfryModel
import BelfryReplay
import BelfryRuntime

extension Recording {
    /// A recording with something in every list.
    static var sample: Recording {
        var trace = RunTrace(
            seed: Array(repeating: 7, count: 32),
            wallBegan: 1_795_331_436_000_000_000,
            monotonicBegan: 27_431_992_686_219
        )
        trace.deadline = 57_431_992_686_219
        trace.wallClock = [1_795_331_436_000_000_001]
        trace.hostClock = [27_431_992_686_220]
        trace.calls = [
            RunTrace.Call(function: "now", arguments: ""),
            RunTrace.Call(function: "set_text", arguments: "1, Hello Ada"),
        ]
        trace.questions = [
            RunTrace.Question(
                kind: "set_badge",
                document: .bytes(Array("3".utf8)),
                status: "ok",
                answer: .bytes([])
            )
        ]
        var exchange = NetworkExchange(method: "GET", url: "http://example.com/a?b")
        exchange.requestFields = ["accept: */*", "authorization: Bearer secret"]
        exchange.answerHead = ["HTTP/1.1 200 OK", "set-cookie: a=b", "content-length: 3", ""]
        exchange.answerBody = .bytes([0xff, 0, 1])
        exchange.isAllowed = true
        trace.exchanges = [exchange]
        trace.folders = [
            KeptFolder(
                kind: "data",
                identifier: "com.example.a",
                entries: [
                    KeptFolder.Entry(path: "Library", content: nil, modified: 1),
                    KeptFolder.Entry(
                        path: "Library/count",
                        content: .bytes(Array("4".utf8)),
                        modified: 2
                    ),
                    KeptFolder.Entry(path: "movie", content: .omitted(9_000_000), modified: 3),
                ]
            )
        ]
        return Recording(
            bundle: Bundle(
                identifier: "com.example.a",
                version: "1.0",
                path: "/tmp/A.appex",
                files: [File(path: "A", byteCount: 3, sha256: "00")]
            ),
            request: Request(
                identifier: "request-1",
                payload: #"{"aps":{"alert":{"title":"Ada","body":"b"}},"token":"t0p"}"#
            ),
            budget: RecordedBudget(Budget()),
            allowedOrigins: ["http://example.com"],
            environment: ["TZ": "UTC"],
            trace: trace,
            result: RunResult(
                content: ["title": "Hello Ada", "userInfo": ["token": "t0p"]],
                output: ["a line"]
            ),
            redactions: []
        )
    }
}
