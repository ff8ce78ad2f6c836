// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Testing

/// One rule for all JSON that people write: a comma after the last entry warns, `--strict` refuses it.
@Suite struct HandwrittenJSONTests {
    let folder: TemporaryFolder
    let belfry: Tool

    init() throws {
        folder = try TemporaryFolder()
        belfry = folder.belfry
        try folder.write(
            "{\"aps\": {\"alert\": \"x\",\n  \"mutable-content\": 1,}}",
            to: "push.json"
        )
        // No library: what is read after the payload ends the tool.
        try folder.write(Samples.plist(), to: "Small.appex/Info.plist")
    }

    private static let place = "push.json: line 2, column 23"

    /// The commands that read payloads, each as it ends once the payload is read.
    private static let commands = [
        ["run", "Small.appex", "push.json"], ["measure", "Small.appex", "push.json"],
        ["validate", "Small.appex", "--payload", "push.json", "--only", "library"],
    ]

    @Test(arguments: commands)
    func `a payload's comma after the last entry is a warning`(_ command: [String]) async throws {
        let outcome = try await belfry.run(command)
        let warning =
            "belfry: warning: \(Self.place) has a comma after the last entry: it is passed over "
            + "here, but it is not JSON (RFC 8259): APNs and a push library may refuse it; remove "
            + "the comma\n"
        #expect(outcome.errors.contains(warning), "\(outcome.errors)")
    }

    @Test(
        arguments: commands + [
            ["explain", "Small.appex", "push.json"], ["push", "a", "push.json"],
        ]
    )
    func `strictly it is an error with its place`(_ command: [String]) async throws {
        let outcome = try await belfry.run(command + ["--strict"])
        #expect(outcome.status == 65)
        let fault = "a comma after the last entry; remove the comma"
        #expect(outcome.errors == "belfry: \(Self.place) (offset 45): \(fault)\n")
        #expect(outcome.output.isEmpty)
    }

    @Test func `explain says it once, among the payload's other warnings`() async throws {
        let outcome = try await belfry("explain", "Small.appex", "push.json")
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        let warning = "warning: \(Self.place) has a comma after the last"
        #expect(outcome.output.contains(warning), "\(outcome.output)")
    }

    @Test(arguments: [false, true])
    func `a file of local requests is read by the same rule`(isStrict: Bool) async throws {
        try folder.write("[{\"identifier\": \"a\"},]", to: "requests.json")
        let outcome = try await belfry.run(
            ["schedule", "org.example.App", "requests.json", "--socket", folder("none")]
                + (isStrict ? ["--strict"] : [])
        )
        #expect(outcome.status == (isStrict ? 65 : 69))
        let place = "requests.json: line 1, column 21"
        let text =
            isStrict ? "belfry: \(place) (offset 20): a comma" : "belfry: warning: \(place) has"
        #expect(outcome.errors.hasPrefix(text), "\(outcome.errors)")
    }
}
