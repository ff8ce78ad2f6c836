// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// The custom values of a content, decoded from the host's JSON when first asked for.
///
/// An extension that does not look at `userInfo` never pays for decoding it, and one that does not
/// set it never has it encoded.
struct UserInfo: Sendable {
    /// The host's text; nil once the extension has set values of its own.
    let json: String?

    // Any is not Sendable. On Apple's systems, too, what an extension puts into the dictionary is
    // its own to keep unshared; the dictionary itself is a value.
    private nonisolated(unsafe) var decoded: [AnyHashable: Any]?

    /// Holds no values.
    init() {
        self.init([:])
    }

    /// Holds values an extension has set, with every key a Swift string where it can be.
    init(_ values: [AnyHashable: Any]) {
        json = nil
        unsafe decoded = Self.stringKeyed(values)
    }

    /// Holds the host's text.
    init(json: String) {
        self.json = json
        unsafe decoded = nil
    }

    /// What an extension sees; no values where the host's text is not a JSON object.
    var values: [AnyHashable: Any] {
        if let decoded = unsafe decoded { return decoded }
        guard let json, !json.isEmpty else { return [:] }
        let object = try? JSONSerialization.jsonObject(with: Data(json.utf8))
        return object as? [String: Any] ?? [:]
    }

    /// Keeps the decoded values, so that the next look at them costs nothing.
    mutating func decode() {
        unsafe decoded = values
    }

    /// A key that is an `NSString` would not be found under the equal `String`, as it is on
    /// Apple's systems.
    private static func stringKeyed(_ values: [AnyHashable: Any]) -> [AnyHashable: Any] {
        guard values.keys.contains(where: { type(of: $0.base) is NSString.Type }) else {
            return values
        }
        return Dictionary(
            values.map { key, value in ((key.base as? String).map(AnyHashable.init) ?? key, value)
            },
            uniquingKeysWith: { first, _ in first }
        )
    }
}

extension UserInfo: Equatable {
    static func == (first: Self, second: Self) -> Bool {
        if let text = first.json, text == second.json { return true }
        // Not isEqual(to:), for which 1.5 is not 1.5 (swift-corelibs-foundation 6.3).
        return NSDictionary(dictionary: first.values) == NSDictionary(dictionary: second.values)
    }
}
