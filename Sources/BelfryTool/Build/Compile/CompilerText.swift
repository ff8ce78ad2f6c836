// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryModel

/// What a compiler writes, line by line, with nothing in it that moves a terminal's cursor.
///
/// Its messages quote sources, which may come from a stranger. The compilers' own colours stay.
struct CompilerText {
    /// Whether the compiler was asked for colours.
    let hasColours: Bool

    /// Whether lines are left out that say how far a build is.
    private let hasProgress: Bool

    /// What the author wrote where the compiler quotes something else.
    private var authors: AuthorLines

    /// What was written after the last whole line.
    private var rest: [UInt8] = []

    init(
        hasColours: Bool,
        authors: AuthorLines = AuthorLines(),
        hasProgress: Bool = false
    ) {
        self.hasColours = hasColours
        self.authors = authors
        self.hasProgress = hasProgress
    }

    /// Takes what was written next; the lines that are whole now.
    mutating func add(_ bytes: some Sequence<UInt8>) -> String {
        rest += bytes
        guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return "" }
        let lines = rest[...end]
        rest = Array(rest[(end + 1)...])
        return shown(lines)
    }

    /// What was written without an end of line.
    mutating func finish() -> String {
        defer { rest = [] }
        return shown(rest[...])
    }

    /// The lines as they are shown.
    private mutating func shown(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).compactMap {
            let line = Self.shown(String(decoding: $0, as: UTF8.self), hasColours: hasColours)
            return hasProgress && Self.isProgress(line) ? nil : authors.restored(line)
        }.joined(separator: "\n")
    }

    /// Whether a line says how far CMake, make or Ninja is, or that a compiler failed, which has said
    /// itself why.
    static func isProgress(_ line: String) -> Bool {
        let beginnings = #/(-- |\[ *[0-9]+%\] |\[[0-9]+/[0-9]+\] )/#
        let words =
            #/(Consolidate compiler generated|Scanning) dependencies |Not searching for unused /#
        let ninja = #/ninja: (build stopped: subcommand failed|no work to do)/#
        let make = #/g?make(\[[0-9]+\])?: \*\*\* \[.*\] Error [0-9]+/#
        return line.starts(with: beginnings) || line.starts(with: words)
            || line.starts(with: ninja) || line.wholeMatch(of: make) != nil
    }

    /// A line with nothing in it that moves a terminal's cursor.
    static func shown(_ text: String, hasColours: Bool = false) -> String {
        var result = ""
        var scalars = text.unicodeScalars[...]
        while let scalar = scalars.first {
            if hasColours, let colour = colour(at: scalars) {
                result.unicodeScalars += colour
                scalars = scalars[colour.endIndex...]
                continue
            }
            result += String(scalar).neutralised()
            scalars = scalars.dropFirst()
        }
        return result
    }

    /// A sequence that sets a colour, or clears the rest of the line in it (ECMA-48, SGR and EL).
    private static func colour(
        at scalars: Substring.UnicodeScalarView
    ) -> Substring.UnicodeScalarView? {
        guard scalars.starts(with: "\u{1B}[".unicodeScalars) else { return nil }
        let parameters = scalars.dropFirst(2)
        guard let end = parameters.firstIndex(where: { !("0"..."9").contains($0) && $0 != ";" }),
            scalars[end] == "m" || scalars[end] == "K"
        else { return nil }
        return scalars[...end]
    }
}
