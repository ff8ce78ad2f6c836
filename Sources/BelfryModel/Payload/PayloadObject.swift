// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// One object of a payload and where it stands, so that a wrong type can be named.
struct PayloadObject {
    /// The members.
    let members: JSONObject

    /// The object's own key path, empty for the root.
    let path: String

    /// What becomes of faults: where they may pass, a value that has one counts as absent.
    let notes: PayloadNotes

    /// The key path of a member.
    func keyPath(_ key: String) -> String {
        path.isEmpty ? key.asPathElement : "\(path).\(key.asPathElement)"
    }

    /// A member's own object.
    func nested(_ members: JSONObject, at key: String) -> PayloadObject {
        PayloadObject(members: members, path: keyPath(key), notes: notes)
    }

    /// Reads a string.
    func text(_ key: String) throws(PayloadError) -> String? {
        guard let value = members[key] else { return nil }
        if let text = value.string { return text }
        try passWrongType(key, expected: "a string")
        return nil
    }

    /// Reads an array of strings.
    ///
    /// Where faults may pass, a number counts as its text, and any other value as an empty one.
    func texts(_ key: String) throws(PayloadError) -> [String]? {
        guard let value = members[key] else { return nil }
        guard case .array(let elements) = value else {
            try passWrongType(key, expected: "an array of strings")
            return nil
        }
        var isFaulty = false
        var texts: [String] = []
        for (index, element) in elements.enumerated() {
            if let text = element.string {
                texts.append(text)
                continue
            }
            if !isFaulty { try passElement(element, at: "\(keyPath(key))[\(index)]") }
            isFaulty = true
            if case .number(let number) = element {
                texts.append(number.literal)
            } else {
                texts.append("")
            }
        }
        return texts
    }

    /// Reads an object.
    func object(_ key: String) throws(PayloadError) -> PayloadObject? {
        guard let value = members[key] else { return nil }
        if let object = value.object { return nested(object, at: key) }
        try passWrongType(key, expected: "an object")
        return nil
    }

    /// Reads a number, within a range where one is given.
    func number(
        _ key: String,
        in range: ClosedRange<Double>? = nil
    ) throws(PayloadError) -> Double? {
        guard let value = members[key] else { return nil }
        guard case .number(let number) = value else {
            try passWrongType(key, expected: "a number")
            return nil
        }
        if let range, !range.contains(number.double) {
            let expected = "a number from \(range.lowerBound) to \(range.upperBound)"
            try passOutOfRange(key, found: number.literal, expected: expected)
            return nil
        }
        return number.double
    }

    /// Reads a whole number that is not below a minimum.
    func integer(_ key: String, from minimum: Int) throws(PayloadError) -> Int? {
        guard let value = members[key] else { return nil }
        let expected = "a whole number, \(minimum) or more"
        guard case .number(let number) = value else {
            try passWrongType(key, expected: expected)
            return nil
        }
        guard let integer = number.int, integer >= minimum else {
            try passOutOfRange(key, found: number.literal, expected: expected)
            return nil
        }
        return integer
    }

    /// Refuses a member of the wrong type, or notes it.
    func passWrongType(_ key: String, expected: String) throws(PayloadError) {
        let value = members[key] ?? .null
        try pass(.wrongType, keyPath(key), found: Self.name(value), expected: expected)
    }

    /// Refuses a member of the right type whose value is not allowed, or notes it.
    func passOutOfRange(_ key: String, found: String, expected: String) throws(PayloadError) {
        try pass(.outOfRange, keyPath(key), found: found, expected: expected)
    }

    private func passElement(_ value: JSONValue, at keyPath: String) throws(PayloadError) {
        try pass(.wrongType, keyPath, found: Self.name(value), expected: "a string")
    }

    private func pass(
        _ code: PayloadError.Code,
        _ keyPath: String,
        found: String,
        expected: String
    ) throws(PayloadError) {
        try notes.pass(
            PayloadFault(code: code, keyPath: keyPath, found: found, expected: expected)
        )
    }

    private static func name(_ value: JSONValue) -> String {
        value.string.map { "the string \($0.quoted)" } ?? value.kind
    }
}
