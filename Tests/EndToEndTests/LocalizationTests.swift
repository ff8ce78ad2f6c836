// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
internal import BelfryRuntime
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// The texts of a bundle's tables, where the payload has their keys.
@Suite(.timeLimit(.minutes(2)))
struct LocalizationTests {
    @Test func `the extension gets the table's text`() async throws {
        let workshop = try Workshop()
        let tables = workshop.folder.appendingPathComponent("tables")
        try FileManager.default.createDirectory(at: tables, withIntermediateDirectories: true)
        let table = "\"LETTER\" = \"%@ wrote %d letters\";\n"
        try Data(table.utf8).write(to: tables.appendingPathComponent("Localizable.strings"))
        let source = Workshop.root.appendingPathComponent("Plugins/TitleStamp/TitleStamp.c").path
        let output = workshop.folder.appendingPathComponent("TitleStamp.appex").path
        let built = try await Command.run(
            Workshop.products.appendingPathComponent("belfry").path,
            ["build", source, "--resources", tables.path, "-o", output]
        )
        try #require(built.status == 0, "\(built.errors)")
        let payload = """
            {"aps": {"mutable-content": 1, "alert": {"title-loc-key": "LETTER", \
            "title-loc-args": ["Ann", "3"], "body": "text"}}}
            """
        let host = try workshop.host()
        let report = try await host.run(
            .push(try PushPayload.parse(Array(payload.utf8)), identifier: "letter"),
            in: try ExtensionBundle(at: output)
        )
        await host.shutdown()
        #expect(report.before.title == "Ann wrote 3 letters")
        #expect(report.after.title == "Ann wrote 3 letters · stamped")
    }
}
