// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// What HTTP/2 asks of a request's header fields (RFC 9113, sections 8.2 and 8.3).
///
/// NIO would reset the stream of a request that does not keep to it. Its sender is told what is wrong
/// instead, in Apple's words where there are any.
enum RequestShape {
    /// Refuses a request that has its path or its method twice: no one of them could count.
    ///
    /// One that has none of them is refused like one that has a wrong one.
    static func check(_ fields: PushFields) throws(PushRefusal) {
        guard fields.count(of: ":path") < 2 else {
            throw PushRefusal(.badPath, "the request has :path twice")
        }
        guard fields.count(of: ":method") < 2 else {
            throw PushRefusal(.methodNotAllowed, "the request has :method twice")
        }
    }

    /// What is wrong with the fields of a request, for which Apple has no reason; nil where nothing is.
    static func fault(of fields: PushFields) -> String? {
        var isPastPseudoFields = false
        var seen: Set<String> = []
        for (name, value) in fields {
            guard name.utf8.first == UInt8(ascii: ":") else {
                isPastPseudoFields = true
                if let fault = fault(ofField: name, value) { return fault }
                continue
            }
            guard pseudoFields.contains(name) else {
                return "a request has no field \(name.quoted)"
            }
            guard !isPastPseudoFields else {
                return "the field \(name) comes after fields without a colon"
            }
            guard seen.insert(name).inserted else { return "the field \(name) is there twice" }
            guard isText(value) else { return "the field \(name) has bytes that it may not have" }
        }
        return seen.contains(":scheme") ? nil : "the request has no :scheme"
    }

    private static func fault(ofField name: String, _ value: String) -> String? {
        guard !name.isEmpty, name.utf8.allSatisfy(isOfName) else {
            return "the field name \(name.quoted) is not one of HTTP/2, which has no capitals"
        }
        guard !connectionFields.contains(name), name != "te" || value == "trailers" else {
            return "the field \(name) is of HTTP/1, and HTTP/2 has it not"
        }
        guard isText(value) else { return "the field \(name) has bytes that it may not have" }
        return nil
    }

    private static let pseudoFields: Set<String> = [":authority", ":method", ":path", ":scheme"]

    private static let connectionFields: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade",
    ]

    /// A byte of a token without capitals (RFC 9110, section 5.6.2).
    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x61...0x7a: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// Whether a value has neither NUL nor an end of line.
    private static func isText(_ value: String) -> Bool {
        !value.utf8.contains { $0 == 0 || $0 == 0x0a || $0 == 0x0d }
    }
}
