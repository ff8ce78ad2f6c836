// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@testable internal import BelfryBenchmarks
internal import BelfryRuntime
internal import BelfrySandbox
internal import EndToEndSupport
internal import Foundation
internal import Testing

/// What extensions get beyond their budgets is measured apart from what their reports say.
@Suite(.timeLimit(.minutes(3))) struct BudgetAttackTests {
    @Test func `every budget of the manifest is attacked`() throws {
        let page = Workshop.root.appendingPathComponent("Documentation/Manifest.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let section = try #require(text.components(separatedBy: "### Budget\n").dropFirst().first)
        let rows = section.components(separatedBy: "\n#")[0].split(separator: "\n").filter {
            $0.hasPrefix("| `")
        }
        let budgets = rows.compactMap {
            $0.split(separator: "`").dropFirst().first.map(String.init)
        }
        #expect(budgets.count == 9)
        let attacked = Set(BudgetAttack.all.map(\.name))
        #expect(Set(budgets).subtracting(attacked) == ["profile"])
    }

    @Test func `no two attacks have one name`() {
        let names = BudgetAttack.all.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test func `a run below its limit has got nothing beyond it`() throws {
        let attack = try #require(BudgetAttack.all.first { $0.name == "requests" })
        let overshoot = Overshoot(attack, isBusy: false, taken: [19, 3, 16, 17])
        #expect(overshoot.most == 19)
        #expect([0.5, 0.75, 1].map(overshoot.beyond) == [0, 1, 3])
        #expect(Overshoot(attack, isBusy: true, taken: [3]).beyond(1) == 0)
    }

    @Test func `the store's files are measured while they are there`() async throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        let store = URL(fileURLWithPath: scratch.storePath)
        try FileManager.default.createDirectory(at: store, withIntermediateDirectories: true)
        let file = store.appendingPathComponent("film")
        let (looks, looked) = AsyncStream.makeStream(
            of: Void.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let watch = try DamageGauge.Watch(every: 1000) {
            looked.yield()
            return DamageGauge.storedLength.value(scratch)
        }
        try Data(count: 5000).write(to: file)
        // The first of them may have begun before, and the second is over with the third.
        var iterator = looks.makeAsyncIterator()
        for _ in 0..<3 { await iterator.next() }
        try FileManager.default.removeItem(at: file)
        #expect(await watch.end() == 5000)
    }

    @Test(arguments: [
        ("network", "57-downloads-for-ever", 8 << 20, 12 << 20),
        ("connections", "122-takes-no-answer", 4, 4),
    ])
    func `a server counts what the proxy has of it`(
        name: String,
        fixture: String,
        least: Int,
        most: Int
    ) async throws {
        let workshop = try Workshop()
        let library = workshop.folder.appendingPathComponent("\(fixture).so")
        let source = Workshop.root.appendingPathComponent("Tests/Hostile/Fixtures/\(fixture).c")
        try await CompiledFixture(source: source, options: ["-Wno-unused-parameter"])
            .build(library)
        let attack = try #require(BudgetAttack.all.first { $0.name == name })
        let scratch = try Scratch()
        defer { scratch.remove() }
        let host = try workshop.host()
        let configuration = host.configuration
        await host.shutdown()
        guard configuration.isolation.namespaces.contains(.network) else { return }
        var taken: [Double] = []
        // On a busy machine an attack may be over before the proxy has done anything for it.
        for _ in 0..<5 where taken.allSatisfy({ $0 < Double(least) }) {
            let probe = try OvershootProbe(
                attack,
                bundle: workshop.bundle(attack.bundleName, library: library),
                configuration: configuration,
                scratch: scratch
            )
            let overshoot = try await probe.measure(1, isBusy: false)
            #expect(overshoot.count == 1)
            taken.append(overshoot.most)
        }
        #expect(
            taken.allSatisfy { $0 <= Double(most) } && taken.contains { $0 >= Double(least) },
            "\(taken)"
        )
    }
}
