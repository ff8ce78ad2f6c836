// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import Foundation
internal import Glibc

/// `Fixtures/server.py` as a child, until it is stopped: answers of every kind, plain and over TLS.
package final class WebServer {
    /// The server's origin in the clear.
    package let origin: String

    /// The server's origin over TLS; empty without a certificate.
    package let secureOrigin: String

    private let program: Program
    private let input = Pipe()

    /// Starts serving, over TLS too where there is a certificate.
    package init(_ certificate: TestCertificate? = nil) throws {
        let script = Workshop.root.appendingPathComponent(
            "Tests/EndToEndSupport/Fixtures/server.py"
        )
        let files = certificate.map { [$0.file.path, $0.key.path] } ?? []
        let output = Pipe()
        program = try Program(
            "/usr/bin/env",
            ["python3", script.path] + files,
            streams: (
                input.fileHandleForReading.fileDescriptor,
                output.fileHandleForWriting.fileDescriptor, STDERR_FILENO
            )
        )
        try input.fileHandleForReading.close()
        try output.fileHandleForWriting.close()
        var line = ""
        while !line.hasSuffix("\n") {
            let bytes = output.fileHandleForReading.availableData
            guard !bytes.isEmpty else { throw CocoaError(.fileReadUnknown) }
            line += String(decoding: bytes, as: UTF8.self)
        }
        let ports = line.dropLast().split(separator: " ")
        origin = "http://127.0.0.1:\(ports[0])"
        secureOrigin = ports.count > 1 ? "https://127.0.0.1:\(ports[1])" : ""
    }

    /// Ends the server.
    package func stop() {
        program.end()
    }
}

/// A certificate for this machine by an authority of its own, made with openssl.
package struct TestCertificate: Sendable {
    /// The authority's certificate, in PEM.
    package let authority: URL

    /// The server's certificate and its key, in PEM.
    package let file: URL
    package let key: URL

    /// Makes authority and certificate.
    ///
    /// - Parameters:
    ///   - folder: Where their files go.
    ///   - names: What the certificate is for, as openssl's subjectAltName has it.
    /// - Throws: What openssl says.
    package init(in folder: URL, names: String = "IP:127.0.0.1,DNS:localhost") async throws {
        let stem = UUID().uuidString
        let path = { (name: String) in folder.appendingPathComponent("\(stem)-\(name)") }
        authority = path("authority.pem")
        file = path("server.pem")
        key = path("server.key")
        let authorityKey = path("authority.key").path
        let make = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
            "-nodes", "-days", "2",
        ]
        let authorityArguments = [
            "-subj", "/CN=Belfry test authority", "-keyout", authorityKey, "-out", authority.path,
        ]
        let serverArguments = [
            "-subj", "/CN=Belfry test server", "-keyout", key.path, "-out", file.path,
            "-CA", authority.path, "-CAkey", authorityKey, "-addext", "subjectAltName=\(names)",
            "-addext", "basicConstraints=critical,CA:FALSE",
        ]
        for arguments in [authorityArguments, serverArguments] {
            let result = try await Command.run("/usr/bin/env", make + arguments)
            guard result.status == 0 else { throw CommandError("openssl", result) }
        }
    }
}
