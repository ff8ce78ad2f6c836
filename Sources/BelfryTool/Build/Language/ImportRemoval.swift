// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Takes out of a Swift source the imports of Apple's frameworks that are not here, in place.
///
/// Many files import a framework, or a submodule of one, that they use nothing of. Such an import
/// becomes one of Swift's own module, which is there already, so that line and column of everything
/// else stay as they are. A file that does use the framework fails to compile at the name it uses.
struct ImportRemoval {
    /// The source as it is to be compiled; nil when it can be compiled as it is.
    let rewritten: [UInt8]?

    /// The frameworks that were left out, in order.
    let modules: [String]

    /// Looks for imports.
    ///
    /// Those within `#if` stay: their absence is provided for.
    ///
    /// - Parameters:
    ///   - text: The source.
    ///   - absent: The frameworks that are not here.
    init(_ text: SwiftText, absent: Set<String>) {
        let code = text.code
        var bytes = text.bytes
        var modules: [String] = []
        var depth = 0
        for (position, token) in code.enumerated() {
            switch (token.kind, text[token]) {
            case (.directive, "#if"): depth += 1
            case (.directive, "#endif"): depth -= 1
            case (.word, "import") where depth == 0 && position + 1 < code.count:
                let first = position + 1
                // `import struct SwiftUI.Color` names what it takes.
                let hasKind = SourceFacts.importKinds.contains(text[code[first]])
                guard let name = SourceFacts.module(in: code[first...].prefix(2).map { text[$0] }),
                    absent.contains(name)
                else { continue }
                var last = hasKind ? first + 1 : first
                while last + 2 < code.count, text[code[last + 1]] == "." { last += 2 }
                let range = code[first].range.lowerBound..<code[last].range.upperBound
                guard range.count >= Self.filler.count else { continue }
                modules.append(name)
                let blank = repeatElement(UInt8(ascii: " "), count: range.count - Self.filler.count)
                bytes.replaceSubrange(range, with: Self.filler + blank)
            default: break
            }
        }
        self.modules = modules
        rewritten = modules.isEmpty ? nil : bytes
    }

    private static let filler = Array("Swift".utf8)
}
