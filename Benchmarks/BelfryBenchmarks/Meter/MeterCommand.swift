// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import ArgumentParser
internal import BelfryRuntime
internal import Foundation

/// `belfry-meter`: whether what the host says of a run is so; `make bench-meter` calls it.
package struct MeterCommand: BenchmarkProgram {
    package static let configuration = CommandConfiguration(
        commandName: "belfry-meter",
        abstract: "Holds what the host measures of known work against other meters."
    )

    @Option(help: "The bundle of Known.c.")
    var `extension`: String

    @Option(help: "How often each work is done.")
    var rounds = 40

    @Option(help: "Where to write the results as a Markdown table.")
    var markdown: String?

    package init() {}

    package func validate() throws {
        guard rounds > 0 else { throw ValidationError("--rounds is at least 1") }
    }

    package func measure() async throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        let bundle = try ExtensionBundle(at: self.extension)
        let machine = Machine.read()
        let disturbance = Disturbance()
        var results: [MeterAgreement] = []
        for work in KnownWork.all {
            // A host for each, so that there is no worker but its own.
            let host = try ExtensionHost(ExtensionHost.Configuration(scratch))
            do {
                let probe = MeterProbe(host: host, bundle: bundle)
                results.append(try await probe.measure(work, rounds: rounds))
            } catch {
                await host.shutdown()
                throw error
            }
            await host.shutdown()
        }
        let table = MeterTable(
            results: results,
            machine: machine,
            disturbance: disturbance?.share(coreCount: machine.coreCount)
        )
        if let markdown { try Data(table.markdown.utf8).write(to: URL(fileURLWithPath: markdown)) }
        print(table.markdown, terminator: "")
    }
}
