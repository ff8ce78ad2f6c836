// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Testing

/// The JSON of every command, where an extension, a payload and a bundle say what moves a cursor.
@Suite(.timeLimit(.minutes(4)))
struct JSONOutputTests {
    /// C0 and C1 controls, directions, a line separator, a mark, tags.
    private static let odd =
        "\u{1B}[2J\u{7F}\u{85}\u{9B}31m\u{202E}\u{2066}\u{200F}\u{2028}\u{FEFF}\u{E0041}\u{E007F}"

    let folder: TemporaryFolder
    let bundle: String
    let payload: String

    init() async throws {
        folder = try TemporaryFolder()
        let odd = Self.odd
        (bundle, payload) = ("Odd\(odd).appex", "odd\(odd).json")
        try folder.write(Self.source, to: "Odd.c")
        let plist: [String: Any] = [
            "CFBundleIdentifier": "org.example.Odd", "CFBundleExecutable": "Odd",
            "CFBundleShortVersionString": "1\(odd)", "CFBundleDisplayName": "Odd\(odd)",
            "BFExtension": [
                "Key\(odd)": odd, "Budget": ["start": "30s"], "Filtering": true,
                "Fallback": ["body": odd],
            ],
            "NSExtension": [
                "NSExtensionPointIdentifier": "com.apple.usernotifications.service",
                "NSExtensionPrincipalClass": "Odd\(odd)",
            ],
        ]
        try PropertyListSerialization.data(fromPropertyList: plist, format: .binary, options: 0)
            .write(to: folder.url.appendingPathComponent("Odd.plist"))
        let notification: [String: Any] = [
            "aps": [
                "alert": ["title": odd, "body": odd], "category": odd, "thread-id": odd,
                "sound": odd, "mutable-content": 1,
            ],
            "key\(odd)": [odd: odd],
        ]
        try JSONSerialization.data(withJSONObject: notification)
            .write(to: folder.url.appendingPathComponent(payload))
        let arguments = ["build", "Odd.c", "--info-plist", "Odd.plist", "-o", bundle]
        let build = try await folder.belfry.run(arguments)
        try #require(build.status == 0, "\(build.errors)")
    }

    /// Says the odd characters in every text that an extension has: content, reason, log, output.
    private static var source: String {
        let bytes = odd.utf8.map { "\\x" + String($0, radix: 16) + "\"\"" }.joined()
        return """
            #include <belfry/belfry.h>
            #include <stdio.h>
            #include <string.h>
            #define ODD "\(bytes)"
            static const bf_host *host;
            static bf_status start(void *self, const bf_host *table) {
                (void)self;
                host = table;
                return BF_OK;
            }
            static void did_receive(void *self, bf_request request, bf_completion completion) {
                bf_content copy = host->content_copy(host, host->request_content(host, request));
                (void)self;
                host->set_text(host, copy, BF_KEY_TITLE, BF_STRING("said " ODD));
                host->set_text(host, copy, BF_KEY_SUBTITLE, BF_STRING(ODD));
                host->log(host, BF_LOG_WARNING, BF_STRING(ODD));
                puts(ODD);
                fflush(stdout);
                completion(copy);
            }
            static const bf_service service = {
                .size = sizeof service, .start = start, .did_receive = did_receive};
            static const void *find(void *self, bf_string id) {
                (void)self;
                return id.count == strlen(BF_INTERFACE_SERVICE) &&
                    !memcmp(id.bytes, BF_INTERFACE_SERVICE, id.count) ? &service : NULL;
            }
            const bf_extension *bf_extension_main(uint32_t *version) {
                static const bf_extension all = {
                    .magic = BF_EXTENSION_MAGIC, .size = sizeof all, .interface = find};
                *version = BF_VERSION_1_0;
                return &all;
            }
            """
    }

    /// Whether a scalar moves a cursor, changes the order of what is shown, or is not seen.
    private static func isOdd(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A: false
        case ..<0x20, 0x7F...0x9F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
            0xE0000...0xE007F:
            true
        default: false
        }
    }

    @discardableResult
    private func json(
        _ arguments: String...,
        statuses: Set<Int32> = [0]
    ) async throws -> String {
        let places = ["XDG_STATE_HOME": folder("state"), "XDG_DATA_HOME": folder("data")]
        let result = try await folder.belfry.run(arguments + ["--json"], environment: places)
        #expect(statuses.contains(result.status), "\(arguments[0]): \(result.errors)")
        let odd = result.output.unicodeScalars.filter(Self.isOdd)
        #expect(odd.isEmpty, "\(arguments[0]): \(odd.map { $0.escaped(asASCII: true) })")
        let errors = result.errors.unicodeScalars.filter(Self.isOdd)
        #expect(errors.isEmpty, "\(arguments[0]): \(errors.map { $0.escaped(asASCII: true) })")
        return result.output
    }

    @Test func `a run's report has them escaped, and means the same`() async throws {
        let output = try await json("run", bundle, payload, "--record", "run.belfry")
        let value = try #require(
            try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
        )
        let after = try #require(value["after"] as? [String: Any])
        #expect(after["title"] as? String == "said \(Self.odd)")
        #expect(
            output.contains(#"\u009b31m\u202e\u2066\u200f\u2028\ufeff\udb40\udc41\udb40\udc7f"#)
        )
        try await json("replay", "run.belfry")
    }

    @Test func `what is said without a run has them escaped`() async throws {
        let inspection = try await json("inspect", bundle, statuses: [0, 2])
        #expect(inspection.contains(#"\u009b"#))
        try await json("explain", bundle, payload)
        try await json("explain", "--verdicts")
        try await json("doctor", statuses: [0, 71])
    }

    @Test func `what many runs say has them escaped`() async throws {
        let measured = try await json("measure", bundle, payload, "--runs", "2", "--warm")
        #expect(measured.contains(#"\u009b"#))
        let compared = try await json(
            "measure",
            bundle,
            payload,
            "--runs",
            "2",
            "--warm",
            "--compare",
            bundle
        )
        #expect(compared.contains(#"\u009b"#))
        try await json(
            "validate",
            bundle,
            "--only",
            "completes-once",
            "--runs",
            "1",
            statuses: [0, 4]
        )
    }

    @Test func `the register of failures has them escaped`() async throws {
        let limits = ["--quarantine", "--budget", "memory=1B"]
        for _ in 0..<3 {
            try await json("run", bundle, payload, limits[0], limits[1], limits[2], statuses: [1])
        }
        let register = try await json("quarantine")
        #expect(register.contains("until") || register.contains("fail"), "\(register)")
    }

    @Test func `an open notification's report has them escaped`() async throws {
        try folder.write(ContentSample.source, to: "Small.c")
        try folder.write(ContentSample.plist, to: "Info.plist")
        let build = try await folder.belfry("build", "Small.c", "--info-plist", "Info.plist")
        try #require(build.status == 0, "\(build.errors)")
        let notification = ["aps": ["alert": ["title": Self.odd], "category": "small"]]
        try JSONSerialization.data(withJSONObject: notification)
            .write(to: folder.url.appendingPathComponent("push.apns"))
        let shown = try await json("show", "Small.appex", "push.apns", statuses: [0, 1, 3])
        #expect(shown.contains(#"\u009b"#))
        try folder.write("receive push.apns\ndismiss\n", to: "a.script")
        let script = ["push.apns", "--script", "a.script"]
        let lines = try await json(
            "show",
            "Small.appex",
            script[0],
            script[1],
            script[2],
            statuses: [0, 1, 3, 4]
        )
        #expect(lines.contains(#"\u009b"#))
    }
}
