// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// What `Known.c` measured of itself, between being called and completing.
struct SelfReading: Equatable {
    /// CLOCK_MONOTONIC, in milliseconds.
    let wall: Double

    /// CLOCK_PROCESS_CPUTIME_ID and `getrusage`, in milliseconds.
    let cpu: Double
    let rusage: Double

    /// Pages that were touched for the first time (`ru_minflt`), in kilobytes.
    let touched: Double

    /// Reads the title that it answers with; nil for anything else.
    init?(title: String) {
        let numbers = title.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 4 else { return nil }
        (wall, cpu, rusage) = (numbers[0] / 1e6, numbers[1] / 1e6, numbers[2] / 1e6)
        touched = numbers[3] * 4
    }
}
