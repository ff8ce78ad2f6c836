// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Testing

@testable import BelfryRuntime

@Suite struct CertificateAuthoritiesTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private static let text = "-----BEGIN CERTIFICATE-----\nMAMCAQE=\n-----END CERTIFICATE-----\n"

    private func fault(_ content: String) throws -> BundleError {
        try folder.write(content, to: "authority.pem")
        return try #require(throws: BundleError.self) {
            try CertificateAuthorities.read(["authority.pem"], in: folder("."))
        }
    }

    @Test func `files in PEM and in DER become one text`() throws {
        try folder.write(String(Self.text.dropLast()), to: "one.pem")
        // A SEQUENCE of one INTEGER.
        try folder.write("\u{30}\u{3}\u{2}\u{1}\u{1}", to: "two.der")
        let read = try CertificateAuthorities.read(["one.pem", "two.der"], in: folder("."))
        #expect(read == Self.text + Self.text)
        #expect(try CertificateAuthorities.read([], in: folder(".")).isEmpty)
    }

    @Test func `what is no certificate is refused with its path and the way out`() throws {
        let key = "-----BEGIN PRIVATE KEY-----\nAA==\n-----END PRIVATE KEY-----\n"
        for (content, words) in [
            ("no certificate", "holds no certificate"), ("", "holds no certificate"),
            (Self.text + key, "holds a private key"),
            ("\u{30}\u{5}\u{2}\u{1}\u{1}", "holds no certificate"),
            (String(repeating: Self.text, count: 2000), "File too large"),
        ] {
            let fault = try fault(content)
            #expect(fault.code == .certificate)
            #expect(fault.message.contains("authority.pem: \(words)"), "\(fault.message)")
        }
    }

    @Test func `what is not there, or leads elsewhere, is refused`() throws {
        try folder.write(Self.text, to: "real.pem")
        try folder.link("link.pem", to: folder("real.pem"))
        for name in ["none.pem", "link.pem"] {
            let fault = try #require(throws: BundleError.self) {
                try CertificateAuthorities.read([name], in: folder("."))
            }
            #expect(fault.code == .certificate)
            #expect(fault.message.contains(name))
        }
    }
}
