// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Asks `belfry-limits`, or a peer's program, for what takes a process to itself.
struct LimitProbe: Probe {
    /// The path of the program.
    let program: String

    /// What it is asked.
    let arguments: [String]

    /// What is in its environment besides ours.
    var environment: [String: String] = [:]

    /// Where the samples go.
    let series: Series

    /// How often it is asked in a round, each time in a new process.
    var repetitions = 1

    func measure(into round: inout Round) async throws {
        for _ in 0..<repetitions {
            let output = try await Command.output(of: program, arguments, environment)
            for line in output.split(separator: "\n") {
                guard let nanoseconds = Int64(line) else {
                    throw BenchmarkError("\(program) printed \"\(line)\", which is no duration")
                }
                round.add(.nanoseconds(nanoseconds), to: series)
            }
        }
    }
}
