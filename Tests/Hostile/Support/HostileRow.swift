// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import BelfryRuntime
internal import Foundation
internal import Testing

/// One row of the catalogue of what an extension may try, with everything that is tried for it.
struct HostileRow: Sendable, CustomTestStringConvertible {
    /// The row's number, from 1 on.
    let number: Int

    /// What an extension does there.
    let title: String

    /// The ways in which it is tried.
    let trials: [Trial]

    /// Why others are not tried, one for each: their libraries need a compiler that is not here.
    let skipped: [String]

    init(_ number: Int, _ title: String, _ trials: [Trial]) {
        self.number = number
        self.title = title
        let missing = trials.map { $0.fixtures.lazy.compactMap(\.whyMissing).first }
        self.trials = zip(trials, missing).filter { $1 == nil }.map(\.0)
        skipped = missing.compactMap(\.self)
    }

    var testDescription: String { "\(number): \(title)" }

    /// The libraries its trials need.
    var fixtures: [Fixture] { trials.flatMap(\.fixtures) }

    /// Whether a trial of it is in Swift.
    var isSwift: Bool { trials.contains { $0.isSwift } }

    /// Whether the tests themselves start programs for it.
    var usesPrograms: Bool { isSwift || number == 102 }

    /// Whether a trial of it uses the proxy.
    var usesNetwork: Bool {
        isSwift || [22, 117, 121, 122, 123, 127, 130].contains(number) || (55...59).contains(number)
    }

    /// The rows to try: all, or those whose numbers `BELFRY_HOSTILE_ROWS` lists, with commas.
    static let chosen: [HostileRow] = {
        guard let list = ProcessInfo.processInfo.environment["BELFRY_HOSTILE_ROWS"] else {
            return all
        }
        let numbers = Set(list.split(separator: ",").compactMap { Int($0) })
        return all.filter { numbers.contains($0.number) }
    }()

    /// The catalogue.
    static let all =
        loading + time + memory + crashes + threads + files + network + processes + packets
        + misuse + reuse + output + views + disk
}
