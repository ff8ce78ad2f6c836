// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Testing

/// Commands that are given a payload heed the headers beside it as `belfry run` does.
@Suite struct ExplainHeadersTests {
    let folder: TemporaryFolder
    let belfry: Tool

    init() throws {
        folder = try TemporaryFolder()
        belfry = folder.belfry
        try folder.write(#"{"aps": {"alert": "x", "mutable-content": 1}}"#, to: "push.json")
        try folder.write("apns-push-type: background\n", to: "push.headers")
        try folder.write(Samples.plist(), to: "Small.appex/Info.plist")
    }

    @Test func `explain shows the header that decides`() async throws {
        let outcome = try await belfry("explain", "Small.appex", "push.json")
        #expect(outcome.status == 3, "\(outcome.errors)")
        #expect(
            outcome.output.contains("found: background, by apns-push-type in push.headers\n"),
            "\(outcome.output)"
        )
        #expect(outcome.output.contains("The extension is not called: push_type."))
    }

    @Test func `explain prefers its option to the header`() async throws {
        let outcome = try await belfry.run(
            ["explain", "Small.appex", "push.json", "--push-type", "alert"]
        )
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(outcome.output.contains("found: alert\n"), "\(outcome.output)")
    }

    @Test func `explain refuses a header that APNs refuses`() async throws {
        try folder.write("apns-push-type: loud\n", to: "push.headers")
        let outcome = try await belfry("explain", "Small.appex", "push.json")
        #expect(outcome.status == 65)
        let message = "belfry: push.headers:1: apns-push-type: loud is not one of alert,"
        #expect(outcome.errors.hasPrefix(message), "\(outcome.errors)")
    }

    @Test func `validate refuses a payload that calls no extension`() async throws {
        let outcome = try await belfry.run(
            ["validate", "Small.appex", "--payload", "push.json", "--only", "library"]
        )
        #expect(outcome.status == 64)
        #expect(
            outcome.errors == """
                belfry: --payload push.json: a push of the type background calls no extension; take \
                apns-push-type out of the headers

                """
        )
    }
}
