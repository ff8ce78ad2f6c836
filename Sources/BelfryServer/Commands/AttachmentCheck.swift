// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryAttachments
internal import BelfryLedger
internal import BelfryModel
internal import BelfrySystem

/// Whether the files that notifications show are there, with the bytes that were stored.
struct AttachmentCheck {
    let ledger: LedgerFile

    /// The directory of the files, for messages.
    let directory: String

    /// A file that is not as it was stored.
    private struct Finding {
        let path: String
        let fault: String
        let owners: [OwnedFile]

        var line: String {
            "\(path): \(fault); shown by " + owners.map(\.name).joined(separator: ", ")
        }
    }

    /// What came of it.
    struct Result: Sendable {
        /// How many files there are.
        let count: Int

        /// A line for each that is not sound.
        let findings: [String]

        /// What to do about them; nil where all are sound.
        let error: DaemonError?
    }

    /// Compares each file with its digest.
    ///
    /// - Parameter progress: Is told how far this is.
    /// - Returns: What came of it.
    /// - Throws: ``CenterError`` of the ledger.
    func run(_ progress: WorkProgress) throws -> Result {
        let files = try owners()
        var findings: [Finding] = []
        for (number, (path, owners)) in files.enumerated() {
            progress.note(number, of: files.count)
            guard let fault = Self.fault(of: path, owners) else { continue }
            findings.append(Finding(path: path, fault: fault, owners: owners))
        }
        if !findings.isEmpty {
            // What the daemon has removed meanwhile is not missing.
            let known = try owners()
            findings = findings.filter { known[$0.path] != nil }
        }
        return Result(
            count: files.count,
            findings: findings.sorted { $0.path < $1.path }.map(\.line),
            error: findings.isEmpty ? nil : error(of: findings)
        )
    }

    private func owners() throws -> [String: [OwnedFile]] {
        Dictionary(grouping: try ledger.ownedFiles(), by: \.path)
    }

    /// What is wrong with a file; nil for one that is as it should be.
    private static func fault(of path: String, _ owners: [OwnedFile]) -> String? {
        switch AttachmentStore.condition(ofFileAt: path) {
        case .sound: nil
        // The store needed its room while nothing in the list showed it.
        case .missing: owners.allSatisfy(\.isSpare) ? nil : "missing"
        case .changed: "its bytes are not those that were stored"
        case .unreadable(let error): SystemError.sentence(of: error.errno)
        }
    }

    private func error(of findings: [Finding]) -> DaemonError {
        let removals = Set(findings.flatMap(\.owners).compactMap(\.removal)).sorted()
        let way = removals.isEmpty ? "" : ", or remove what shows them: "
        let more = removals.count > 3 ? " and so on" : ""
        return DaemonError(
            .badData,
            "\(findings.count) of the files that notifications show are missing or changed, as listed "
                + "above; the notifications are there without them; put them back from a copy of "
                + directory + way + removals.prefix(3).joined(separator: ", ") + more
        )
    }
}

extension OwnedFile {
    /// Whether the store may have removed the file when it needed the room.
    fileprivate var isSpare: Bool {
        if case .notification(_, wasDismissed: true) = owner { true } else { false }
    }

    /// What shows the file, for people.
    fileprivate var name: String {
        switch owner {
        case .notification(let number, let wasDismissed):
            "notification \(number) of \(app)" + (wasDismissed ? ", which was dismissed" : "")
        case .request(let identifier): "the request \(identifier.quoted) of \(app)"
        }
    }

    /// The command that removes what shows the file; nil where it was dismissed already.
    fileprivate var removal: String? {
        switch owner {
        case .notification(_, wasDismissed: true): nil
        case .notification(let number, _): "belfry remove \(number)"
        case .request(let identifier): "belfry remove \(app) \(identifier.quoted)"
        }
    }
}
