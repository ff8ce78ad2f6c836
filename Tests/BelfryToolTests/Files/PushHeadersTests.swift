// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
@testable internal import BelfryTool
internal import Foundation
internal import Glibc
internal import Testing

@Suite("Headers beside a payload")
struct PushHeadersTests {
    @Test func `reads the headers that reach an extension, and skips the others`() throws {
        let text = """
            # as the server sends it
            apns-topic: org.example.app
            APNs-Collapse-ID:  score: home
            apns-id: 8B0A4A36-0C6B-4A9C-9E1E-5C4C6A1C9D55

            apns-push-type: background\r
            apns-expiration: 1798761600

            """
        let headers = try PushHeaders(text, in: "push.headers")
        #expect(headers.collapseIdentifier == "score: home")
        #expect(headers.identifier == "8B0A4A36-0C6B-4A9C-9E1E-5C4C6A1C9D55")
        #expect(headers.type == .background)
        #expect(headers.expiration == 1_798_761_600)
    }

    /// A line that APNs would refuse, and what is said about it.
    static let refusals = [
        ("apns-collapse-id", "there is no value; write apns-collapse-id: NAME"),
        ("apns-id: 7", "apns-id: 7 is not a UUID; APNs answers BadMessageId"),
        (
            "apns-collapse-id: " + String(repeating: "ü", count: 33),
            "apns-collapse-id has 66 bytes and may have 1 to 64; APNs answers BadCollapseId"
        ),
        (
            "apns-push-type: loud",
            "apns-push-type: loud is not one of alert, background, location, voip, complication, "
                + "fileprovider, mdm, liveactivity, pushtotalk, widgets, controls"
        ),
        (
            "apns-collapse: a",
            "apns-collapse is not a header of APNs, which are apns-id, apns-collapse-id, "
                + "apns-push-type, apns-expiration, apns-priority, apns-topic, authorization, "
                + "content-type"
        ),
        (
            "apns-expiration: tomorrow",
            "apns-expiration: tomorrow is not in seconds of UNIX time; APNs answers "
                + "BadExpirationDate"
        ),
        ("apns-topic: b", "apns-topic is there twice; leave one out"),
    ]

    @Test(arguments: refusals)
    func `names the line that APNs would refuse`(line: String, message: String) {
        #expect(throws: ToolFailure("push.headers:2: \(message)", .badData)) {
            try PushHeaders("apns-topic: a\n\(line)\n", in: "push.headers")
        }
    }

    @Test func `finds the headers beside a payload`() throws {
        let folder = try TemporaryFolder()
        let payload = folder("push.v1.json")
        #expect(try PushHeaders.beside(payload) == PushHeaders())
        #expect(try PushHeaders.beside("-") == PushHeaders())
        try folder.write("apns-collapse-id: score", to: "push.v1.headers")
        #expect(try PushHeaders.beside(payload).collapseIdentifier == "score")
    }

    @Test func `does not wait for headers that are a FIFO`() throws {
        let folder = try TemporaryFolder()
        let file = folder("push.headers")
        try #require(unsafe mkfifo(file, 0o600) == 0)
        let payload = folder("push.json")
        let message =
            "\(file): is a FIFO, not a regular file; it holds the headers of \(payload), one a line"
        #expect(throws: ToolFailure(message, .noInput)) { try PushHeaders.beside(payload) }
    }

    @Test func `prefers the option, then the collapse identifier`() throws {
        let folder = try TemporaryFolder()
        let payload = folder("push.json")
        let identifier = "8B0A4A36-0C6B-4A9C-9E1E-5C4C6A1C9D55"
        try folder.write("apns-id: \(identifier)\n", to: "push.headers")
        #expect(try options().push(from: payload).identifier == identifier)
        try folder.write(
            "apns-id: \(identifier)\napns-collapse-id: score\n",
            to: "push.headers"
        )
        #expect(try options().push(from: payload).identifier == "score")
        #expect(try options("mine").push(from: payload).identifier == "mine")
        #expect(try options(nil, "other").push(from: payload).identifier == "other")
    }

    private func options(_ identifier: String? = nil, _ collapseID: String? = nil) -> PushOptions {
        var options = PushOptions()
        options.identifier = identifier
        options.identifierAlias = nil
        options.collapseID = collapseID
        return options
    }

    /// An identifier and a collapse identifier that no push has, and what is said about them.
    static let badOptions: [(identifier: String?, collapseID: String?, message: String)] = [
        ("a", "b", "--identifier and --collapse-id both set the identifier: give one"),
        (
            "", nil,
            "--identifier has 0 bytes and may have 1 to 1024; without it the request has a new UUID"
        ),
        (
            nil, String(repeating: "x", count: 65),
            "--collapse-id has 65 bytes and may have 1 to 64; APNs answers BadCollapseId"
        ),
    ]

    @Test(arguments: badOptions)
    func `refuses an identifier that no push has`(
        identifier: String?,
        collapseID: String?,
        message: String
    ) {
        let error = #expect(throws: (any Error).self) {
            try options(identifier, collapseID).validate()
        }
        #expect(error.map { "\($0)" } == message)
    }
}
