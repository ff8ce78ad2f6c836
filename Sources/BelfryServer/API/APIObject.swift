// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel
internal import Hummingbird
internal import NIOCore

/// The JSON object in a request's body, whose members have names that are known.
struct APIObject {
    private let members: JSONObject

    /// Takes an object.
    ///
    /// - Parameters:
    ///   - value: What the body holds.
    ///   - keys: The members that there may be.
    /// - Throws: ``APIError`` for something else, or for a member of another name.
    init(_ value: JSONValue, _ keys: [String]) throws {
        guard let object = value.object else {
            throw APIError.malformed("the body is \(value.kind); write an object")
        }
        if let stranger = object.keys.first(where: { !keys.contains($0) }) {
            let known = keys.map(\.quoted).joined(separator: ", ")
            throw APIError.malformed("there is no member \(stranger.quoted); there are \(known)")
        }
        members = object
    }

    /// Reads a request's body.
    init(_ request: Request, _ keys: [String]) async throws {
        let bytes = try await request.bytes(limit: Self.byteLimit)
        try self.init(try JSONValue.parse(bytes), keys)
    }

    /// Most bytes of a body that is an object.
    static let byteLimit = 256 * 1024

    /// Whether a member is there, `null` included.
    func has(_ key: String) -> Bool { members[key] != nil }

    /// The value of a member; nil where it is absent or `null`.
    func value(_ key: String) -> JSONValue? {
        members[key].flatMap { $0 == .null ? nil : $0 }
    }

    func text(_ key: String) throws -> String? {
        guard let value = value(key) else { return nil }
        guard let text = value.string else { throw wrong(key, value, "a string") }
        return text
    }

    func flag(_ key: String) throws -> Bool? {
        guard let value = value(key) else { return nil }
        guard case .bool(let flag) = value else { throw wrong(key, value, "true or false") }
        return flag
    }

    func number(_ key: String, in range: ClosedRange<Double>) throws -> Double? {
        guard let value = value(key) else { return nil }
        let bounds = [range.lowerBound, range.upperBound].map { bound in
            Int(exactly: bound).map(String.init) ?? String(bound)
        }
        let expected = "a number from \(bounds.joined(separator: " to "))"
        guard case .number(let number) = value else { throw wrong(key, value, expected) }
        guard range.contains(number.double) else {
            throw APIError.malformed("\(key) is \(number); write \(expected)")
        }
        return number.double
    }

    func integer(_ key: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let number = try number(key, in: Double(range.lowerBound)...Double(range.upperBound))
        else { return nil }
        guard let integer = Int(exactly: number) else {
            throw APIError.malformed("\(key) is \(number); write a whole number")
        }
        return integer
    }

    func texts(_ key: String) throws -> [String]? {
        guard let value = value(key) else { return nil }
        guard case .array(let elements) = value else { throw wrong(key, value, "an array") }
        return try elements.map { element in
            guard let text = element.string else { throw wrong(key, element, "strings") }
            return text
        }
    }

    /// One word of a closed set.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: String,
        _ type: Choice.Type = Choice.self
    ) throws -> Choice? {
        guard let text = try text(key) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            let words = Choice.allCases.map(\.rawValue.quoted).joined(separator: ", ")
            throw APIError.malformed("\(key) is \(text.quoted); write one of \(words)")
        }
        return choice
    }

    /// A member that has to be there.
    func required<Value>(_ key: String, _ value: Value?, _ expected: String) throws -> Value {
        guard let value else { throw APIError.malformed("\(key) is missing; write \(expected)") }
        return value
    }

    private func wrong(_ key: String, _ value: JSONValue, _ expected: String) -> APIError {
        .malformed("\(key) is \(value.kind); write \(expected)")
    }
}

extension Request {
    /// The whole body.
    ///
    /// - Parameter limit: Most bytes that are read.
    /// - Returns: Its bytes.
    /// - Throws: ``APIError`` for a larger one, and the connection's error.
    func bytes(limit: Int) async throws -> [UInt8] {
        do {
            return Array(buffer: try await body.collect(upTo: limit))
        } catch is NIOTooManyBytesError {
            throw APIError(
                .contentTooLarge,
                "too_large",
                "the body has more than \(limit) bytes, the most that this request takes"
            )
        } catch {
            // Whoever sent it reads no answer any more; nothing here has failed.
            throw APIError(.badRequest, "cut_off", "the connection ended before the body did")
        }
    }

    /// A parameter of the query, percent-decoded; nil where it is absent.
    func query(_ name: String) throws -> String? {
        guard let text = uri.queryParameters.get(name) else { return nil }
        guard !text.utf8.contains(0) else {
            throw APIError.malformed("the parameter \(name) has a zero byte")
        }
        return text
    }

    /// A number of the query, held to a range.
    func number(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let text = try query(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw APIError.malformed(
                "the parameter \(name) is \(text.quoted); write a whole number from "
                    + "\(range.lowerBound) to \(range.upperBound)"
            )
        }
        return number
    }
}
