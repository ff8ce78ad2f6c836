// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryReport
import Testing

@testable import BelfryEgress

@Suite struct OriginTests {
    @Test(arguments: [
        ("https://example.com", "https://example.com"),
        ("https://example.com:443", "https://example.com"),
        ("HTTPS://EXAMPLE.com", "https://example.com"),
        ("https://example.com:8443", "https://example.com:8443"),
        ("http://example.com", "http://example.com"),
        ("http://example.com:443", "http://example.com:443"),
        ("https://*.example.com", "https://*.example.com"),
        ("*.cdn.example.com", "https://*.cdn.example.com"),
        ("*.example.co.uk", "https://*.example.co.uk"),
        ("*.me.github.io", "https://*.me.github.io"),
        ("me.github.io", "https://me.github.io"), ("*.example.de", "https://*.example.de"),
        ("example.com", "https://example.com"),
        ("example.com:8443", "https://example.com:8443"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("http://[::1]:8080", "http://[::1]:8080"),
        ("https://[2001:DB8:0::1]", "https://[2001:db8::1]"),
        ("http://localhost:8080", "http://localhost:8080"),
        ("https://xn--bcher-kva.example", "https://xn--bcher-kva.example"),
        ("https://my_bucket.example.com", "https://my_bucket.example.com"),
    ])
    func `reads what a manifest lists`(text: String, canonical: String) throws {
        let origin = try Origin(text)
        #expect(origin.description == canonical)
        #expect(try Origin(canonical) == origin)
    }

    @Test(arguments: [
        ("", "no host"), ("https://", "no host"), ("https://:443", "no host"),
        ("ftp://example.com", "http and https only"), ("://example.com", "http and https only"),
        ("https://example.com/", "ends after host and port"),
        ("https://example.com/path", "ends after host and port"),
        ("https://example.com?query", "ends after host and port"),
        ("https://example.com#part", "ends after host and port"),
        ("https://example.com\\@evil.example", "ends after host and port"),
        ("https://user@example.com", "no user"), ("https://user:word@example.com", "no user"),
        ("https://bücher.example", "not ASCII"), ("https://ｅxample.com", "not ASCII"),
        ("https://exam ple.com", "character that no name has"),
        ("https://exa\u{1b}[31mmple.com", "character that no name has"),
        ("https://example.com.", "ends in a dot"), ("https://example..com", "no name"),
        ("https://-example.com", "no name"), ("https://example-.com", "no name"),
        ("https://.example.com", "no name"),
        ("https://example.com:", "no port"), ("https://example.com:0", "no port"),
        ("https://example.com:65536", "no port"), ("https://example.com:+80", "no port"),
        ("https://example.com:443:443", "no port"), ("https://example.com:٤٤٣", "no port"),
        ("https://*", "character that no name has"), ("https://*.com", "allows too much"),
        ("https://*.co.uk", "anybody"), ("https://*.COM.au", "anybody"),
        ("https://*.github.io", "anybody"), ("https://*.s3.eu-west-1.amazonaws.com", "anybody"),
        ("http://*.nip.io", "anybody"), ("http://*.localhost", "allows too much"),
        ("https://*.", "no host"), ("https://*.*.example.com", "character that no name has"),
        ("https://www.*.com", "character that no name has"),
        ("https://*example.com", "character that no name has"),
        ("http://*.127.0.0.1", "below an address"), ("http://*.[::1]", "below an address"),
        ("http://127.1", "ends in a number"), ("http://2130706433", "ends in a number"),
        ("http://0x7f.1", "ends in a number"), ("http://0177.0.0.1", "ends in a number"),
        ("http://example.0x", "ends in a number"), ("http://1.2.3.4.5", "ends in a number"),
        ("http://[127.0.0.1]", "no IPv6 address"), ("http://[::1", "no IPv6 address"),
        ("http://[fe80::1%25eth0]", "no IPv6 address"), ("http://::1", "no host"),
        ("http://[::ffff:127.0.0.1]", "in the dress of IPv6"),
        ("http://0.0.0.0", "unspecified"), ("http://[::]", "unspecified"),
        ("http://224.0.0.1", "multicast"), ("http://255.255.255.255", "broadcast"),
        ("https://\(String(repeating: "a", count: 64)).example", "no name"),
        ("https://\(String(repeating: "abc.", count: 63))example", "no name"),
    ])
    func `refuses anything else and says why`(text: String, problem: String) {
        let error = #expect(throws: OriginError.self) { try Origin(text) }
        #expect(error?.text == text)
        #expect(error?.problem.contains(problem) == true, "\(error?.problem ?? "none")")
        #expect(error?.remedy.isEmpty == false)
    }

    @Test func `tells of an error in one line that a terminal can show`() {
        let error = #expect(throws: OriginError.self) { try Origin("https://a\u{1b}[2J\n.example") }
        #expect(
            error?.description
                == #"BFExtension.Network: "https://a\u{1B}[2J\n.example": the host has a character "#
                + "that no name has; use letters, digits, '-', '_' and '.' only"
        )
        // Formats and private characters too: a terminal shows them in another order, or not.
        let hidden = #expect(throws: OriginError.self) { try Origin("a\u{202E}b\u{E000}") }
        #expect(hidden?.description.contains(#""a\u{202E}b\u{E000}""#) == true)
    }

    @Test func `covers exactly the host it names`() throws {
        let origin = try Origin("https://example.com")
        #expect(origin.covers(try endpoint(.https, "example.com", 443)))
        #expect(origin.covers(try endpoint(.https, "EXAMPLE.COM", 443)))
        #expect(!origin.covers(try endpoint(.http, "example.com", 443)))
        #expect(!origin.covers(try endpoint(.http, "example.com", 80)))
        #expect(!origin.covers(try endpoint(.https, "example.com", 444)))
        #expect(!origin.covers(try endpoint(.https, "www.example.com", 443)))
        #expect(!origin.covers(try endpoint(.https, "example.com.evil.example", 443)))
        #expect(!origin.covers(try endpoint(.https, "xn--exmple-cua.com", 443)))
    }

    @Test func `covers with a wildcard what is below a name and not the name`() throws {
        let origin = try Origin("https://*.example.com")
        #expect(origin.covers(try endpoint(.https, "www.example.com", 443)))
        #expect(origin.covers(try endpoint(.https, "a.b.c.example.com", 443)))
        #expect(!origin.covers(try endpoint(.https, "example.com", 443)))
        #expect(!origin.covers(try endpoint(.https, "evilexample.com", 443)))
        #expect(!origin.covers(try endpoint(.https, "www.example.com.evil.example", 443)))
        #expect(!origin.covers(try endpoint(.https, "www.example.com", 8443)))
        #expect(!origin.covers(try endpoint(.http, "www.example.com", 443)))
        #expect(!origin.covers(try endpoint(.https, "127.0.0.1", 443)))
    }

    @Test func `covers an address in whichever usual spelling`() throws {
        let origin = try Origin("http://[2001:db8:0:0::1]:8080")
        #expect(origin.covers(try endpoint(.http, "[2001:DB8::1]", 8080)))
        #expect(!origin.covers(try endpoint(.http, "[2001:db8::2]", 8080)))
    }

    private func endpoint(
        _ scheme: Origin.Scheme,
        _ host: String,
        _ port: UInt16
    ) throws -> Endpoint {
        Endpoint(scheme: scheme, host: try RemoteHost(host), port: port)
    }
}
