// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry
internal import Foundation

/// An answer of the host's centre.
struct CenterReply: Sendable {
    let status: bf_status
    let document: String

    /// The objects of an answer that is a list; none where it is an error.
    var list: [Document] {
        status == ABI.Status.ok ? Document.list(json: document) : []
    }

    /// The answer that is an object; an empty one where it is an error.
    var object: Document {
        status == ABI.Status.ok ? Document(json: Data(document.utf8)) ?? Document() : Document()
    }

    /// What went wrong, as Apple has it; nil where nothing did.
    var error: NSError? {
        guard status != ABI.Status.ok else { return nil }
        let document = Document(json: Data(document.utf8)) ?? Document()
        let reason = document.text("message") ?? "The host refused it (status \(status))."
        let userInfo = [NSLocalizedFailureReasonErrorKey: reason]
        let code = document.number("code").flatMap { UNError.Code(rawValue: $0.intValue) }
        guard let code else {
            return NSError(domain: "BelfryErrorDomain", code: Int(status), userInfo: userInfo)
        }
        return UNError(code, userInfo: userInfo).foundation
    }
}

extension CenterReply {
    /// What takes an answer.
    typealias Taker = @Sendable (CenterReply) -> Void

    private final class Box: Sendable {
        let take: Taker

        init(_ take: @escaping Taker) {
            self.take = take
        }
    }

    /// The C function that every question names; its context is what takes the answer.
    static var function: bf_center_reply {
        { context, status, document in
            guard let context = unsafe context else { return }
            let answer = unsafe CenterReply(status: status, document: String(document))
            unsafe CenterReply.takeBack(context)(answer)
        }
    }

    /// Keeps what takes an answer until there is one.
    static func context(_ take: @escaping Taker) -> UnsafeMutableRawPointer {
        unsafe Unmanaged.passRetained(Box(take)).toOpaque()
    }

    /// Lets go of a context, once, for what it kept.
    static func takeBack(_ context: UnsafeMutableRawPointer) -> Taker {
        unsafe Unmanaged<Box>.fromOpaque(context).takeRetainedValue().take
    }
}
