// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryCenter
internal import BelfryModel
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Why a request is refused: a status, a word for programs, and a sentence for people.
struct APIError: Error, Equatable, CustomStringConvertible {
    let status: HTTPResponse.Status
    let code: String

    /// What is wrong, where, and what to do about it.
    let message: String

    /// What may be asked of the path (RFC 9110, section 10.2.1); nil where that is not the matter.
    private(set) var allowed: String?

    var description: String { message }

    init(_ status: HTTPResponse.Status, _ code: String, _ message: String, allowed: String? = nil) {
        self.status = status
        self.code = code
        self.message = message
        self.allowed = allowed
    }

    /// A body, a parameter or a header that is not as it must be.
    static func malformed(_ message: String) -> APIError {
        APIError(.badRequest, "malformed", message)
    }

    /// The word for what HTTP itself refuses.
    static let httpCode = "http"

    /// What any error means to a caller.
    init(_ error: any Error) {
        switch error {
        case let error as APIError: self = error
        case let error as CenterError:
            self.init(Self.status(of: error.code), error.code.rawValue, error.message)
        case let error as PayloadError:
            let status: HTTPResponse.Status =
                error.code == .tooLarge ? .contentTooLarge : .badRequest
            self.init(status, "payload_\(error.code.rawValue)", error.message)
        case let error as CenterDocumentError:
            self = .malformed(error.description)
        case let error as JSONError:
            self = .malformed("the body is not JSON: \(error.description)")
        case is NIOTooManyBytesError:
            self.init(.contentTooLarge, "too_large", "the body is too large for this request")
        case let error as HTTPError:
            self.init(error.status, Self.httpCode, error.body ?? error.status.reasonPhrase)
        default:
            self.init(.internalServerError, "internal", "the request failed: \(error)")
        }
    }

    private static func status(of code: CenterError.Code) -> HTTPResponse.Status {
        switch code {
        case .unknownApp, .notFound: .notFound
        case .notAllowed: .forbidden
        case .noDate, .noContent, .noAction, .invalidBadge, .invalidCategory, .invalidName,
            .attachment:
            .unprocessableContent
        case .limit, .conflict, .wrongState: .conflict
        case .full, .inUse, .storage: .serviceUnavailable
        default: .internalServerError
        }
    }

    /// The answer's body.
    var document: JSONValue {
        ["error": ["code": .string(code), "message": .string(message)]]
    }

    /// The answer to the request.
    var response: Response {
        var response = Response.json(document, status: status)
        if status == .serviceUnavailable { response.headers[.retryAfter] = "1" }
        if let allowed { response.headers[.allow] = allowed }
        if status == .unauthorized { response.headers[.wwwAuthenticate] = "Bearer" }
        return response
    }
}

extension Response {
    /// An answer that is a JSON document.
    static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Response {
        var bytes = value.serialized()
        bytes.append(UInt8(ascii: "\n"))
        return Response(
            status: status,
            headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }
}
