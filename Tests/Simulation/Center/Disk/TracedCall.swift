// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// A system call that strace has recorded with `-f -y`, and that succeeded.
package struct TracedCall {
    /// Such as `fsync`.
    package let name: String

    /// What strace wrote between the parentheses.
    package let arguments: Substring

    /// The file or directory whose descriptor is the first argument; nil for a socket or a pipe.
    package let file: String?

    /// The file that the call has opened.
    let opened: String?

    /// The paths that the call names, whole.
    let places: [String]

    /// The lines of the record where it began and ended, which differ where another thread called in
    /// between.
    let start: Int
    let end: Int

    /// The call in one line.
    var summary: String { "\(name)(\(arguments.prefix(100)))" }

    /// Whether the call waits for the disk.
    var isWait: Bool { ["fsync", "fdatasync"].contains(name) }

    private init?(_ text: Substring, start: Int, end: Int) {
        guard let open = text.firstIndex(of: "("),
            let equals = text.range(of: "= ", options: .backwards),
            let close = text[..<equals.lowerBound].lastIndex(of: ")"),
            !text[equals.upperBound...].hasPrefix("-")
        else { return nil }
        name = String(text[..<open])
        arguments = text[text.index(after: open)..<close]
        file = Self.path(ofDescriptor: arguments)
        opened = Self.path(ofDescriptor: text[equals.upperBound...])
        places = Self.namesPlaces(name) ? Self.places(in: arguments) : []
        self.start = start
        self.end = end
    }
}

extension TracedCall {
    /// Reads a record; calls that failed, and lines that are about none, are left out.
    static func read(_ text: String) -> [TracedCall] {
        let suspension = " <unfinished ...>"
        var begun: [Substring: (text: Substring, line: Int)] = [:]
        var calls: [TracedCall] = []
        for (number, line) in text.split(separator: "\n").enumerated() {
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let (thread, rest) = (parts[0], parts[1].drop { $0 == " " })
            if rest.hasSuffix(suspension) {
                begun[thread] = (rest.dropLast(suspension.count), number)
            } else if rest.hasPrefix("<... "), let end = rest.range(of: " resumed>") {
                guard let first = begun.removeValue(forKey: thread) else { continue }
                let whole = first.text + rest[end.upperBound...]
                if let call = TracedCall(whole, start: first.line, end: number) {
                    calls.append(call)
                }
            } else if let call = TracedCall(rest, start: number, end: number) {
                calls.append(call)
            }
        }
        return calls
    }

    private static func namesPlaces(_ name: String) -> Bool {
        ["mkdir", "rename", "link", "unlink", "rmdir"].contains { name.hasPrefix($0) }
    }

    /// The paths of a call's arguments: each is a name behind a directory's descriptor, or a path.
    private static func places(in arguments: Substring) -> [String] {
        arguments.matches(of: /(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"([^"]*)"/).map { match in
            let name = String(match.output.2)
            return name.hasPrefix("/") ? name : "\(match.output.1 ?? "")/\(name)"
        }
    }

    private static func path(ofDescriptor text: Substring) -> String? {
        guard let match = text.prefixMatch(of: /\d+<(\/[^>]*)>/) else { return nil }
        return String(match.output.1)
    }
}
