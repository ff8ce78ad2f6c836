// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The message with which a TLS client opens a connection (RFC 8446 4.1.2), as far as a proxy reads it.
///
/// It names the server in the clear (RFC 6066 3). What is encrypted of it (ECH) is not seen; the
/// name beside that is.
enum ClientHello {
    /// What the first bytes of a connection are.
    enum Reading: Equatable {
        /// Another protocol than TLS.
        case foreign

        /// TLS so far; the message is not whole.
        case incomplete

        /// TLS, and nothing a server could read.
        case malformed

        /// The servers it asks for: one, or none where the client names none.
        case names([String])
    }

    /// Reads the first bytes of a connection.
    static func read(_ bytes: [UInt8]) -> Reading {
        guard isTLS(bytes) else { return .foreign }
        guard let message = handshake(in: bytes) else { return .malformed }
        guard let length = message.length, message.bytes.count >= length else { return .incomplete }
        var body = Cursor(message.bytes[4..<length])
        return names(in: &body).map(Reading.names) ?? .malformed
    }

    /// Whether bytes begin a record of version 3.x, which no other protocol does.
    ///
    /// Of any type: some servers take no notice of an alert before the message (RFC 8446 6 and Go's
    /// library, which drops warnings of any version), and what followed would pass unread.
    private static func isTLS(_ bytes: [UInt8]) -> Bool {
        let types: ClosedRange<UInt8> = 20...24
        guard let type = bytes.first else { return true }
        return types.contains(type) && (bytes.count < 2 || bytes[1] == 3)
    }

    /// Joins the records that the message is cut into; nil when there is something else among them.
    private static func handshake(in bytes: [UInt8]) -> (bytes: [UInt8], length: Int?)? {
        var records = Cursor(bytes[...])
        var message: [UInt8] = []
        while !records.isAtEnd {
            guard let type = records.number(1), let version = records.number(2),
                let count = records.number(2)
            else { break }
            guard type == 22, version >> 8 == 3, 1...16640 ~= count else { return nil }
            message += records.upTo(count)
            if let first = message.first, first != 1 { return nil }
            if let whole = length(of: message), message.count >= whole { return (message, whole) }
        }
        return (message, length(of: message))
    }

    /// How long the message is with its type and length, once that has arrived.
    private static func length(of message: [UInt8]) -> Int? {
        guard message.count >= 4 else { return nil }
        return 4 + (Int(message[1]) << 16 | Int(message[2]) << 8 | Int(message[3]))
    }

    private static func names(in body: inout Cursor) -> [String]? {
        // Version and random; then session, cipher suites and compression, each with its length.
        guard body.take(34) != nil, body.vector(1) != nil, body.vector(2) != nil,
            body.vector(1) != nil
        else { return nil }
        if body.isAtEnd { return [] }
        guard var extensions = body.vector(2), body.isAtEnd else { return nil }
        var names: [String] = []
        while !extensions.isAtEnd {
            guard let type = extensions.number(2), var content = extensions.vector(2) else {
                return nil
            }
            guard type == 0 else { continue }
            guard let found = serverNames(in: &content) else { return nil }
            names += found
        }
        return names
    }

    private static func serverNames(in content: inout Cursor) -> [String]? {
        guard var list = content.vector(2), content.isAtEnd else { return nil }
        var names: [String] = []
        while !list.isAtEnd {
            guard list.number(1) != nil, let name = list.vector(2) else { return nil }
            names.append(String(decoding: name.rest, as: UTF8.self))
        }
        return names
    }

    /// Reads numbers and vectors (RFC 8446 3) from the front of bytes.
    private struct Cursor {
        private(set) var rest: ArraySlice<UInt8>

        init(_ bytes: ArraySlice<UInt8>) {
            rest = bytes
        }

        var isAtEnd: Bool { rest.isEmpty }

        mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
            guard rest.count >= count else { return nil }
            return upTo(count)
        }

        mutating func upTo(_ count: Int) -> ArraySlice<UInt8> {
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }

        mutating func number(_ width: Int) -> Int? {
            take(width)?.reduce(0) { $0 << 8 | Int($1) }
        }

        mutating func vector(_ width: Int) -> Cursor? {
            guard let count = number(width) else { return nil }
            return take(count).map(Cursor.init)
        }
    }
}
