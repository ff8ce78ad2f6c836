// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryReplay
import BelfryRuntime
import Foundation
import Testing

@Suite struct RecordingFileTests {
    private static func file() -> String {
        FileManager.default.temporaryDirectory
            .appendingPathComponent("belfry-recording-\(UUID().uuidString)").path
    }

    @Test func `a recording is read as it was written, and is its owner's alone`() throws {
        let path = Self.file()
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data("old".utf8).write(to: URL(fileURLWithPath: path))
        try RecordingFile.write(.sample, to: path)
        #expect(try RecordingFile.read(path) == .sample)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test func `says where a recording cannot be written or read`() {
        let write = #expect(throws: RecordingError.self) {
            try RecordingFile.write(.sample, to: "/nowhere/a.recording")
        }
        #expect(write?.message.hasPrefix("/nowhere/a.recording: ") == true)
        let read = #expect(throws: RecordingError.self) {
            try RecordingFile.read("/nowhere/a.recording")
        }
        #expect(read?.message.contains("belfry run --record") == true)
    }

    /// What a recording is made of another thing by, and what is said about it.
    static let faults: [(member: [String], value: JSONValue?, says: String)] = [
        (["format"], "other", "is no recording"),
        (["version"], 2, "another version than 1"),
        (["trace", "seed"], [1, 2], "trace.seed has 2 numbers instead of 32"),
        (["trace", "calls"], nil, "trace has no member \"calls\""),
        (["trace", "wallBegan"], "now", "trace.wallBegan"),
        (["request", "payload"], "hello", "request.payload is no payload (line 1, column 1"),
        (["budget", "wall"], -5, "budget.wall is -5, which no budget is"),
        (["budget", "requestCount"], 0, "budget.requestCount is 0"),
        (["result", "verdict"], "gone", "result.verdict is no verdict: \"gone\""),
        (["result", "reason"], "gone", "result.reason is none of delivered: \"gone\""),
        (["surprise"], 1, "surprise is not a member"),
        (["trace", "more"], 1, "trace.more is not a member"),
        (
            ["trace", "folders"],
            [
                [
                    "kind": "data", "identifier": "a", "omittedCount": 0,
                    "entries": [["path": "../../etc/passwd", "modified": 0]],
                ]
            ],
            "a path that leads out"
        ),
    ]

    @Test(arguments: faults)
    func `refuses what is no recording, and names the place`(
        _ member: [String],
        _ value: JSONValue?,
        _ says: String
    ) throws {
        var document = try JSONValue.parse(RecordingFile.serialized(.sample))
        document.set(member[...], value)
        let error = #expect(throws: RecordingError.self) {
            try RecordingFile.parse(document.serialized())
        }
        #expect(error?.message.contains(says) == true, "\(error?.message ?? "accepted")")
    }

    @Test func `refuses more than one of ours can have`() throws {
        var recording = Recording.sample
        recording.trace.calls = Array(repeating: recording.trace.calls[0], count: 4097)
        let bytes = try RecordingFile.serialized(recording)
        let error = #expect(throws: RecordingError.self) { try RecordingFile.parse(bytes) }
        #expect(error?.message.contains("trace.calls has 4097 entries") == true)
    }

    @Test(arguments: [0, 1, 600]) func `says of one that was cut short that it is not whole`(
        _ count: Int
    ) throws {
        let path = Self.file()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let bytes = try RecordingFile.serialized(.sample).prefix(count)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: RecordingError.self) { try RecordingFile.read(path) }
        #expect(error?.message.hasPrefix("\(path): is ") == true, "\(error?.message ?? "")")
        #expect(error?.message.hasSuffix("record it again") == true)
    }

    @Test func `a budget from a file is one that a budget can be`() {
        var budget = RecordedBudget(Budget())
        (budget.wall, budget.memoryByteCount) = (.max, -1)
        #expect(budget.budget.wall <= .seconds(86_400))
        #expect(budget.budget.memoryByteCount == 1)
    }
}

extension JSONValue {
    /// Puts a value in the place of a member, or takes the member out.
    fileprivate mutating func set(_ path: ArraySlice<String>, _ value: JSONValue?) {
        guard let key = path.first, case .object(var members) = self else { return }
        if path.count == 1 {
            members[key] = value
        } else if var inner = members[key] {
            inner.set(path.dropFirst(), value)
            members[key] = inner
        }
        self = .object(members)
    }
}
