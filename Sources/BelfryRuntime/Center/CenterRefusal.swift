// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import BelfryWire

/// Why the notification centre does not do what an extension asks of it.
package struct CenterRefusal: Error, Equatable, CustomStringConvertible {
    /// Apple's codes in `UNErrorDomain` that it gives.
    package enum Code: Int, Sendable {
        case notificationsNotAllowed = 1
        case attachmentInvalidURL = 100
        case notificationInvalidNoDate = 1400
        case notificationInvalidNoContent = 1401
        case badgeInputInvalid = 1600
    }

    let status: CenterAnswer.Status

    /// Apple's code, where there is one.
    package let code: Code?

    /// What is wrong, and the way out.
    package let description: String

    /// What Apple has an error for.
    package init(_ code: Code, _ description: String) {
        status = .failed
        self.code = code
        self.description = description
    }

    /// No room.
    package init(limit description: String) {
        status = .limit
        code = nil
        self.description = description
    }

    /// The centre cannot do it now.
    package init(unavailable description: String) {
        status = .failed
        code = nil
        self.description = description
    }

    /// A document that cannot be read as what it should be.
    init(_ error: CenterDocumentError) {
        status = .argument
        code = nil
        description = error.description
    }

    /// Takes what a centre has thrown.
    package init(_ error: any Error) {
        switch error {
        case let refusal as CenterRefusal: self = refusal
        case let error as CenterError: self.init(error)
        default: self.init(unavailable: "the centre cannot do it now: \(error)")
        }
    }

    private init(_ error: CenterError) {
        switch error.code {
        case .notAllowed: self.init(.notificationsNotAllowed, error.message)
        case .noDate: self.init(.notificationInvalidNoDate, error.message)
        case .noContent: self.init(.notificationInvalidNoContent, error.message)
        case .attachment: self.init(.attachmentInvalidURL, error.message)
        case .invalidBadge: self.init(.badgeInputInvalid, error.message)
        case .limit: self.init(limit: error.message)
        default: self.init(unavailable: error.message)
        }
    }

    /// The error document.
    var document: [UInt8] {
        var object: JSONObject = ["message": .string(description)]
        if let code { object["code"] = .number(JSONNumber(code.rawValue)) }
        return object.serialized()
    }
}
