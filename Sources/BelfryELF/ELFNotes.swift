// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The notes a linker leaves in a library.
enum ELFNotes {
    /// The build id in hexadecimal; nil when there is none or its note makes no sense.
    static func buildID(
        from source: borrowing some ELFSource & ~Copyable,
        segments: ELFSegmentTable
    ) throws(ELFFault) -> String? {
        for segment in segments.all(.note) {
            guard
                let extent = segments.contents(of: segment),
                extent.byteCount <= ELFLimits.noteByteCount
            else { continue }
            let block = try source.block(extent, limit: ELFLimits.noteByteCount)
            if let found = buildID(in: block.bytes[...]) { return found }
        }
        return nil
    }

    /// Looks for name `GNU`, type 3 (`NT_GNU_BUILD_ID`); its parts are padded to 4 bytes.
    private static func buildID(in notes: ArraySlice<UInt8>) -> String? {
        var rest = notes
        while rest.count >= 12 {
            let head = ELFBlock(bytes: Array(rest.prefix(12)))
            let name = rest.dropFirst(12).prefix(Int(head.number(at: 0, as: UInt32.self)))
            let content = rest.dropFirst(12 + padded(name.count))
                .prefix(Int(head.number(at: 4, as: UInt32.self)))
            if name.elementsEqual("GNU\0".utf8), head.number(at: 8) as UInt32 == 3 {
                return content.isEmpty ? nil : hexadecimal(content.prefix(64))
            }
            rest = rest.dropFirst(12 + padded(name.count) + padded(content.count))
        }
        return nil
    }

    private static func padded(_ count: Int) -> Int { (count + 3) & ~3 }

    private static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}
