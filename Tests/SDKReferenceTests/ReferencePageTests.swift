// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import EndToEndSupport
internal import Foundation
internal import Testing

@testable internal import SDKReference

/// What the page says of symbols, and that it can be built of the modules as they are.
@Suite struct ReferencePageTests {
    private static let graph = """
        {"module": {"name": "Bells"}, "symbols": [
          {"identifier": {"precise": "s:1"}, "pathComponents": ["Bell"],
           "kind": {"identifier": "swift.class", "displayName": "Class"}},
          {"identifier": {"precise": "s:2"}, "pathComponents": ["Bell", "ring()"],
           "kind": {"identifier": "swift.method", "displayName": "Instance Method"},
           "docComment": {"lines": [
             {"text": "Rings."}, {"text": ""},
             {"text": "- Note: Without effect: nobody"}, {"text": "  hears it."},
             {"text": "- Returns: Nothing."}]}},
          {"identifier": {"precise": "s:3"}, "pathComponents": ["Bell", "weight"],
           "kind": {"identifier": "swift.property", "displayName": "Instance Property"},
           "docComment": {"lines": [{"text": "Has an effect."}]}},
          {"identifier": {"precise": "s:4"}, "pathComponents": ["Bell", "==(_:_:)"],
           "kind": {"identifier": "swift.func.op", "displayName": "Operator"}},
          {"identifier": {"precise": "s:5"}, "pathComponents": ["Tower", "bell"],
           "kind": {"identifier": "swift.property", "displayName": "Instance Property"}},
          {"identifier": {"precise": "c:@macro@BELL_MAX"}, "pathComponents": ["BELL_MAX"],
           "kind": {"identifier": "swift.var", "displayName": "Global Variable"}},
          {"identifier": {"precise": "s:6"}, "pathComponents": ["toll(_:)"],
           "kind": {"identifier": "swift.func", "displayName": "Function"}}]}
        """

    private func page(_ absent: String, _ graph: String = graph) throws -> String {
        let graph = try JSONDecoder().decode(SymbolGraph.self, from: Data(graph.utf8))
        return try ReferencePage(graphs: [graph], absent: AbsentSymbols(absent)).markdown()
    }

    @Test func `symbols stand with their types, and say why they do nothing`() throws {
        let page = try page("# by hand\nBells.Bell.tune(): it is cast\nRopes.Rope: no ropes\n")
        let parts = page.components(separatedBy: "\n## ")
        #expect(
            parts[1] == """
                Bells

                - functions and values: `toll(_:)`
                - class `Bell`: `weight`
                  - *without effect* `ring()`: nobody hears it.
                - extension of `Tower`: `bell`

                **Absent**

                - `Bell.tune()`: it is cast

                """
        )
        #expect(parts[2].hasPrefix("Ropes\n\n"))
        #expect(page.contains("| [Bells](#bells) | 4 | 1 | 1 |\n"))
        #expect(page.contains("| [Ropes](#ropes) | 0 | 0 | 1 |\n"))
    }

    @Test(arguments: [
        ("Bells.Bell.weight: none", "Bells.Bell.weight is listed as absent, and is there"),
        ("\nBells", "line 2: Bells: write Module.Name: reason"),
        ("Bells: none", "line 1: Bells: none: write Module.Name: reason"),
    ])
    func `a wrong list of what is absent is refused`(_ absent: String, _ reason: String) {
        let error = #expect(throws: ReferenceError.self) { try page(absent) }
        #expect(error?.description == reason)
    }

    @Test(arguments: [
        (
            "- Note: Without effect.",
            "Bells.Bell.ring() is without effect: write why, \"- Note: Without effect: …\""
        ),
        (
            "Rings.",
            "Bells.Bell.ring() is of Bell, which is without effect: write "
                + "\"- Note: Without effect: …\" at it too, or change what Bell says"
        ),
        ("- Note: Without effect: nobody hears it.", nil),
    ])
    func `what does nothing says so itself, with the reason`(
        _ line: String,
        _ reason: String?
    ) throws {
        let graph = """
            {"module": {"name": "Bells"}, "symbols": [
              {"identifier": {"precise": "s:1"}, "pathComponents": ["Bell"],
               "kind": {"identifier": "swift.class", "displayName": "Class"},
               "docComment": {"lines": [{"text": "- Note: Without effect: it is cast."}]}},
              {"identifier": {"precise": "s:2"}, "pathComponents": ["Bell", "init()"],
               "kind": {"identifier": "swift.init", "displayName": "Initializer"}},
              {"identifier": {"precise": "s:3"}, "pathComponents": ["Bell", "ring()"],
               "kind": {"identifier": "swift.method", "displayName": "Instance Method"},
               "docComment": {"lines": [{"text": "\(line)"}]}}]}
            """
        guard let reason else {
            let page = try page("", graph)
            #expect(page.contains("- class `Bell`, *without effect* (it is cast): `init()`\n"))
            return #expect(page.contains("  - *without effect* `ring()`: nobody hears it.\n"))
        }
        let error = #expect(throws: ReferenceError.self) { try page("", graph) }
        #expect(error?.description == reason)
    }

    @Test(.timeLimit(.minutes(2)))
    func `the pages are built of the modules and the code as they are`() async throws {
        let workshop = try Workshop()
        let script = Workshop.root.appendingPathComponent("Scripts/pages.sh").path
        let place = workshop.folder.appendingPathComponent("pages")
        let products = "BELFRY_PRODUCTS=\(Workshop.products.path)"
        let result = try await Command.run("/usr/bin/env", [products, script, place.path])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
        #expect(names == ["SDKReference.md", "Verdicts.md"])
        let reference = try String(
            contentsOf: place.appendingPathComponent("SDKReference.md"),
            encoding: .utf8
        )
        for module in ["UIKit", "UserNotifications", "UserNotificationsUI"] {
            #expect(reference.contains("\n## \(module)\n"), "\(module)")
        }
        // Notifications of messages have it.
        let words = reference.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let intent = try #require(words.firstRange(of: "- class `INIntent`: ")).upperBound
        let idle = try #require(words[intent...].firstRange(of: "*without effect*")).lowerBound
        #expect(words[intent..<idle].contains("`donationMetadata`"))
    }
}
