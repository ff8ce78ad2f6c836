// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// How large a text is when it is set in lines.
package struct LayoutTextSize: Equatable, Sendable {
    package var width = 0.0
    package var height = 0.0
    package var lineCount = 0

    /// How far the first baseline is from the top, and the last one from the bottom.
    package var firstBaseline = 0.0
    package var lastBaseline = 0.0

    package init() {}
}

extension LayoutText {
    /// Sets the text in lines, and measures them.
    ///
    /// Lines end at newlines, and where the next word would go past `width`; a word that is wider
    /// than that is broken. No words are broken where the text is set in one line.
    ///
    /// - Parameter width: The room for a line; nil for any.
    /// - Returns: The size of the lines that are shown; no height for a text without letters.
    package func measure(within width: Double?) -> LayoutTextSize {
        guard !string.isEmpty else { return LayoutTextSize() }
        let ownFace = LineSetter.Face(font)
        var setter = LineSetter(
            room: lineLimit == 1 ? .infinity : width ?? .infinity,
            lineLimit: lineLimit > 0 ? lineLimit : .max,
            breaksWords: lineBreak == .characters,
            face: ownFace
        )
        var rest = runs[...]
        var runFace = rest.first.map { LineSetter.Face($0.font) }
        var offset = 0
        for scalar in string.unicodeScalars {
            guard !setter.isFull else { break }
            while let run = rest.first, run.end <= offset {
                rest.removeFirst()
                runFace = rest.first.map { LineSetter.Face($0.font) }
            }
            let isInRun = (rest.first?.start ?? .max) <= offset
            setter.add(scalar, in: isInRun ? runFace ?? ownFace : ownFace)
            offset += UTF8.width(scalar)
        }
        var size = setter.finish()
        if let width, size.width > width { size.width = max(width, 0) }
        return size
    }
}

extension LayoutRun {
    fileprivate var end: Int { start.addingReportingOverflow(count).partialValue }
}
