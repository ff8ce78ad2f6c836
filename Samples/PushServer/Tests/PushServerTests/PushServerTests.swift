// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation
import Testing

/// A push server's test with Swift Testing: curl stands for the server, against an endpoint of its own.
struct PushServerTests {
    @Test func `pushes dinner`() throws {
        let server = Process(), output = Pipe()
        server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        server.arguments = ["belfry", "apns", "serve", "--ephemeral"]
        server.standardOutput = output
        try server.run()
        defer { server.terminate() }
        let apns = try Endpoint(json: output.fileHandleForReading.availableData)
        #expect(try push(#"{"aps":{"alert":{"title":"Dinner"}}}"#, to: apns) == "200")
    }

    private struct Endpoint: Decodable {
        let url, authority, certificate, topic, token: String

        init(json: Data) throws { self = try JSONDecoder().decode(Self.self, from: json) }
    }

    /// What your own server does.
    private func push(_ payload: String, to apns: Endpoint) throws -> String {
        let curl = Process(), output = Pipe()
        curl.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        curl.arguments = [
            "curl", "-sS", "--http2", "--cacert", apns.authority, "--cert", apns.certificate,
            "-d", payload, "-w", "%{http_code}", "\(apns.url)/3/device/\(apns.token)",
        ]
        curl.standardOutput = output
        try curl.run()
        curl.waitUntilExit()
        return String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    }
}
