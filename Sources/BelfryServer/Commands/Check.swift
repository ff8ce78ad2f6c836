// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryCenter
internal import BelfryLedger
internal import Foundation

/// `belfryd check`: whether the ledger is sound.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Looks at every page and every reference of the ledger; the daemon may run."
    )

    @OptionGroup
    var stateOptions: StateOptions

    func run() throws {
        let path = DaemonFiles.ledger(in: try stateOptions.configuration().state)
        try LedgerFile(path).check()
        print("\(path): sound")
    }
}

/// `belfryd backup`: a copy of the ledger.
struct BackUp: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Writes a copy of the ledger; the daemon may run."
    )

    @Argument(help: "The copy, a file that is not there yet.")
    var file: String

    @OptionGroup
    var stateOptions: StateOptions

    func run() throws {
        let path = DaemonFiles.ledger(in: try stateOptions.configuration().state)
        try LedgerFile(path).backUp(to: file)
        print("\(file): a copy of \(path)")
    }
}

/// `belfryd restore`: a backup in the ledger's place.
struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Puts a backup in the ledger's place; stop the daemon first.",
        discussion: "The ledger that was there is kept beside it."
    )

    @Argument(help: "The backup.")
    var file: String

    @OptionGroup
    var stateOptions: StateOptions

    func run() throws {
        let state = try stateOptions.configuration().state
        // A backup that is not there leaves no directory behind.
        guard FileManager.default.fileExists(atPath: file) else {
            throw DaemonError(.noInput, "there is no ledger \(file)")
        }
        try DaemonFiles.ensureDirectory(state)
        let path = DaemonFiles.ledger(in: state)
        let kept = try LedgerFile(path).restore(from: file)
        print("\(path): restored from \(file)" + (kept.map { "; the old one is \($0)" } ?? ""))
    }
}
