// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryReport
@testable internal import BelfryTool
internal import BelfryTerminal
internal import BelfryWire
internal import Testing

@Suite("The network on the screen of a report")
struct NetworkScreenTests {
    private static func decision(
        _ host: String,
        _ port: UInt16,
        _ reason: EgressDecision.Reason = .notListed
    ) -> EgressDecision {
        var decision = EgressDecision(sequence: 1, arrival: .zero)
        decision.scheme = .https
        decision.host = host
        decision.port = port
        decision.reason = reason
        decision.isAllowed = reason == .allowed
        decision.message = "\(host) is not there"
        decision.remedy = "remedy"
        return decision
    }

    private static func screen(_ decisions: [EgressDecision]) -> String {
        var report = RunReport.standIn(.delivered(.completed), explanation: "It completed.")
        report.network = RunReport.NetworkSummary(
            allowed: [],
            decisions: decisions,
            droppedDecisions: 0
        )
        let lines = ReportScreen(terminal: .standardError).render(report).split(separator: "\n")
        return lines.drop { !$0.contains("  verdict ") }.joined(separator: "\n")
    }

    @Test func `says in the second line what was refused, with the text that lists it`() {
        let decisions = [
            Self.decision("a.example", 443), Self.decision("b.example", 8443),
            Self.decision("a.example", 443),
        ]
        let expected = """
              verdict   delivered: completed
                        Its network was refused: https://a.example and 1 more are not listed in \
            Info.plist.
                        To allow it, add to Info.plist, or to the BFExtension that is there:
                          <key>BFExtension</key>
                          <dict>
                              <key>Network</key>
                              <array>
                                  <string>https://a.example</string>
                                  <string>https://b.example:8443</string>
                              </array>
                          </dict>
                        or, to try it: --allow-network https://a.example --allow-network \
            https://b.example:8443
                        It completed.
              network   denied  https://a.example
                        a.example is not there
              network   denied  https://b.example:8443
                        b.example is not there
              network   denied  https://a.example
                        a.example is not there
            """
        #expect(Self.screen(decisions) == expected)
    }

    @Test func `says what was answered where that is no success`() {
        var missing = Self.decision("a.example", 443, .allowed)
        missing.status = 404
        var found = Self.decision("b.example", 443, .allowed)
        found.status = 204
        let screen = Self.screen([missing, found])
        #expect(screen.contains("network   allowed https://a.example  0 bytes, answered 404\n"))
        #expect(screen.contains("network   allowed https://b.example  0 bytes"))
        #expect(!screen.contains("204"))
    }

    @Test func `lists what a run that learns has reached`() {
        var decision = Self.decision("a.example", 443, .allowed)
        decision.isLearned = true
        let screen = Self.screen([decision, Self.decision("10.0.0.1", 443)])
        let expected = """
              verdict   delivered: completed
                        Its network was refused: https://10.0.0.1 is not listed in Info.plist.
                        --learn let it reach: https://a.example is not listed in Info.plist.
            """
        #expect(screen.hasPrefix(expected))
        #expect(screen.contains("<string>https://10.0.0.1</string>\n"))
        #expect(screen.contains("<string>https://a.example</string>\n"))
        #expect(!screen.contains("--allow-network https://a.example"))
    }

    @Test func `what is left to say of a notification that was shown has the origins too`() {
        var decision = Self.decision("a.example", 443, .allowed)
        decision.isLearned = true
        var report = RunReport.standIn(.delivered(.completed))
        report.network = RunReport.NetworkSummary(
            allowed: [],
            decisions: [decision],
            droppedDecisions: 0
        )
        let learned = "--learn let it reach: https://a.example is not listed in Info.plist."
        let screen = ShowScreen(terminal: .standardError).render(report)
        #expect(screen.contains("  verdict   delivered: completed\n            \(learned)\n"))
        #expect(screen.contains("<string>https://a.example</string>\n"))
        #expect(ShowScreen.remarks(on: report).isEmpty)
        let expected = """
            belfry: network: \(learned)
            belfry: network: To allow it, add to Info.plist, or to the BFExtension that is there:
            <key>BFExtension</key>
            <dict>
                <key>Network</key>
                <array>
                    <string>https://a.example</string>
                </array>
            </dict>

            """
        #expect(UnlistedOrigins(report).text(labelled: "belfry: network: ") == expected)
    }

    /// What is said after the verdict where the extension's manifest is at hand.
    private static func lines(
        _ decisions: [EgressDecision],
        isLearning: Bool = false,
        _ change: (inout Manifest) -> Void = { _ in }
    ) -> [String] {
        var manifest = Manifest(identifier: "a.b", executable: "b", extensionPoint: .service)
        change(&manifest)
        var report = RunReport.standIn(.delivered(.completed))
        report.network = RunReport.NetworkSummary(
            allowed: [],
            decisions: decisions,
            droppedDecisions: 0
        )
        let listing = OriginListing(manifest, isLearning: isLearning)
        return UnlistedOrigins(report, listing).lines.map(\.text)
    }

    @Test func `prints what is to be added, and not what the Info.plist has`() {
        let decisions = [Self.decision("a.example", 443)]
        #expect(
            Self.lines(decisions).prefix(3) == [
                "Its network was refused: https://a.example is not listed in Info.plist.",
                "To allow it, add to Info.plist:", "<key>BFExtension</key>",
            ]
        )
        let dictionary = Self.lines(decisions) { $0.hasOwnKeys = true }
        #expect(
            dictionary.dropFirst() == [
                "To allow it, add inside the <dict> of the key BFExtension in Info.plist:",
                "<key>Network</key>", "<array>", "    <string>https://a.example</string>",
                "</array>", "or, to try it: --allow-network https://a.example",
            ]
        )
        let array = Self.lines(decisions) {
            $0.hasOwnKeys = true
            $0.network = []
        }
        #expect(
            array.dropFirst() == [
                "To allow it, add inside the <array> of the key Network of BFExtension in "
                    + "Info.plist:",
                "<string>https://a.example</string>",
                "or, to try it: --allow-network https://a.example",
            ]
        )
    }

    @Test func `says that --learn leaves this machine out, and how it is allowed`() {
        let local = Self.lines([Self.decision("127.0.0.1", 8080)], isLearning: true)
        #expect(
            local.prefix(2) == [
                "Its network was refused: https://127.0.0.1:8080 is not listed in Info.plist.",
                "--learn lets it reach public addresses alone, not this machine or its network.",
            ]
        )
        #expect(local.last == "or, to try it: --allow-network https://127.0.0.1:8080")
        #expect(local.contains("        <string>https://127.0.0.1:8080</string>"))
    }

    @Test func `says of a name without an address that --learn would have let it be reached`() {
        var decisions = [
            Self.decision("a.example", 443, .unresolvable),
            Self.decision("b.example", 443, .lookupTimedOut),
            Self.decision("c.example", 443, .loopbackAddress),
        ]
        for index in decisions.indices { decisions[index].isLearned = true }
        let lines = Self.lines(Array(decisions.prefix(1)), isLearning: true)
        #expect(
            lines.first
                == "--learn would have let it reach: https://a.example has no address here and is "
                + "not listed in Info.plist."
        )
        #expect(lines.contains("        <string>https://a.example</string>"))
        #expect(
            Self.lines(decisions, isLearning: true).first
                == "--learn would have let it reach: https://a.example and 1 more have no address "
                + "here and are not listed in Info.plist."
        )
        // A list does not cure a name that leads to this machine.
        #expect(Self.lines(Array(decisions.suffix(1)), isLearning: true).isEmpty)
    }

    @Test func `keeps the remedy of what a list does not cure`() {
        let expected = """
              verdict   delivered: completed
                        It completed.
              network   denied  https://a.example
                        a.example is not there
                        remedy
              network   allowed https://b.example  0 bytes
            """
        let decisions = [
            Self.decision("a.example", 443, .unresolvable),
            Self.decision("b.example", 443, .allowed),
        ]
        #expect(Self.screen(decisions) == expected)
    }

    @Test func `has one line for layers that all hold, and all of them where one is missing`() {
        func rows(_ isEnforced: Bool, isVerbose: Bool = false) -> [Substring] {
            var report = RunReport.standIn(.delivered(.completed))
            report.layers = [
                RunReport.LayerSummary(name: "seccomp", isEnforced: true, detail: "sealed"),
                RunReport.LayerSummary(name: "landlock", isEnforced: isEnforced, detail: "files"),
            ]
            let screen = ReportScreen(terminal: .standardError, isVerbose: isVerbose)
            let lines = screen.render(report).split(separator: "\n")
            return Array(lines.drop { !$0.contains("  sandbox ") })
        }
        let all: [Substring] = ["  sandbox   seccomp: sealed", "            landlock: files"]
        #expect(rows(true) == ["  sandbox   all 2 layers hold"])
        #expect(rows(true, isVerbose: true) == all)
        #expect(rows(false) == all)
    }

    @Test func `prints the notification alone, escaped`() throws {
        var report = RunReport.standIn(.delivered(.completed))
        report.after.title = "A\u{1b}[2J"
        report.after.body = "one\ntwo"
        #expect(ReportScreen.notification(of: report) == "A\\u{1B}[2J\none\ntwo\n")
        let dropped = Verdict.dropped(try #require(DropReason("duplicate")))
        #expect(ReportScreen.notification(of: .standIn(dropped)) == "")
    }
}
