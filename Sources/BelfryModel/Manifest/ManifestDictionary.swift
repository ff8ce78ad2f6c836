// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// One dictionary of an `Info.plist` and where it stands, so that a wrong type can be named.
struct ManifestDictionary {
    /// The members.
    let members: [String: PropertyList]

    /// The dictionary's own key path, empty for the root.
    let path: String

    /// Values for the build variables in texts.
    let context: BuildContext

    /// Whether a build variable without a value is an error, and not empty.
    var requiresValues = false

    /// The full path of a member.
    func keyPath(_ key: String) -> String {
        path.isEmpty ? key.asPathElement : "\(path).\(key.asPathElement)"
    }

    /// Reads a string and replaces its build variables.
    func text(_ key: String) throws(ManifestError) -> String? {
        guard let value = members[key] else { return nil }
        return try text(value, at: keyPath(key))
    }

    /// Reads a boolean.
    func flag(_ key: String) throws(ManifestError) -> Bool? {
        guard let value = members[key] else { return nil }
        guard case .bool(let flag) = value else {
            throw wrongType(key, fix: "write \(Self.boolean(meantBy: value))")
        }
        return flag
    }

    /// Reads a number, whole or not.
    func number(_ key: String) throws(ManifestError) -> Double? {
        switch members[key] {
        case nil: return nil
        case .integer(let integer): return Double(integer)
        case .real(let real): return real
        case .string(let text) where Double(text)?.isFinite == true:
            throw wrongType(key, fix: "write <real>\(text)</real>")
        default: throw wrongType(key, fix: "write a <real> or an <integer>")
        }
    }

    /// What iOS takes a text or a number for where it wants a boolean; nil for a boolean and for what
    /// is neither.
    ///
    /// A text is true that begins with Y, T or a digit that is not 0, after spaces, a sign and zeros
    /// (`NSString.boolValue`).
    func coercedFlag(_ key: String) -> Bool? {
        switch members[key] {
        case .string(let text):
            let rest = text.drop { $0.isWhitespace }
            let number = rest.drop { $0 == "+" || $0 == "-" }.drop { $0 == "0" }
            return number.first.map { "YyTt123456789".contains($0) } ?? false
        case .integer(let integer): return integer != 0
        case .real(let real): return real != 0
        default: return nil
        }
    }

    /// What iOS takes a text for where it wants a number; nil for what is not a text.
    func coercedNumber(_ key: String) -> LeadingNumber? {
        guard case .string(let text) = members[key] else { return nil }
        return LeadingNumber(text)
    }

    /// The kind of a member, with its value where it is short.
    func found(_ key: String) -> String { members[key].map(Self.found) ?? "absent" }

    /// Reads a whole number.
    func integer(_ key: String) throws(ManifestError) -> Int? {
        switch members[key] {
        case nil: return nil
        case .integer(let integer): return integer
        case .string(let text) where Int(text) != nil:
            throw wrongType(key, fix: "write <integer>\(text)</integer>")
        default: throw wrongType(key, fix: "write an <integer>")
        }
    }

    /// Reads a dictionary.
    func dictionary(_ key: String) throws(ManifestError) -> ManifestDictionary? {
        guard let value = members[key] else { return nil }
        guard case .dictionary(let members) = value else {
            throw wrongType(key, fix: "write a <dict>")
        }
        return ManifestDictionary(
            members: members,
            path: keyPath(key),
            context: context,
            requiresValues: requiresValues
        )
    }

    /// Reads an array of strings, or one string where that may stand for an array of one.
    func texts(_ key: String, orOne: Bool) throws(ManifestError) -> [String]? {
        switch members[key] {
        case nil: return nil
        case .string(let text) where orOne:
            return [try self.text(.string(text), at: keyPath(key))]
        case .array(let elements):
            var texts: [String] = []
            for (index, element) in elements.enumerated() {
                texts.append(try text(element, at: "\(keyPath(key))[\(index)]"))
            }
            return texts
        default:
            throw wrongType(
                key,
                fix: "write " + (orOne ? "a <string> or " : "") + "an <array> of strings"
            )
        }
    }

    /// Makes the error for a member of the wrong type.
    func wrongType(_ key: String, fix: String) -> ManifestError {
        Self.wrongType(members[key] ?? .data, at: keyPath(key), fix: fix)
    }

    /// Makes the error for a member of the right type whose value is not allowed.
    func outOfRange(_ key: String, found: String, fix: String) -> ManifestError {
        ManifestError(
            code: .outOfRange,
            keyPath: keyPath(key),
            message: "\(keyPath(key)) is \(found); \(fix)"
        )
    }

    private func text(_ value: PropertyList, at keyPath: String) throws(ManifestError) -> String {
        guard case .string(let text) = value else {
            throw Self.wrongType(value, at: keyPath, fix: "write a <string>")
        }
        do {
            return try context.expand(text, requiresValues: requiresValues)
        } catch {
            throw ManifestError(
                code: .unknownVariable,
                keyPath: keyPath,
                message: "\(keyPath): \(error.reference.quoted) \(error.problem); \(error.fix)"
            )
        }
    }

    private static func wrongType(
        _ value: PropertyList,
        at keyPath: String,
        fix: String
    ) -> ManifestError {
        ManifestError(
            code: .wrongType,
            keyPath: keyPath,
            message: "\(keyPath) is \(found(value)); \(fix)"
        )
    }

    /// The kind of value, with the value itself where it is short.
    private static func found(_ value: PropertyList) -> String {
        switch value {
        case .string(let text): "a string \(text.quoted)"
        case .integer(let integer): "an integer \(integer)"
        case .real(let real): "a real \(real)"
        case .bool(let flag): "a boolean \(flag)"
        default: value.kind
        }
    }

    private static func boolean(meantBy value: PropertyList) -> String {
        switch value {
        case .string(let text) where ["YES", "TRUE", "1"].contains(text.uppercased()): "<true/>"
        case .string(let text) where ["NO", "FALSE", "0"].contains(text.uppercased()): "<false/>"
        case .integer(1): "<true/>"
        case .integer(0): "<false/>"
        default: "<true/> or <false/>"
        }
    }
}
