// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// One object of a payload and where it stands, so that a wrong type can be named.
struct PayloadObject {
    /// The members.
    let members: JSONObject

    /// The object's own key path, empty for the root.
    let path: String

    /// The key path of a member.
    func keyPath(_ key: String) -> String {
        path.isEmpty ? key.asPathElement : "\(path).\(key.asPathElement)"
    }

    /// Reads a string.
    func text(_ key: String) throws(PayloadError) -> String? {
        guard let value = members[key] else { return nil }
        guard let text = value.string else { throw wrongType(key, expected: "a string") }
        return text
    }

    /// Reads an array of strings.
    func texts(_ key: String) throws(PayloadError) -> [String]? {
        guard let value = members[key] else { return nil }
        guard case .array(let elements) = value else {
            throw wrongType(key, expected: "an array of strings")
        }
        var texts: [String] = []
        for (index, element) in elements.enumerated() {
            guard let text = element.string else {
                throw Self.wrongType(keyPath(key) + "[\(index)]", element, expected: "a string")
            }
            texts.append(text)
        }
        return texts
    }

    /// Reads an object.
    func object(_ key: String) throws(PayloadError) -> PayloadObject? {
        guard let value = members[key] else { return nil }
        guard let object = value.object else { throw wrongType(key, expected: "an object") }
        return PayloadObject(members: object, path: keyPath(key))
    }

    /// Reads a number, within a range where one is given.
    func number(
        _ key: String,
        in range: ClosedRange<Double>? = nil
    ) throws(PayloadError) -> Double? {
        guard let value = members[key] else { return nil }
        guard case .number(let number) = value else { throw wrongType(key, expected: "a number") }
        if let range, !range.contains(number.double) {
            let expected = "a number from \(range.lowerBound) to \(range.upperBound)"
            throw outOfRange(key, found: number.literal, expected: expected)
        }
        return number.double
    }

    /// Reads a whole number that is not below a minimum.
    func integer(_ key: String, from minimum: Int) throws(PayloadError) -> Int? {
        guard let value = members[key] else { return nil }
        let expected = "a whole number, \(minimum) or more"
        guard case .number(let number) = value else { throw wrongType(key, expected: expected) }
        guard let integer = number.int, integer >= minimum else {
            throw outOfRange(key, found: number.literal, expected: expected)
        }
        return integer
    }

    /// Makes the error for a member of the wrong type.
    func wrongType(_ key: String, expected: String) -> PayloadError {
        Self.wrongType(keyPath(key), members[key] ?? .null, expected: expected)
    }

    /// Makes the error for a member of the right type whose value is not allowed.
    func outOfRange(_ key: String, found: String, expected: String) -> PayloadError {
        PayloadError(
            code: .outOfRange,
            keyPath: keyPath(key),
            message: "\(keyPath(key)) is \(found); write \(expected), or leave the key out"
        )
    }

    private static func wrongType(
        _ keyPath: String,
        _ value: JSONValue,
        expected: String
    ) -> PayloadError {
        let found = value.string.map { "the string \($0.quoted)" } ?? value.kind
        return PayloadError(
            code: .wrongType,
            keyPath: keyPath,
            message: "\(keyPath) is \(found); write \(expected), or leave the key out"
        )
    }
}
