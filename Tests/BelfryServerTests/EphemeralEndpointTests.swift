// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// Endpoints of tests: `belfry apns serve --ephemeral`, and the samples that use it.
@Suite(.timeLimit(.minutes(5)), .serialized) struct EphemeralEndpointTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("e-" + UUID().uuidString.prefix(8))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func cleanUp() { try? FileManager.default.removeItem(at: folder) }

    /// Runs a script of the shell in which `belfry` is the one that was built.
    private func shell(_ script: String) async throws -> Command.Result {
        let variables = [
            "PATH=\(Workshop.products.path):/usr/local/bin:/usr/bin:/bin:\(Self.inherited)",
            "TMPDIR=\(folder.path)",
        ]
        return try await Command.run("/usr/bin/env", variables + ["bash", "-c", script])
    }

    private static var inherited: String { ProcessInfo.processInfo.environment["PATH"] ?? "" }

    private func sample(_ name: String) -> String {
        Workshop.root.appendingPathComponent("Samples/PushServer/\(name)").path
    }

    private func leftOvers() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasPrefix("belfry-") }
    }

    @Test func `prints one line with all that a test needs, and removes all at its end`()
        async throws
    {
        defer { cleanUp() }
        let result = try await shell(
            """
            exec {output}< <(exec belfry apns serve --ephemeral --topic org.example.One --topic org.example.Two)
            server=$!
            read -r line <&$output
            echo "$line"
            at() { python3 -c 'import json, sys; print(json.loads(sys.argv[1])[sys.argv[2]])' "$line" "$1"; }
            curl -sS --http2 --cacert "$(at authority)" --cert "$(at certificate)" -d '{"aps":{"badge":1}}' \\
                -w '%{http_code}\\n' "$(at url)/3/device/$(at token)"
            BELFRY_SOCKET=$(at socket) belfry list --json | grep -c org.example.One
            stat -c %a "$(at key)" "$(at certificate)" "$(dirname "$(at key)")"
            kill $server
            cat <&$output
            """
        )
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(result.errors.isEmpty, "\(result.errors)")
        try #require(lines.count == 6, "\(result.output)")
        let place = try #require(try JSONValue.parse(Array(lines[0].utf8)).object)
        #expect(place["tokens"]?.object?.keys == ["org.example.One", "org.example.Two"])
        #expect(place["topic"] == "org.example.One")
        #expect(lines[1] == "200")
        #expect(lines[2] != "0")
        #expect(lines[3...] == ["600", "600", "700"])
        let left = try leftOvers()
        #expect(left == [])
    }

    @Test func `refuses the next pushes as it is asked to, and takes those after them`()
        async throws
    {
        defer { cleanUp() }
        let result = try await shell(
            """
            exec {output}< <(exec belfry apns serve --ephemeral)
            server=$!
            read -r line <&$output
            at() { python3 -c 'import json, sys; print(json.loads(sys.argv[1])[sys.argv[2]])' "$line" "$1"; }
            export BELFRY_SOCKET=$(at socket)
            push() { curl -sS --http2 --cacert "$(at authority)" --cert "$(at certificate)" -d '{"aps":{"badge":1}}' \
                -w '%{http_code}\n' "$(at url)/3/device/$1"; }
            belfry apns refuse
            belfry apns refuse Forbidden --count 2
            push "$(at token)"
            push 00
            belfry apns refuse
            push "$(at token)"
            push "$(at token)"
            belfry apns refuse Unregistered --json
            push "$(at token)" | sed -E 's/:[0-9]{13}/:TIME/'
            belfry apns refuse ServiceUnavailable --count 9
            belfry apns refuse --none
            push "$(at token)"
            belfry list --json | grep -c '"sequence"'
            for wrong in "Unfriendly" "MissingChannelId" "Shutdown --count 0" "--count 2" "Shutdown --none"; do
                belfry apns refuse $wrong 2>&1 | grep -v -e ^Usage -e '^  See' -e ^Help
            done
            kill $server
            cat <&$output
            """
        )
        let lines = result.output.split(separator: "\n").map(String.init)
        let expected = [
            "pushes are taken", "the next 2 pushes are refused with 403 Forbidden",
            #"{"reason":"Forbidden"}403"#, #"{"reason":"BadDeviceToken"}400"#,
            "the next push is refused with 403 Forbidden", #"{"reason":"Forbidden"}403"#, "200",
        ]
        #expect(lines.prefix(7) == expected[...], "\(result.output) \(result.errors)")
        let rest = lines.dropFirst(7).joined(separator: "\n")
        #expect(rest.contains(#"{"reason":"Unregistered","timestamp":TIME}410"#), "\(rest)")
        #expect(rest.contains("the next 9 pushes are refused with 503 ServiceUnavailable"))
        #expect(rest.contains("pushes are taken\n200\n2\n"), "\(rest)")
        #expect(rest.contains(#"reason is "Unfriendly"; write one of BadCollapseId, "#))
        #expect(rest.contains(#"reason is "MissingChannelId"; write one of"#))
        #expect(rest.contains("count is 0; write a number from 1 to 1000000"))
        #expect(rest.contains("--count needs a reason"))
        #expect(rest.contains("--none goes with neither"))
    }

    @Test func `ends with the process that started it, however that ends`() async throws {
        defer { cleanUp() }
        // The reader sees the end of the output only once the endpoint has closed it too.
        let result = try await shell(
            """
            exec {output}< <(exec bash -c 'belfry apns serve --ephemeral </dev/null & echo $!; wait')
            parent=$!
            read -r server <&$output
            read -r line <&$output
            kill -9 $parent
            cat <&$output
            # What nobody has waited for yet has a number, and runs no program any more.
            [[ -e /proc/$server/exe ]] || echo done
            """
        )
        #expect(result.output == "done\n", "\(result.output) \(result.errors)")
        let left = try leftOvers()
        #expect(left == [])
    }

    @Test func `says what is wrong with its options, and leaves nothing`() async throws {
        defer { cleanUp() }
        let bare = try await shell("belfry apns serve")
        #expect(bare.status == 64 && bare.errors.contains("--ephemeral"), "\(bare.errors)")
        let none = try await shell("belfry apns serve --ephemeral --app /none.app")
        #expect(none.status == 65 && none.errors.contains("/none.app"), "\(none.errors)")
        let topic = try await shell("belfry apns serve --ephemeral --topic 'no topic'")
        #expect(topic.status == 65 && topic.errors.contains("no topic"), "\(topic.errors)")
        #expect(topic.errors.split(separator: "\n").count == 1)
        let left = try leftOvers()
        #expect(left == [])
    }

    @Test func `removes all at whatever moment it is told to end`() async throws {
        defer { cleanUp() }
        let script = Workshop.root.appendingPathComponent("Tests/Conformance/APNs/endings.py").path
        let result = try await shell("python3 -B \(script)")
        #expect(result.status == 0, "\(result.output) \(result.errors)")
        #expect(result.output.split(separator: "\n").count { $0.hasPrefix("passed") } == 12)
        let left = try leftOvers()
        #expect(left == [])
    }

    // MARK: Samples

    /// The languages of the page's examples, and the samples that have them.
    private static let samples = [
        "python": "test_push.py", "go": "push_test.go",
        "swift": "Tests/PushServerTests/PushServerTests.swift",
    ]

    /// Lines without what stands before and behind them, and without empty ones.
    private func lines(_ text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
    }

    @Test(arguments: samples.keys.sorted())
    func `has an example of ten lines on its page, as it stands in the sample`(
        _ language: String
    ) throws {
        defer { cleanUp() }
        let page = try String(
            contentsOf: Workshop.root.appendingPathComponent("Documentation/TestingPushServers.md"),
            encoding: .utf8
        )
        let example = page.split(separator: "```\(language)\n").dropFirst().first
        let found = lines(try #require(example?.split(separator: "```").first))
        let sample = try String(
            contentsOfFile: sample(try #require(Self.samples[language])),
            encoding: .utf8
        )
        #expect(found.count <= 10)
        #expect(lines(sample).contains(found), "\(found)")
    }

    @Test func `tests a push server with pytest`() async throws {
        defer { cleanUp() }
        let python = Workshop.root.appendingPathComponent(".build/pypi/bin/python").path
        try #require(
            FileManager.default.isExecutableFile(atPath: python),
            "the clients are missing; run: make test-dependencies"
        )
        let result = try await shell(
            "\(python) -B -m pytest -q -p no:cacheprovider \(sample("test_push.py"))"
        )
        #expect(result.status == 0, "\(result.output) \(result.errors)")
        #expect(result.output.contains("1 passed"), "\(result.output)")
        let left = try leftOvers()
        #expect(left == [])
    }

    static let hasGo = FileManager.default.isExecutableFile(atPath: "/usr/bin/go")

    @Test(.enabled(if: EphemeralEndpointTests.hasGo, "there is no go"))
    func `tests a push server with go test`() async throws {
        defer { cleanUp() }
        let result = try await shell(
            """
            export GOCACHE="$TMPDIR/cache" GOFLAGS=-mod=mod GO111MODULE=on GOPROXY=off
            cd '\(sample(""))' && go test -count=1 ./...
            """
        )
        #expect(result.status == 0, "\(result.output) \(result.errors)")
        let left = try leftOvers()
        #expect(left == [])
    }

    @Test func `tests a push server with Swift Testing`() async throws {
        defer { cleanUp() }
        let result = try await shell(
            """
            cp -r '\(sample(""))' "$TMPDIR/sample" && cd "$TMPDIR/sample" &&
                swift test --disable-xctest --scratch-path "$TMPDIR/build" 2>&1
            """
        )
        #expect(result.status == 0, "\(result.output) \(result.errors)")
        #expect(result.output.contains("1 test in 1 suite passed"), "\(result.output)")
        let left = try leftOvers()
        #expect(left == [])
    }
}
