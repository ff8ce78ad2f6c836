// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

package import ArgumentParser
internal import BelfryModel
internal import BelfryRuntime
internal import BelfrySystem
internal import Foundation
internal import Glibc

/// `belfry-benchmarks`: the host beside the limits of the machine; `make bench` calls it.
package struct BenchmarkCommand: BenchmarkProgram {
    package static let configuration = CommandConfiguration(
        commandName: "belfry-benchmarks",
        abstract: "Measures Belfry against this machine's own limits, in turns."
    )

    @Option(help: "The bundle of the sample TitleStamp, in C.")
    var cExtension: String

    @Option(help: "The bundle of the sample MonkeyNotification, in Swift.")
    var swiftExtension: String

    @Option(help: "The bundle of the sample Thermostat, in C, which draws.")
    var contentExtension: String

    @Option(help: "Where Scripts/bench-peers.sh has built what others do the same work with.")
    var peers: String?

    @Option(help: "How long to measure, in seconds.")
    var seconds = 60

    @Option(help: "What to measure, again and again for a profiler; all of it when not given.")
    var only: [Workload.Part] = []

    @Option(help: "Where to write the results as JSON.")
    var json: String?

    @Option(help: "Where to write the results as Markdown tables.")
    var markdown: String?

    @Option(help: "What to keep with the results, such as swift=6.3.1.")
    var note: [String] = []

    package init() {}

    package func validate() throws {
        guard seconds > 0 else { throw ValidationError("--seconds is at least 1") }
        for text in note where BenchmarkReport.Note(text) == nil {
            throw ValidationError("--note \(text) is not NAME=VALUE")
        }
    }

    package func measure() async throws {
        let machine = Machine.read()
        warn(of: machine)
        let disturbance = Disturbance()
        let scratch = try Scratch()
        defer { scratch.remove() }
        let (rounds, byteCount) = try await rounds(scratch)
        let memory = "the host with 1,000 bundles=\((byteCount + 524_288) / 1_048_576) MiB resident"
        let idle = try await idleMemory(scratch)
        let report = BenchmarkReport(
            rounds: rounds,
            machine: machine,
            disturbance: disturbance?.share(coreCount: machine.coreCount),
            notes: (note + [memory] + idle.map(\.note)).compactMap(BenchmarkReport.Note.init),
            idleMemory: Dictionary(uniqueKeysWithValues: idle.map { ($0.kind, $0.kibibytes) })
        )
        try publish(report)
    }

    private func rounds(_ scratch: Scratch) async throws -> (rounds: [Round], byteCount: Int) {
        let configuration = try ExtensionHost.Configuration(scratch)
        let host = try ExtensionHost(configuration)
        do {
            let workload = try Workload(
                host: host,
                configuration: configuration,
                cExtension: ExtensionBundle(at: cExtension),
                swiftExtension: ExtensionBundle(at: swiftExtension),
                contentExtension: ExtensionBundle(at: contentExtension),
                peersPath: peers,
                scratch: scratch
            )
            let schedule = Schedule(
                probes: workload.probes(of: only),
                duration: .seconds(seconds)
            )
            let rounds = try await schedule.run(showProgress)
            endProgress()
            let byteCount = try workload.catalog.residentByteCount()
            await host.shutdown()
            return (rounds, byteCount)
        } catch {
            await host.shutdown()
            throw error
        }
    }

    /// What idle workers hold, where this user may know.
    private func idleMemory(_ scratch: Scratch) async throws -> [IdleMemory] {
        var held: [IdleMemory] = []
        for (name, path, mark) in [
            ("C", cExtension, Subject.plainMark), ("Swift", swiftExtension, Subject.swiftMark),
        ] {
            let memory = try await IdleMemory(
                name,
                of: ExtensionBundle(at: path),
                mark: mark,
                scratch
            )
            if let memory { held.append(memory) }
        }
        return held
    }

    private func publish(_ report: BenchmarkReport) throws {
        let table = ReportTable(report: report)
        if let json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            encoder.dateEncodingStrategy = .iso8601
            try encoder.encode(report).write(to: URL(fileURLWithPath: json))
        }
        if let markdown {
            try Data(table.markdown.utf8).write(to: URL(fileURLWithPath: markdown))
        }
        print(table.text, terminator: "")
    }

    private func warn(of machine: Machine) {
        guard machine.loadAverage > Double(machine.coreCount) / 2 else { return }
        Self.say(
            "the load average is \(machine.loadAverage) on \(machine.coreCount) cores; "
                + "others' work makes the numbers larger and their spread wide"
        )
    }

    private func showProgress(_ passed: Duration) {
        guard isatty(STDERR_FILENO) != 0 else { return }
        Self.write("\r\(min(Int(passed.components.seconds), seconds)) s of \(seconds) s")
    }

    private func endProgress() {
        guard isatty(STDERR_FILENO) != 0 else { return }
        Self.write("\n\n")
    }

    private static func say(_ sentence: String) {
        write("belfry-benchmarks: \(sentence)\n")
    }

    private static func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}

extension Workload.Part: ExpressibleByArgument {}
