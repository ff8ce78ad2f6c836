// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Lets values be embedded in reports.
///
/// An encoder takes numbers as integers or doubles, so digits beyond those are rounded, and a decoder
/// does not tell the order of members, so they are sorted. Where either matters, embed the text.
extension JSONValue: Codable {
    package init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: MemberKey.self) {
            self = .object(try Self.members(of: container))
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
            self = .array(elements)
        } else {
            self = try Self.scalar(in: decoder.singleValueContainer())
        }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let object): try object.encode(to: encoder)
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let flag): try flag.encode(to: encoder)
        case .string(let text): try text.encode(to: encoder)
        case .number(let number): try number.encode(to: encoder)
        }
    }

    /// Any text as a coding key.
    fileprivate struct MemberKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            nil
        }
    }

    fileprivate static func members(
        of container: KeyedDecodingContainer<MemberKey>
    ) throws -> JSONObject {
        var object = JSONObject()
        for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
            object[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
        }
        return object
    }

    private static func scalar(in container: any SingleValueDecodingContainer) throws -> JSONValue {
        if container.decodeNil() { return .null }
        if let flag = try? container.decode(Bool.self) { return .bool(flag) }
        if let text = try? container.decode(String.self) { return .string(text) }
        return .number(try container.decode(JSONNumber.self))
    }
}

extension JSONObject: Codable {
    package init(from decoder: any Decoder) throws {
        self = try JSONValue.members(of: decoder.container(keyedBy: JSONValue.MemberKey.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: JSONValue.MemberKey.self)
        for member in members {
            try container.encode(member.value, forKey: JSONValue.MemberKey(stringValue: member.key))
        }
    }
}

extension JSONNumber: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let integer = try? container.decode(Int.self) {
            self.init(integer)
            return
        }
        let double = try container.decode(Double.self)
        guard let number = JSONNumber(double) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "JSON has no number \(double); write a finite one"
            )
        }
        self = number
    }

    package func encode(to encoder: any Encoder) throws {
        if let int {
            try int.encode(to: encoder)
        } else {
            try double.encode(to: encoder)
        }
    }
}
