// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryLedger
internal import BelfryModel
internal import CenterSimulation

/// A ledger with much in it, to see what a start and an arrival cost.
enum LedgerLoad {
    private static let app = "com.example.app"
    /// The machine's time: a daemon that opens the ledger finds nothing that is due.
    private static let start = SystemClock().now

    /// Fills a ledger, and says how long arrivals took in groups of 32.
    static func fill(_ path: String, delivered: Int, pending: Int) throws {
        let ledger = try Ledger(at: path)
        var policy = CenterPolicy()
        policy.pendingLimit = pending
        let center = Center(
            store: ledger,
            clock: VirtualClock(now: start),
            engine: ScriptedEngine(),
            policy: policy
        )
        try center.recover()
        try center.perform { turn in
            try turn.install(CenterApp(identifier: app))
            _ = try turn.requestAuthorization([.alert], for: app)
            try turn.answerAuthorization(true, for: app)
            try turn.add(
                (0..<pending).map { number in
                    let seconds = 86_400 + Double(number)
                    return .titled(
                        "\(number)",
                        .timeInterval(seconds: seconds, repeats: false)
                    )
                },
                for: app
            )
        }
        var spent = Duration.zero
        for first in stride(from: 0, to: delivered, by: 32) {
            let group = (first..<min(first + 32, delivered)).map { number in
                { (turn: inout Turn) in
                    _ = try turn.accept(
                        try PushArrival.alert(
                            app,
                            "push \(number)",
                            title: String(repeating: "long ", count: 150),
                            isMutable: false
                        )
                    )
                }
            }
            let began = ContinuousClock.now
            for result in try center.performTogether(group) { try result.get() }
            spent += ContinuousClock.now - began
            try center.pump()
        }
        let size = try center.read { try $0.transaction.size() }
        if delivered > 0 {
            print("arrivals_per_second \(Int(Double(delivered) / (spent / .seconds(1))))")
        }
        print("row_bytes \(size.byteCount / max(1, size.entryCount))")
        try ledger.close()
    }

    /// Makes all of a ledger known to the search, and looks for the newest fifty with a word that each has.
    static func search(_ path: String, _ text: String) throws {
        let ledger = try Ledger(at: path)
        let center = Center(
            store: ledger,
            clock: VirtualClock(now: start),
            engine: ScriptedEngine()
        )
        let query = try SearchQuery(text)
        let count = try center.read { try $0.transaction.size() }.entryCount
        var longest = Duration.zero
        let clock = ContinuousClock()
        var isBehind = true
        let indexed = try clock.measure {
            while isBehind {
                longest = max(
                    longest,
                    try clock.measure { isBehind = try center.perform { try $0.updateSearch() } }
                )
            }
        }
        print("indexed_per_second \(Int(Double(count) / (indexed / .seconds(1))))")
        print("index_step_ms \(longest / .milliseconds(1))")
        var found = 0
        let states = Set(EntryState.allCases)
        let looked = try clock.measure {
            found = try center.read {
                try $0.transaction.search(query, of: nil, in: states, before: nil, limit: 50)
            }.count
        }
        print("found \(found)")
        print("search_ms \(looked / .milliseconds(1))")
        try ledger.close()
    }

    /// Opens a ledger, and says how long it took until the centre could begin.
    static func open(_ path: String) throws {
        let began = ContinuousClock.now
        let ledger = try Ledger(at: path)
        let opened = ContinuousClock.now
        let center = Center(
            store: ledger,
            clock: VirtualClock(now: start),
            engine: ScriptedEngine()
        )
        try center.recover()
        try center.tick()
        try center.pump()
        print("opened and checked in \(opened - began), ready in \(ContinuousClock.now - began)")
        let size = try center.read { try $0.transaction.size() }
        print("\(size.entryCount) notifications, \(size.byteCount) bytes")
    }
}
