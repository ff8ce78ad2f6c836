// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import ArgumentParser
internal import BelfryRuntime
internal import Foundation

/// `belfry-budgets`: how far past its budget an extension gets; `make bench-budgets` calls it.
package struct BudgetsCommand: BenchmarkProgram {
    package static let configuration = CommandConfiguration(
        commandName: "belfry-budgets",
        abstract: "Measures how far past its budget an extension gets, idle and busy."
    )

    @Option(help: "A folder with the bundles that exceed budgets, such as Sleeps.appex.")
    var extensions: String

    @Option(
        help:
            "How often each is run; those that take a second a tenth as often, and 8 times at least."
    )
    var rounds = 200

    @Option(help: "Only what has this in its name; may be given several times.")
    var only: [String] = []

    @Option(help: "Where to write the results as a Markdown table.")
    var markdown: String?

    package init() {}

    package func validate() throws {
        guard rounds > 0 else { throw ValidationError("--rounds is at least 1") }
        guard !attacks.isEmpty else {
            let names = BudgetAttack.all.map(\.name).joined(separator: "; ")
            throw ValidationError("--only leaves nothing; there are: \(names)")
        }
    }

    private var attacks: [BudgetAttack] {
        BudgetAttack.all.filter { attack in
            only.isEmpty || only.contains { attack.name.contains($0) }
        }
    }

    package func measure() async throws {
        let machine = Machine.read()
        let idle = try await measureAll(isBusy: false)
        let busy = try await Spinners.whileSpinning(count: machine.coreCount) {
            try await measureAll(isBusy: true)
        }
        let table = OvershootTable(
            results: idle.results + busy.results,
            machine: machine,
            isRealTime: idle.isRealTime,
            sleepers: (idle.sleeper, busy.sleeper)
        )
        if let markdown { try Data(table.markdown.utf8).write(to: URL(fileURLWithPath: markdown)) }
        print(table.markdown, terminator: "")
    }

    /// Says what goes on, apart from the results.
    private func tell(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }

    /// What was measured with the machine in one state.
    private struct Part {
        var results: [Overshoot] = []
        var isRealTime = false
        var sleeper = 0.0
    }

    private func measureAll(isBusy: Bool) async throws -> Part {
        var part = Part()
        var lateness: [Double] = []
        for _ in 0..<rounds { lateness.append(await BareSleeper.lateness()) }
        part.sleeper = Overshoot.quantile(lateness.sorted(), 0.99)
        for attack in attacks {
            let scratch = try Scratch()
            defer { scratch.remove() }
            let probe = try OvershootProbe(
                attack,
                bundle: ExtensionBundle(at: "\(extensions)/\(attack.bundleName).appex"),
                configuration: ExtensionHost.Configuration(scratch),
                scratch: scratch
            )
            // As many films as fill the store are eight.
            let count = attack.isRare ? min(rounds, max(8, rounds / 10)) : rounds
            tell("\(attack.name), \(isBusy ? "busy" : "idle"): \(count) runs")
            part.results.append(try await probe.measure(count, isBusy: isBusy))
            part.isRealTime = probe.isRealTime
        }
        return part
    }
}
