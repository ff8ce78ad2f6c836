// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The header fields of a request, in their order.
package struct PushFields: Equatable, Sendable, Sequence {
    private let fields: [(name: String, value: String)]

    /// Takes fields whose names are in lower case, as HTTP/2 has them (RFC 9113, section 8.2).
    package init(_ fields: [(name: String, value: String)]) {
        self.fields = fields
    }

    /// The first value of a name; nil where there is none.
    package subscript(name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    /// How often a name is there.
    func count(of name: String) -> Int { fields.count { $0.name == name } }

    package func makeIterator() -> IndexingIterator<[(name: String, value: String)]> {
        fields.makeIterator()
    }

    /// Refuses a field of APNs' own that is there twice: only one of them could count.
    package func checkDuplicates() throws(PushRefusal) {
        var seen: Set<String> = []
        for (name, _) in fields where name == "authorization" || name.hasPrefix("apns-") {
            guard seen.insert(name).inserted else {
                throw PushRefusal(.duplicateHeaders, "the header \(name) is there twice")
            }
        }
    }

    package static func == (left: PushFields, right: PushFields) -> Bool {
        left.fields.elementsEqual(right.fields) { $0 == $1 }
    }
}
