// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfrySystem
internal import GRDB

/// A failure of SQLite, told in the centre's words.
struct LedgerFault {
    let error: CenterError

    init(_ cause: DatabaseError, _ path: String) {
        let detail = cause.message ?? cause.resultCode.description
        switch cause.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            error = Self.damaged(path, detail)
        case .SQLITE_FULL:
            error = CenterError(.full, "no room on the disk for \(path); free some and try again")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            error = CenterError(.inUse, "\(path) is in use: \(detail); close what has it open")
        default:
            error = CenterError(
                .storage,
                "\(path) cannot be read or written: \(detail) "
                    + "(\(cause.extendedResultCode)); check the disk and its permissions"
            )
        }
    }

    init(_ cause: SystemError, _ path: String) {
        error = CenterError(
            cause.isShortage ? .full : .storage,
            "cannot open \(path): \(cause); check the directory, its permissions and its room"
        )
    }

    static func damaged(_ path: String, _ finding: String) -> CenterError {
        CenterError(
            .damaged,
            "\(path) is damaged: \(finding); nothing was changed; restore a backup, or move the "
                + "file away to begin anew"
        )
    }
}
