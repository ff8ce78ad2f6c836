// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A path taken apart at its last slash and its last dot, by its text alone.
///
/// By its scalars, as the kernel sees it: a slash with a combining mark behind it is one `Character`,
/// and no slash to `Character`.
struct FilePath: Equatable {
    /// The path without slashes at its end, unless it is nothing but them.
    let text: String

    init(_ text: String) {
        var text = text[...]
        while text.utf8.count > 1, text.utf8.last == UInt8(ascii: "/") {
            text = text[..<text.utf8.index(before: text.endIndex)]
        }
        self.text = String(text)
    }

    /// The last component.
    var name: String { String(text[nameStart...]) }

    /// The directory it is in, as typed; `.` where none is.
    var directory: String {
        switch nameStart {
        case text.startIndex: "."
        case text.utf8.index(after: text.startIndex): "/"
        default: String(text[..<text.utf8.index(before: nameStart)])
        }
    }

    /// What follows the last dot of the name, in small letters; empty where nothing does.
    var ending: String {
        let name = name
        return Self.dot(of: name).map { name[name.utf8.index(after: $0)...].lowercased() } ?? ""
    }

    /// The name up to its last dot.
    var nameWithoutEnding: String {
        let name = name
        guard let dot = Self.dot(of: name), name.utf8.index(after: dot) < name.endIndex else {
            return name
        }
        return String(name[..<dot])
    }

    /// Something in the same directory.
    func sibling(_ name: String) -> String {
        nameStart == text.startIndex ? name : text[..<nameStart] + name
    }

    private var nameStart: String.Index {
        text.unicodeScalars.lastIndex(of: "/").map(text.utf8.index(after:)) ?? text.startIndex
    }

    /// The dot before a name's ending; nil where there is none, as in the name of a hidden file.
    private static func dot(of name: String) -> String.Index? {
        let dot = name.unicodeScalars.lastIndex(of: ".")
        return dot.flatMap { $0 > name.startIndex ? $0 : nil }
    }
}
