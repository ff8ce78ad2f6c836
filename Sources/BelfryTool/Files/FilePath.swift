// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A path taken apart at its last slash and its last dot, by its text alone.
struct FilePath: Equatable {
    /// The path without slashes at its end, unless it is nothing but them.
    let text: String

    init(_ text: String) {
        var text = text[...]
        while text.count > 1, text.last == "/" { text = text.dropLast() }
        self.text = String(text)
    }

    /// The last component.
    var name: String { String(text[nameStart...]) }

    /// The directory it is in, as typed; `.` where none is.
    var directory: String {
        switch nameStart {
        case text.startIndex: "."
        case text.index(after: text.startIndex): "/"
        default: String(text[..<text.index(before: nameStart)])
        }
    }

    /// What follows the last dot of the name, in small letters; empty where nothing does.
    var ending: String {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "" }
        return name[dot...].dropFirst().lowercased()
    }

    /// The name up to its last dot.
    var nameWithoutEnding: String {
        ending.isEmpty ? name : String(name.dropLast(ending.count + 1))
    }

    /// Something in the same directory.
    func sibling(_ name: String) -> String {
        nameStart == text.startIndex ? name : text[..<nameStart] + name
    }

    private var nameStart: String.Index {
        text.lastIndex(of: "/").map(text.index(after:)) ?? text.startIndex
    }
}
