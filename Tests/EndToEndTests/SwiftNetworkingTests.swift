// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// URLSession as iOS developers use it, from inside the sandbox, with real servers.
@Suite(.timeLimit(.minutes(3)))
struct SwiftNetworkingTests {
    /// A host, the fixture and what it may reach.
    private struct Stage {
        let host: ExtensionHost
        let bundle: ExtensionBundle

        /// Builds the fixture.
        ///
        /// - Parameters:
        ///   - workshop: Where it is built.
        ///   - origins: The origins it may reach.
        ///   - linkage: What is in it.
        ///   - authority: A certificate that goes into the bundle, by the name it gets there.
        /// - Throws: What the compiler says, or the file system.
        init(
            _ workshop: borrowing Workshop,
            _ origins: [String],
            _ linkage: Linkage = .shared,
            authority: (name: String, file: URL)? = nil
        ) async throws {
            host = try workshop.host()
            let path = workshop.folder.appendingPathComponent(UUID().uuidString)
                .appendingPathComponent("SwiftNetworking.appex")
            try FileManager.default.createDirectory(
                at: path.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            let source = "Tests/EndToEndTests/Fixtures/SwiftNetworking.swift"
            let result = try await Command.run(
                Workshop.products.appendingPathComponent("belfry").path,
                ["build", Workshop.root.appendingPathComponent(source).path, "-o", path.path]
                    + linkage.options
            )
            try #require(result.status == 0, "\(result.errors)")
            let manifest = path.appendingPathComponent("Info.plist")
            var own: [String: Any] = ["Network": origins]
            if let authority {
                let copy = path.appendingPathComponent(authority.name)
                try FileManager.default.copyItem(at: authority.file, to: copy)
                own["CertificateAuthorities"] = [authority.name]
            }
            let list = try unsafe PropertyListSerialization.propertyList(
                from: Data(contentsOf: manifest),
                format: nil
            )
            var members = try #require(list as? [String: Any])
            members["BFExtension"] = own
            try PropertyListSerialization.data(
                fromPropertyList: members,
                format: .xml,
                options: 0
            ).write(to: manifest)
            bundle = try ExtensionBundle(at: path.path)
        }

        func run(
            _ trial: String,
            _ base: String,
            _ more: [String: Any] = [:],
            budget text: String = ""
        ) async throws -> RunReport {
            let members = more.merging(["trial": trial, "base": base]) { first, _ in first }
            let json = try JSONSerialization.data(
                withJSONObject: members,
                options: .withoutEscapingSlashes
            )
            let custom = "," + String(decoding: json, as: UTF8.self).dropFirst().dropLast()
            var options = ExtensionHost.RunOptions()
            if !text.isEmpty {
                var budget = Budget()
                try budget.apply(text)
                options.budget = budget
            }
            return try await host.run(try Workshop.push(custom), in: bundle, options: options)
        }
    }

    private static func lines(_ report: RunReport) -> [String] {
        report.after.body.split(separator: "\n").map(String.init)
    }

    /// What each form of use reports.
    private static let forms: [(String, [String])] = [
        (
            "data",
            [
                "text: hällo", "status: 200", "type: text/plain", "encoding: utf-8", "length: 6",
                "error: nil", "main: false", "header: mine",
            ]
        ),
        ("download", ["type: image/png", "name: monkey face.png", "error: nil", "bytes: 70"]),
        (
            "upload",
            [
                "bytes: POST text/plain None 5", "file: PUT text/plain None 300000",
                "body: POST application/json None 7",
            ]
        ),
        (
            "async",
            [
                "data: hällo", "header: None", "status: 200", "download: 70",
                "upload: POST text/plain None 3", #"both: ["slow", "slow"]"#, "code: -1005",
                "cancelled: true",
            ]
        ),
        (
            "configured",
            [
                "header: configured", "queue: mine", "timeout: NSURLErrorDomain -1001 true",
                "gzip: packed",
            ]
        ),
        (
            "cancel",
            [
                "data: nil", "error: NSURLErrorDomain -999 true",
                "invalidated: NSURLErrorDomain -999 true",
            ]
        ),
        ("background", ["wrote 70 of 70", "downloaded 70", "complete 0"]),
        (
            "contents",
            [
                "data: 70", "text: hällo", "guessed: nil", "object: 70",
                "thrown: NSCocoaErrorDomain 256 false",
            ]
        ),
        ("semaphore", ["text: hällo", "in time: true", "group: true"]),
        (
            "delegates",
            [
                "response 200", "received one\ntwo\nthree\n", "complete 0", "wrote 70 of 70",
                "downloaded 70", "complete 0", "response 401", "challenge test", "response 200",
                "received who?welcome", "complete 0", "complete -1005",
            ]
        ),
        (
            "redirects",
            [
                "redirect 302 /text", "response 200", "received hällo", "complete 0",
                "redirect 308 /text", "response 200", "received hällo", "complete 0",
                "redirect 302 /text", "response 302", "received elsewhere", "complete 0",
            ]
        ),
    ]

    @Test(arguments: Linkage.allCases)
    func `every form of URLSession works through the proxy, in the clear and over TLS`(
        _ linkage: Linkage
    ) async throws {
        let workshop = try Workshop()
        let certificate = try await TestCertificate(in: workshop.folder)
        let server = try WebServer(certificate)
        let stage = try await Stage(
            workshop,
            [server.origin, server.secureOrigin],
            linkage,
            authority: ("authority.pem", certificate.authority)
        )
        for base in [server.origin, server.secureOrigin] {
            for (trial, expected) in Self.forms {
                let report = try await stage.run(trial, base)
                #expect(
                    report.after.body == expected.joined(separator: "\n"),
                    """
                    \(trial) at \(base): \(report.reason) \(report.explanation) \(report.log) \
                    \(report.network?.decisions ?? [])
                    """
                )
                if trial == "download" { #expect(report.attachments.count == 1) }
            }
        }
        await stage.host.shutdown()
    }

    @Test(arguments: Linkage.allCases)
    func `errors have the codes they have on iOS`(_ linkage: Linkage) async throws {
        let workshop = try Workshop()
        let certificate = try await TestCertificate(in: workshop.folder)
        let server = try WebServer(certificate)
        let closed = try WebServer()
        closed.stop()
        let secureClosed = closed.origin.replacingOccurrences(of: "http:", with: "https:")
        let missing = ["http://nowhere.invalid", "https://nowhere.invalid"]
        let stage = try await Stage(
            workshop,
            [server.origin, server.secureOrigin, closed.origin, secureClosed] + missing,
            linkage
        )
        let urls =
            [
                "/hang-up", "/cut", "/never", "/loop", closed.origin + "/closed",
                secureClosed + "/closed", "http://unlisted.example/a",
                "https://unlisted.example/a", server.secureOrigin + "/text", "/refusal",
                "ftp://127.0.0.1/file",
            ] + missing.map { $0 + "/a" }
        let report = try await stage.run("errors", server.origin, ["urls": urls])
        await stage.host.shutdown()
        let codes = Self.lines(report).compactMap { line in
            line.split(separator: " ").dropFirst().joined(separator: " ")
        }
        let domain = "NSURLErrorDomain"
        let expected = [
            "-1005", "-1005", "-1001", "-1007", "-1004", "-1004", "-1009", "-1009", "-1202",
        ]
        #expect(
            codes == expected.map { "\(domain) \($0) true" } + ["nil", "403"]
                + ["-1009", "-1003", "-1003"].map { "\(domain) \($0) true" },
            "\(Self.lines(report)) \(report.log)"
        )
        let texts = report.log.map(\.text)
        #expect(texts.contains { $0.contains("unlisted.example") && $0.contains("says") })
    }

    @Test(arguments: Linkage.allCases)
    func `a session's delegate decides about a server by its certificate`(
        _ linkage: Linkage
    ) async throws {
        let workshop = try Workshop()
        let certificate = try await TestCertificate(in: workshop.folder)
        let server = try WebServer(certificate)
        let stage = try await Stage(workshop, [server.secureOrigin], linkage)
        let text = try String(contentsOf: certificate.file, encoding: .utf8)
        let pin = text.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
        for (pin, expected) in [
            (pin, "text: hällo\nerror: nil"),
            ("another", "text: nil\nerror: NSURLErrorDomain -999 true"),
        ] {
            let report = try await stage.run("pinned", server.secureOrigin, ["pin": pin])
            #expect(report.after.body == expected, "\(report.reason) \(report.log)")
        }
        await stage.host.shutdown()
    }

    @Test func `a bundle's authority is trusted by that bundle only, in PEM and in DER`()
        async throws
    {
        let workshop = try Workshop()
        let certificate = try await TestCertificate(in: workshop.folder)
        let other = try await TestCertificate(in: workshop.folder)
        let wrongName = try await TestCertificate(in: workshop.folder, names: "DNS:example.com")
        let server = try WebServer(certificate)
        let misnamed = try WebServer(wrongName)
        let binary = workshop.folder.appendingPathComponent("authority.der")
        let conversion = try await Command.run(
            "/usr/bin/env",
            [
                "openssl", "x509", "-in", certificate.authority.path, "-outform", "DER", "-out",
                binary.path,
            ]
        )
        try #require(conversion.status == 0)
        let cases = [
            (("authority.der", binary), server, "text: hällo"),
            (("authority.pem", other.authority), server, "error: NSURLErrorDomain -1202 true"),
            (nil, server, "error: NSURLErrorDomain -1202 true"),
            (
                ("authority.pem", wrongName.authority), misnamed,
                "error: NSURLErrorDomain -1202 true"
            ),
        ]
        for (authority, server, expected) in cases {
            let stage = try await Stage(workshop, [server.secureOrigin], authority: authority)
            let report = try await stage.run("data", server.secureOrigin)
            await stage.host.shutdown()
            #expect(Self.lines(report).contains(expected), "\(report.after.body) \(report.log)")
        }
    }

    @Test func `a redirect is decided as the request that it is`() async throws {
        let workshop = try Workshop()
        let server = try WebServer()
        let other = try WebServer()
        let stage = try await Stage(workshop, [server.origin])
        for target in [other.origin + "/text", "http://169.254.169.254/"] {
            let report = try await stage.run("redirects", server.origin, ["target": target])
            let reasons = report.network?.decisions.map(\.reason.rawValue) ?? []
            // Each is written when its connection ends, so the order is that of the ends.
            #expect(
                reasons.sorted() == ["allowed", "allowed", "allowed", "notListed", "notListed"],
                "\(report.explanation)"
            )
            #expect(Self.lines(report).filter { $0 == "complete -1009" }.count == 2)
        }
        await stage.host.shutdown()
    }

    @Test func `every error can be caught as an NSError`() async throws {
        let workshop = try Workshop()
        let server = try WebServer()
        let stage = try await Stage(workshop, [server.origin])
        let report = try await stage.run("caught", server.origin)
        await stage.host.shutdown()
        #expect(
            Self.lines(report) == [
                "url: NSURLErrorDomain -1001", "enum: SwiftNetworking.NotificationService.Mine 1",
                "described: SwiftNetworking.NotificationService.Told 1",
                "decoding: NSCocoaErrorDomain 4864", "posix: NSPOSIXErrorDomain 1",
                "cocoa: NSCocoaErrorDomain 260", "object: mine 7", "described: told", "forced: 0",
                "other: nil", "task: NSURLErrorDomain -1005",
            ],
            "\(report.reason) \(report.explanation)"
        )
    }

    @Test(arguments: ["data", "upload", "download", "timeout"])
    func `a transfer that waits uses no CPU time`(_ form: String) async throws {
        let workshop = try Workshop()
        let certificate = try await TestCertificate(in: workshop.folder)
        let server = try WebServer(certificate)
        let stage = try await Stage(
            workshop,
            [server.origin, server.secureOrigin],
            authority: ("authority.pem", certificate.authority)
        )
        let path = ["upload": "/upload?ms", "timeout": "/never"][form] ?? "/slow?ms=1000"
        for base in [server.origin, server.secureOrigin] {
            // The first has Foundation set up what the later ones find.
            _ = try await stage.run("data", base)
            let more = ["form": form, "path": path]
            let report = try await stage.run("fetch", base, more)
            #expect(Self.lines(report).count == 2, "\(report.explanation)")
            let usage = try #require(report.usage)
            let cpu = usage.cpuMilliseconds
            let wall = try #require(report.timing?.wallMilliseconds)
            #expect(wall > 900)
            #expect(cpu < wall / 4, "\(cpu) of \(wall) ms at \(base)")
        }
        await stage.host.shutdown()
    }
}
