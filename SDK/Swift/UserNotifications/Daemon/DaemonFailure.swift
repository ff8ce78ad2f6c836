// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation
internal import Glibc

/// Why the daemon has not done something.
struct DaemonFailure: Error, Equatable {
    /// The HTTP status of a refusal; 0 where there was no answer.
    let status: Int

    /// The refusal's word for programs.
    let word: String

    /// What is wrong, and the way out, on one line.
    let message: String

    /// The connection ended before the answer.
    static let ended = DaemonFailure(
        status: 0,
        word: "ended",
        message: "belfryd ended the connection before it answered; belfry list shows what was done"
    )

    /// Something else than the daemon answered.
    static let nonsense = DaemonFailure(
        status: 0,
        word: "nonsense",
        message:
            "what answers on \(DaemonAddress.ofProcess.socket) is not belfryd; name its socket "
            + "in BELFRY_SOCKET"
    )

    static func longPath(_ path: String, limit: Int) -> DaemonFailure {
        DaemonFailure(
            status: 0,
            word: "path",
            message:
                "the socket's path has \(path.utf8.count) bytes, and the system takes \(limit); "
                + "name a shorter one in BELFRY_SOCKET: \(path)"
        )
    }

    static func unreachable(_ path: String, _ number: Int32) -> DaemonFailure {
        let message =
            switch number {
            case ENOENT, ECONNREFUSED:
                "no belfryd listens on \(path); start one with: belfryd"
            case EACCES:
                "\(path) is another user's daemon; start your own with: belfryd"
            default:
                "\(path): \(unsafe String(cString: strerror(number)))"
            }
        return DaemonFailure(status: 0, word: "absent", message: message)
    }

    /// Whether no daemon was there to be asked.
    var isAbsence: Bool { word == "absent" }

    static func refused(_ status: Int, _ word: String, _ message: String) -> DaemonFailure {
        DaemonFailure(status: status, word: word, message: message)
    }

    /// The error as Apple has it, where Apple has one.
    var foundation: NSError {
        let codes: [String: UNError.Code] = [
            "not_allowed": .notificationsNotAllowed, "no_date": .notificationInvalidNoDate,
            "no_content": .notificationInvalidNoContent, "attachment": .attachmentInvalidURL,
            "invalid_badge": .badgeInputInvalid,
        ]
        if let code = codes[word] {
            return UNError(code, userInfo: [NSLocalizedFailureReasonErrorKey: message]).foundation
        }
        let userInfo = [
            NSLocalizedDescriptionKey: message, NSLocalizedFailureReasonErrorKey: message,
        ]
        return NSError(domain: "BelfryErrorDomain", code: status, userInfo: userInfo)
    }
}
