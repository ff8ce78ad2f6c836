// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import ArgumentParser
internal import BelfryCenter
internal import BelfryLedger
internal import Foundation

/// `belfryd check`: whether the ledger is sound, and the files that its notifications show.
struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Looks at the ledger and at the files of notifications; the daemon may run.",
        discussion: """
            Of the ledger each page and each reference is looked at. Of the files that notifications and \
            pending requests show each is compared with the digest that it was stored by.
            """
    )

    @OptionGroup
    var stateOptions: StateOptions

    func run() throws {
        let state = try stateOptions.configuration().state
        let path = DaemonFiles.ledger(in: state)
        try WorkProgress.during("looking at \(path)") { _ in try LedgerFile(path).check() }
        print("\(path): sound")
        let attachments = DaemonFiles.attachments(in: state)
        let check = AttachmentCheck(ledger: LedgerFile(path), directory: attachments)
        let result = try WorkProgress.during("looking at \(attachments)") { try check.run($0) }
        for line in result.findings { print(line) }
        if let error = result.error { throw error }
        let count = result.count
        print("\(attachments): \(count == 1 ? "1 file" : "\(count) files"), as stored")
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
        try WorkProgress.during("copying \(path)") { [file] _ in
            try LedgerFile(path).backUp(to: file)
        }
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
        let kept = try WorkProgress.during("restoring \(path) from \(file)") { [file] _ in
            try LedgerFile(path).restore(from: file)
        }
        print("\(path): restored from \(file)" + (kept.map { "; the old one is \($0)" } ?? ""))
    }
}
