// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The identifier of a tag of which no type is declared: the tag itself is in it.
///
/// Apple's are `dyn.` and letters that nobody is to read; so are these, with other letters.
struct DynamicIdentifier {
    let tag: String
    let tagClass: UTTagClass
    let supertype: String

    /// Makes one; nil for an empty tag or one of an unknown kind.
    init?(tag: String, _ tagClass: UTTagClass, _ supertype: UTType?) {
        guard !tag.isEmpty, tagClass == .filenameExtension || tagClass == .mimeType else {
            return nil
        }
        self.tag = tag.lowercased()
        self.tagClass = tagClass
        self.supertype = (supertype ?? .data).identifier
    }

    /// Reads one; nil for any other identifier.
    init?(_ identifier: String) {
        guard identifier.hasPrefix("dyn."), let words = Self.decoded(identifier.dropFirst(4)),
            words.count == 3
        else { return nil }
        tagClass = UTTagClass(rawValue: words[0])
        supertype = words[1]
        tag = words[2]
    }

    var text: String {
        let words = [tagClass.rawValue, supertype, tag].joined(separator: "\n")
        return "dyn." + words.utf8.map(Self.encoded).joined()
    }

    private static func encoded(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return digits.count < 2 ? "0" + digits : digits
    }

    private static func decoded(_ digits: Substring) -> [String]? {
        var bytes: [UInt8] = []
        var rest = digits
        while !rest.isEmpty {
            guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
