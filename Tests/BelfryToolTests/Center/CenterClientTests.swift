// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryTool
internal import Testing

/// What the tool takes from whatever answers on the daemon's socket.
@Suite(.timeLimit(.minutes(1))) struct CenterClientTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let answer: String
        let status: BelfryTool.ExitStatus
        let words: String
    }

    private static func http(_ status: String, _ body: String) -> String {
        "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    static let cases = [
        Case(
            testDescription: "no HTTP",
            answer: "hello\n",
            status: .unavailable,
            words: "the connection ended before the answer"
        ),
        Case(
            testDescription: "half an answer",
            answer: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{}",
            status: .unavailable,
            words: "the connection ended before the answer"
        ),
        Case(
            testDescription: "a page",
            answer: http("404 Not Found", "<html>"),
            status: .unavailable,
            words: "is no belfryd (HTTP status 404)"
        ),
        Case(
            testDescription: "an array",
            answer: http("200 OK", "[]"),
            status: .unavailable,
            words: "is no belfryd"
        ),
        Case(
            testDescription: "more than is read",
            answer: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3000000\r\n"
                + String(repeating: " ", count: 0x3000000),
            status: .unavailable,
            words: "the answer has more than 33554432 bytes"
        ),
        Case(
            testDescription: "an error that moves the cursor",
            answer: http("409 Conflict", ##"{"error":{"code":"x","message":"a\u001b[2Jb"}}"##),
            status: .badData,
            words: "a\\u{1B}[2Jb"
        ),
        Case(
            testDescription: "not found",
            answer: http("404 Not Found", ##"{"error":{"code":"x","message":"gone"}}"##),
            status: .noInput,
            words: "gone"
        ),
        Case(
            testDescription: "a wrong token",
            answer: http("401 Unauthorized", ##"{"error":{"code":"x","message":"who"}}"##),
            status: .noPermission,
            words: "who"
        ),
        Case(
            testDescription: "a full disk",
            answer: http("503 Service Unavailable", ##"{"error":{"code":"x","message":"full"}}"##),
            status: .temporary,
            words: "full"
        ),
    ]

    @Test(arguments: cases)
    func `says what is wrong with an answer`(_ expected: Case) async throws {
        let folder = try TemporaryFolder()
        let daemon = try await StandInDaemon(at: folder("api"), answer: expected.answer)
        let failure = await #expect(throws: ToolFailure.self) {
            try await CenterClient(daemon.address).send(CenterRequest("GET", ["apps"]))
        }
        #expect(failure?.status == expected.status)
        #expect(failure?.message.contains(expected.words) == true, "\(failure?.message ?? "")")
        try await daemon.stop()
    }

    @Test func `gives up on a daemon that does not answer`() async throws {
        let folder = try TemporaryFolder()
        let daemon = try await StandInDaemon(at: folder("api"), answer: "", closes: false)
        let client = CenterClient(daemon.address, patience: .milliseconds(100))
        let failure = await #expect(throws: ToolFailure.self) {
            try await client.send(CenterRequest("GET", ["apps"]))
        }
        #expect(failure?.message.hasSuffix("no answer within 0.1 seconds") == true)
        try await daemon.stop()
    }

    @Test func `returns the object of an answer, and an empty one where there is none`()
        async throws
    {
        let folder = try TemporaryFolder()
        let full = try await StandInDaemon(
            at: folder("full"),
            answer: Self.http("200 OK", ##"{"a":1}"##)
        )
        let empty = try await StandInDaemon(
            at: folder("empty"),
            answer: "HTTP/1.1 204 No Content\r\n\r\n"
        )
        let request = CenterRequest("GET", ["apps"])
        #expect(try await CenterClient(full.address).send(request) == ["a": 1])
        #expect(try await CenterClient(empty.address).send(request) == [:])
        try await full.stop()
        try await empty.stop()
    }
}
