// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import BelfryModel
import EndToEndSupport
import Foundation
import Testing

/// Many programs, and those of others.
extension InterceptTests {
    @Test func `loses and doubles nothing of many, and has a flood keep nobody waiting`()
        async throws
    {
        let stage = try await InterceptStage.start(manifest: ["ParallelRuns": 4])
        let clients = try await (0..<3).mapAsync { number in
            try await MockClient(on: stage.bus, in: stage.folder, "client\(number)")
        }
        // 300 of the flood wait at all times until it is told that this is enough.
        try stage.client.send("flood", ["tag": "flood", "prefix": "f", "window": 300])
        try await stage.client.settle()
        let roundCount = 10
        for round in 0..<roundCount {
            for (number, client) in clients.enumerated() {
                try client.notify("c\(number)-\(round)")
            }
            for (number, client) in clients.enumerated() {
                _ = try await client.number("c\(number)-\(round)")
            }
        }
        try stage.client.send("enough", ["tag": "flood"])
        let flooded = try await stage.client.answer("flood")
        let count = try #require(flooded.number("distinct"))
        #expect(flooded["errors"] == 0)
        let all = count + 3 * roundCount
        let titles = try await stage.server.notifications(all).compactMap { $0["summary"]?.string }
        #expect(titles.count == all && Set(titles).count == all)
        let flood = titles.filter { $0.hasPrefix("f") }
        #expect(flood == (0..<count).map { "f\($0), seen" })
        for number in 0..<3 {
            let own = titles.filter { $0.hasPrefix("c\(number)-") }
            #expect(own == (0..<roundCount).map { "c\(number)-\($0), seen" })
        }
        // Behind the flood, each round would wait for 300 of it.
        let first = try #require(titles.firstIndex { $0.hasPrefix("c") })
        let last = try #require(titles.lastIndex { $0.hasPrefix("c") })
        #expect(titles[first...last].count { $0.hasPrefix("f") } < (roundCount - 1) * 150)
    }

    /// For how long programs send a thousand notifications a second.
    private static let seconds =
        ProcessInfo.processInfo.environment["BELFRY_INTERCEPT_SECONDS"].flatMap { Int($0) } ?? 2

    @Test func `loses and doubles nothing of a thousand a second`() async throws {
        let stage = try await InterceptStage.start(manifest: ["ParallelRuns": 2])
        let clients = try await (0..<10).mapAsync { number in
            try await MockClient(on: stage.bus, in: stage.folder, "client\(number)")
        }
        let count = Self.seconds * 100
        for (number, client) in clients.enumerated() {
            let prefix = "c\(number)-"
            try client.send(
                "flood",
                ["tag": "flood", "prefix": .string(prefix), "count": .of(count), "rate": 100]
            )
        }
        for client in clients {
            let flooded = try await client.answer("flood")
            let (all, slowest) = (flooded.number("milliseconds"), flooded.number("slowest"))
            print("answered within \(all ?? 0) ms, the slowest after \(slowest ?? 0) ms")
            #expect(flooded["errors"] == 0 && flooded.number("distinct") == count)
        }
        let shown = try await stage.server.notifications(count * 10)
        let titles = shown.compactMap { $0["summary"]?.string }
        #expect(titles.count == count * 10)
        for number in 0..<10 {
            let own = titles.filter { $0.hasPrefix("c\(number)-") }
            #expect(own == (0..<count).map { "c\(number)-\($0), seen" })
        }
    }

    @Test func `killed in a flood, loses none that its program has not been told of`() async throws
    {
        let stage = try await InterceptStage.start(
            manifest: ["ParallelRuns": 4],
            isActivatable: true
        )
        let count = Self.seconds * 1000
        try stage.client.send(
            "flood",
            ["tag": "flood", "prefix": "f", "count": .of(count), "window": 300]
        )
        _ = try await stage.server.notifications(count / 4)
        stage.interception.kill()
        let flooded = try await stage.client.answer("flood")
        try await stage.server.isGone()
        // Who was not answered was told so, as by a server that was killed.
        let failed = flooded["failed"]?.object ?? [:]
        #expect(failed.members.map(\.key) == ["org.freedesktop.DBus.Error.NoReply"])
        let lost = Set(failed["org.freedesktop.DBus.Error.NoReply"]?.whole ?? [])
        #expect((1...300).contains(lost.count))
        let before = try await stage.server.notifications(0).compactMap { $0["summary"]?.string }
        let after = try await stage.successor.notifications(0).compactMap { $0["summary"]?.string }
        // The next server shows what came afterwards, as it came; nothing is shown twice.
        let seen = before.compactMap {
            $0.hasSuffix(", seen") ? Int($0.dropFirst().dropLast(6)) : nil
        }
        let plain = after.compactMap { Int($0.dropFirst()) }
        #expect(seen.count == before.count && plain.count == after.count)
        #expect(Set(seen + plain).count == seen.count + plain.count)
        #expect(seen == Array(0..<seen.count) && plain == plain.sorted() && !plain.isEmpty)
        // Whoever was given a number is shown.
        let told = Set(0..<count).subtracting(lost)
        #expect(told.isSubset(of: seen + plain), "\(told.subtracting(seen + plain).sorted())")
        #expect(flooded.number("errors") == lost.count)
    }

    @Test(.enabled(if: Senders.areNeeded, Comment(rawValue: Senders.areMissing)))
    func `serves notify-send and gdbus as they are`() async throws {
        let stage = try await InterceptStage.start()
        let sent = try await stage.run(
            "notify-send",
            "--print-id",
            "--app-name=Shell",
            "--urgency=critical",
            "--expire-time=900",
            "--hint=string:x-odd:value",
            "--category=im",
            "From a shell",
            "a < b"
        )
        #expect(sent.status == 0 && sent.output == "1\n", "\(sent.errors)")
        let replaced = try await stage.run(
            "notify-send",
            "--print-id",
            "--replace-id=1",
            "Once more"
        )
        #expect(replaced.output == "1\n")
        let call = try await stage.run(
            "gdbus",
            "call",
            "--session",
            "--dest",
            "org.freedesktop.Notifications",
            "--object-path",
            "/org/freedesktop/Notifications",
            "--method",
            "org.freedesktop.Notifications.Notify",
            "gdbus",
            "0",
            "",
            "From gdbus",
            "text",
            "[]",
            "{'urgency': <byte 0>}",
            "5000"
        )
        #expect(call.status == 0 && call.output == "(uint32 2,)\n", "\(call.errors)")
        let shown = try await stage.server.notifications(3)
        #expect(
            shown.map { $0["summary"] } == [
                "From a shell, seen", "Once more, seen", "From gdbus, seen",
            ]
        )
        #expect(shown[0]["hints"]?.object?["urgency"]?.object == ["type": "y", "value": 2])
        #expect(shown[0]["hints"]?.object?["x-odd"]?.object == ["type": "s", "value": "value"])
        #expect(shown[1].number("replaces") == 1 && shown[2]["timeout"] == 5000)
    }

    /// Programs of others' that send notifications.
    enum Senders {
        /// Whether they can be run; in CI they have to.
        static let areNeeded =
            ProcessInfo.processInfo.environment["CI"] != nil
            || ["notify-send", "gdbus"].allSatisfy {
                FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
            }

        static let areMissing = "there is no notify-send or no gdbus; run: make test-dependencies"
    }
}

extension JSONValue {
    /// The whole numbers of an array; nil for another value.
    fileprivate var whole: [Int]? {
        guard case .array(let values) = self else { return nil }
        return values.compactMap { if case .number(let number) = $0 { number.int } else { nil } }
    }
}

extension Sequence {
    fileprivate func mapAsync<Value>(
        _ transform: (Element) async throws -> Value
    ) async throws -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
