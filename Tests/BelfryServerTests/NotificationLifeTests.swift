// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryCenter
import BelfryModel
import Testing

@testable import BelfryServer

@Suite struct NotificationLifeTests {
    /// A notification that came after one second, was shown after two, read after three and dismissed
    /// after four.
    private static var entry: LedgerEntry {
        var entry = LedgerEntry(
            key: "k",
            app: "com.example.app",
            identifier: "i",
            source: .push,
            accepted: UnixTime(milliseconds: 1000),
            original: NotificationContent()
        )
        entry.presented = UnixTime(milliseconds: 2000)
        entry.detail.seen = UnixTime(milliseconds: 3000)
        entry.ended = UnixTime(milliseconds: 4000)
        entry.state = .removed
        return entry
    }

    private static func event(
        _ kind: CenterEvent.Kind,
        _ milliseconds: Int64,
        _ note: String = ""
    ) -> CenterEvent {
        CenterEvent(
            kind,
            app: "com.example.app",
            sequence: 1,
            note: note,
            date: UnixTime(milliseconds: milliseconds)
        )
    }

    /// Each step as `EVENT SECOND NOTE`.
    private static func steps(_ life: NotificationLife) -> [String] {
        guard case .array(let steps) = life.document else { return [] }
        return steps.compactMap(\.object).map { step in
            let words = [step["event"], step["date"], step["note"]].map { $0?.string ?? "" }
            return "\(words[0]) \(words[1].dropFirst(17).prefix(2)) \(words[2])"
        }
    }

    @Test func `tells every event of the log with its note`() {
        let events = [
            Self.event(.accepted, 1000), Self.event(.decided, 1500, "delivered completed"),
            Self.event(.presented, 2000, "list"), Self.event(.seen, 3000),
            Self.event(.removed, 4000, "removedByUser"),
        ]
        #expect(
            Self.steps(NotificationLife(of: Self.entry, events)) == [
                "accepted 01 ", "decided 01 delivered completed", "presented 02 list",
                "seen 03 ", "removed 04 removedByUser",
            ]
        )
    }

    @Test func `takes from the row what the log has forgotten`() {
        let events = [Self.event(.seen, 3000), Self.event(.removed, 4000, "removedByUser")]
        let all = ["accepted 01 ", "presented 02 ", "seen 03 ", "removed 04 removedByUser"]
        #expect(Self.steps(NotificationLife(of: Self.entry, events)) == all)
        #expect(
            Self.steps(NotificationLife(of: Self.entry, [])) == all.dropLast() + ["removed 04 "]
        )
    }

    @Test func `puts what the row alone has where its time is`() {
        let events = [Self.event(.accepted, 1000), Self.event(.removed, 4000)]
        #expect(
            Self.steps(NotificationLife(of: Self.entry, events)).map { $0.prefix(4) } == [
                "acce", "pres", "seen", "remo",
            ]
        )
    }
}
