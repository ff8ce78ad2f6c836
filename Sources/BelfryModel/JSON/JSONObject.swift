// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The members of a JSON object, in the order in which they were written.
///
/// Keys are compared byte by byte, as RFC 8259, section 8.3 asks, and no key occurs twice. A lookup
/// walks the members: objects of notifications are small, and their order is worth keeping.
package struct JSONObject: Sendable, ExpressibleByDictionaryLiteral {
    /// One key with its value.
    package struct Member: Sendable, Equatable {
        /// The name.
        package let key: String

        /// What it stands for.
        package var value: JSONValue

        package init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// The members in order.
    package private(set) var members: [Member]

    package init() {
        members = []
    }

    /// Takes members in order; a key that comes twice keeps its first place and its last value.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init()
        for (key, value) in elements { self[key] = value }
    }

    /// Takes members whose keys the parser has found to be distinct.
    init(distinct members: [Member]) {
        self.members = members
    }

    /// The keys in order.
    package var keys: [String] { members.map(\.key) }

    /// The number of members.
    package var count: Int { members.count }

    /// Whether there is no member.
    package var isEmpty: Bool { members.isEmpty }

    /// The value of a key; setting it keeps the key's place or appends, and nil removes the member.
    package subscript(key: String) -> JSONValue? {
        get { index(of: key).map { members[$0].value } }
        set {
            switch (index(of: key), newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(key: key, value: value))
            case (nil, nil): break
            }
        }
    }

    /// Appends a member whose key no other has, without looking for it.
    package mutating func append(_ value: JSONValue, forNew key: String) {
        members.append(Member(key: key, value: value))
    }

    private func index(of key: String) -> Int? {
        members.firstIndex { $0.key.utf8.elementsEqual(key.utf8) }
    }
}

extension JSONObject: Equatable {
    /// Objects are equal when they have the same members, in whatever order (RFC 8259, section 4).
    ///
    /// Members in another order are sorted first, so that no sender can have many of them looked up one
    /// by one; and each value is compared once, as values may nest.
    package static func == (left: JSONObject, right: JSONObject) -> Bool {
        guard left.count == right.count else { return false }
        if hasSameKeys(left.members, right.members) {
            return hasSameValues(left.members, right.members)
        }
        let (left, right) = (left.sortedMembers, right.sortedMembers)
        return hasSameKeys(left, right) && hasSameValues(left, right)
    }

    private static func hasSameKeys(_ left: [Member], _ right: [Member]) -> Bool {
        zip(left, right).allSatisfy { $0.key.utf8.elementsEqual($1.key.utf8) }
    }

    private static func hasSameValues(_ left: [Member], _ right: [Member]) -> Bool {
        zip(left, right).allSatisfy { $0.value == $1.value }
    }

    private var sortedMembers: [Member] {
        members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }
}
