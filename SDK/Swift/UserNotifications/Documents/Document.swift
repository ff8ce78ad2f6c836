// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// A JSON object, in which the centre's requests, categories and settings travel and are archived.
///
/// A key that is absent means the default, one that is not known is passed over.
struct Document {
    var members: [String: Any]

    /// Holds what is given; a nil is left out.
    init(_ members: [String: Any?] = [:]) {
        self.members = members.compactMapValues { $0 }
    }

    /// Takes over a decoded value that is an object.
    init?(value: Any?) {
        guard let members = value as? [String: Any] else { return nil }
        self.members = members
    }

    /// Reads an object from its JSON text.
    init?(json: Data) {
        self.init(value: try? JSONSerialization.jsonObject(with: json))
    }

    /// Reads a list of objects from its JSON text, without what is no object.
    static func list(json: String) -> [Document] {
        let list = try? JSONSerialization.jsonObject(with: Data(json.utf8))
        return (list as? [Any] ?? []).compactMap { Document(value: $0) }
    }

    /// The JSON text of a value that is a list or an object.
    ///
    /// - Throws: `NSError` of Foundation's for a value that JSON has no form for.
    static func json(_ value: Any) throws -> String {
        guard JSONSerialization.isValidJSONObject(value) else {
            throw CocoaError(.propertyListWriteInvalid)
        }
        let options: JSONSerialization.WritingOptions = [.withoutEscapingSlashes, .sortedKeys]
        let data = try JSONSerialization.data(withJSONObject: value, options: options)
        return String(decoding: data, as: UTF8.self)
    }

    /// The text at a key; an absent one reads as nil.
    func text(_ key: String) -> String? { members[key] as? String }

    /// The number at a key, truth values included.
    func number(_ key: String) -> NSNumber? { members[key] as? NSNumber }

    /// The truth value at a key; an absent one reads as false.
    func flag(_ key: String) -> Bool { number(key)?.boolValue ?? false }

    /// The object at a key.
    func object(_ key: String) -> Document? { Document(value: members[key]) }

    /// The objects of the list at a key.
    func objects(_ key: String) -> [Document] {
        (members[key] as? [Any] ?? []).compactMap { Document(value: $0) }
    }

    /// The texts of the list at a key.
    func texts(_ key: String) -> [String] { members[key] as? [String] ?? [] }
}

extension Document: Equatable {
    static func == (first: Self, second: Self) -> Bool {
        NSDictionary(dictionary: first.members) == NSDictionary(dictionary: second.members)
    }
}
