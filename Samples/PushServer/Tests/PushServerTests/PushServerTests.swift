// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Foundation
import Testing

/// A push server's test with Swift Testing: curl stands for the server, against an endpoint of its own.
struct PushServerTests {
    private struct Endpoint: Decodable {
        let url, authority, certificate, topic, token: String
    }

    @Test func `shows dinner`() throws {
        let server = Process(), output = Pipe()
        server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        server.arguments = ["belfry", "apns", "serve", "--ephemeral"]
        server.standardOutput = output
        try server.run()
        defer { server.terminate() }
        let place = try JSONDecoder()
            .decode(Endpoint.self, from: output.fileHandleForReading.availableData)
        #expect(try status(of: #"{"aps":{"alert":{"title":"Dinner"}}}"#, to: place) == "200")
    }

    /// What your own server does.
    private func status(of payload: String, to place: Endpoint) throws -> String {
        let curl = Process(), output = Pipe()
        curl.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        curl.arguments = [
            "curl", "-sS", "--http2", "--cacert", place.authority, "--cert", place.certificate,
            "-d", payload, "-w", "%{http_code}", "\(place.url)/3/device/\(place.token)",
        ]
        curl.standardOutput = output
        try curl.run()
        curl.waitUntilExit()
        return String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    }
}
