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

    @Option(help: "A folder with the bundles of Exceeds.c, such as Sleeps.appex.")
    var extensions: String

    @Option(help: "How often each is run.")
    var rounds = 200

    @Option(help: "Where to write the results as a Markdown table.")
    var markdown: String?

    package init() {}

    package func validate() throws {
        guard rounds > 0 else { throw ValidationError("--rounds is at least 1") }
    }

    package func measure() async throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        let host = try ExtensionHost(ExtensionHost.Configuration(scratch))
        let machine = Machine.read()
        var results: [Overshoot] = []
        do {
            for isBusy in [false, true] {
                let spinners = isBusy ? try Spinners(count: machine.coreCount) : nil
                defer { spinners?.stop() }
                for kind in Overshoot.Kind.allCases {
                    let probe = try OvershootProbe(kind: kind, folder: extensions, host: host)
                    results.append(try await probe.measure(rounds, isBusy: isBusy))
                }
            }
        } catch {
            await host.shutdown()
            throw error
        }
        let isRealTime = host.isRealTime
        await host.shutdown()
        let table = OvershootTable(results: results, machine: machine, isRealTime: isRealTime)
        if let markdown { try Data(table.markdown.utf8).write(to: URL(fileURLWithPath: markdown)) }
        print(table.markdown, terminator: "")
    }
}
