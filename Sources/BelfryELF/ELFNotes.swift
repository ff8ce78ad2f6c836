// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The notes that linkers and compilers leave in a library.
struct ELFNotes {
    /// The build id in hexadecimal; nil when there is none or its note makes no sense.
    private(set) var buildID: String?

    /// The text that `belfry build` notes; nil when there is none.
    private(set) var sdkNote: String?

    /// Reads the notes; of several of one kind, the first counts.
    init(
        from source: borrowing some ELFSource & ~Copyable,
        segments: ELFSegmentTable
    ) throws(ELFFault) {
        // Segments may overlap, so that a short file may have megabytes of notes.
        var byteCount: UInt64 = 0
        for segment in segments.all(.note) where byteCount < ELFLimits.noteByteCount {
            guard
                let extent = segments.contents(of: segment),
                extent.byteCount <= ELFLimits.noteByteCount
            else { continue }
            let block = try source.block(extent, limit: ELFLimits.noteByteCount)
            byteCount += UInt64(block.bytes.count)
            read(block.bytes[...])
        }
    }

    /// Takes what is known: name `GNU`, type 3 (`NT_GNU_BUILD_ID`), and name `Belfry`, type 1.
    ///
    /// The parts of a note are padded to 4 bytes.
    private mutating func read(_ notes: ArraySlice<UInt8>) {
        var rest = notes
        while rest.count >= 12 {
            let head = ELFBlock(bytes: Array(rest.prefix(12)))
            let name = rest.dropFirst(12).prefix(Int(head.number(at: 0, as: UInt32.self)))
            let content = rest.dropFirst(12 + Self.padded(name.count))
                .prefix(Int(head.number(at: 4, as: UInt32.self)))
            let kind = head.number(at: 8) as UInt32
            if buildID == nil, name.elementsEqual("GNU\0".utf8), kind == 3, !content.isEmpty {
                buildID = Self.hexadecimal(content.prefix(64))
            }
            if sdkNote == nil, name.elementsEqual("Belfry\0".utf8), kind == 1 {
                sdkNote = String(decoding: content.prefix { $0 != 0 }, as: UTF8.self)
            }
            rest = rest.dropFirst(12 + Self.padded(name.count) + Self.padded(content.count))
        }
    }

    private static func padded(_ count: Int) -> Int { (count + 3) & ~3 }

    private static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}
