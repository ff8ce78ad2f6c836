// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import BelfryReplay
import BelfryReport
import BelfryRuntime
import Foundation
import Glibc
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

    /// A pipe stands in for a device, which a test that runs as root must not put at risk.
    @Test func `a pipe and a folder keep their places`() throws {
        let path = Self.file()
        defer { try? FileManager.default.removeItem(atPath: path) }
        try #require(unsafe mkfifo(path, 0o600) == 0)
        let pipe = try #require(FileHandle(forUpdatingAtPath: path))
        try RecordingFile.write(.sample, to: path)
        #expect(try Array(pipe.availableData) == RecordingFile.serialized(.sample))
        var status = stat()
        #expect(unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
        let folder = FileManager.default.temporaryDirectory.path
        let error = #expect(throws: RecordingError.self) {
            try RecordingFile.write(.sample, to: folder)
        }
        #expect(error?.message.contains("Is a directory") == true)
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
        (["budget", "wall"], -5, "budget.wall is -5 instead of 1 to 31536000000000000"),
        (["budget", "cpu"], 31_536_000_000_000_001, "budget.cpu is 31536000000000001 instead of"),
        (["budget", "requestCount"], 0, "budget.requestCount is 0 instead of 1 to 1000000"),
        (["budget", "connectionCount"], 65, "budget.connectionCount is 65 instead of 1 to 64"),
        (["result", "verdict"], "gone", "result.verdict: \"gone\" is no verdict"),
        (["result", "verdict"], "Delivered", "result.verdict: \"Delivered\" is no verdict"),
        (["result", "verdict"], "timeout", "result.verdict: \"timeout\" is no verdict"),
        (["result", "verdict"], "strike", "result.verdict: \"strike\" is no verdict"),
        (["result", "reason"], "crash", "result.reason is no reason of delivered: \"crash\""),
        (["result", "signal"], "SIGGONE", "result.signal is no signal: \"SIGGONE\""),
        (["result", "exitStatus"], 256, "result.exitStatus is 256, with which no process ends"),
        (["redactions"], ["bodies", "payloda:a"], "redactions[1] is nothing that is taken out"),
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

    @Test func `says of one that was cut short that it is, wherever that was`() throws {
        let path = Self.file()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let bytes = try RecordingFile.serialized(.sample)
        // Without the line's end after its last brace it is whole.
        for count in stride(from: 1, to: bytes.count - 1, by: 7) {
            try Data(bytes.prefix(count)).write(to: URL(fileURLWithPath: path))
            let error = #expect(throws: RecordingError.self) { try RecordingFile.read(path) }
            #expect(
                error?.message == "\(path): is cut short, and ends after \(count) bytes; take "
                    + "another copy of it, or record it again"
            )
        }
    }

    /// What is not even JSON, and what is said of it.
    static let damages: [(text: String, says: String)] = [
        ("", "is empty; record it again"),
        ("\u{7f}ELF", "is no recording; `belfry run --record FILE` makes one"),
        (#"{"format" "belfry-recording"}"#, "is damaged at line 1, column 11 (no colon after"),
    ]

    @Test(arguments: damages) func `tells what is damaged from what was never a recording`(
        _ text: String,
        _ says: String
    ) {
        let error = #expect(throws: RecordingError.self) {
            try RecordingFile.parse(Array(text.utf8))
        }
        #expect(error?.message.hasPrefix(says) == true, "\(error?.message ?? "accepted")")
    }

    @Test(arguments: [
        "wall=8760h,memory=1024GB,network=1024GB", "wall=1ns,requests=1000000,connections=64",
    ])
    func `every budget that can be asked for can be read again`(_ text: String) throws {
        var budget = Budget()
        try budget.apply(text)
        var recording = Recording.sample
        recording.budget = RecordedBudget(budget)
        let read = try RecordingFile.parse(RecordingFile.serialized(recording))
        #expect(read.budget.budget.wall == min(budget.wall, .seconds(31_536_000)))
        #expect(read.budget.budget.memoryByteCount == min(budget.memoryByteCount, 1 << 40))
        #expect(read.budget.budget.network == budget.network)
    }

    @Test(arguments: ["SIGSEGV", "SIGKILL", "signal 34"])
    func `a recording can have ended by any signal`(_ signal: String) throws {
        var recording = Recording.sample
        (recording.result.verdict, recording.result.reason) = (.fallback, "crash")
        recording.result.signal = signal
        #expect(try RecordingFile.parse(RecordingFile.serialized(recording)) == recording)
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
