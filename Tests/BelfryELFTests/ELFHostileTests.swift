// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

import Testing

@testable import BelfryELF

/// Files made to break a reader: what counts is that each is answered, and no more is read than
/// should be.
struct ELFHostileTests {
    @Test func `every shortened copy is refused`() async throws {
        let bytes = try await Fixture.library.value
        let loaded = try #require(loadedByteCount(bytes))

        for count in 0..<loaded {
            let error = fault { () throws(ELFError) in
                _ = try ELFImage.parse(Array(bytes[..<count]), name: "Stamp")
            }
            #expect(error?.code == (count < 4 ? .notELF : .truncated), "cut to \(count) bytes")
        }
    }

    @Test(
        arguments: [
            [0x00], [0xff], [0x7f], [0x80], [0x01],
            [0xff, 0xff, 0xff, 0xff], [0xff, 0xff, 0xff, 0x7f], [0x00, 0x00, 0x00, 0x80],
            [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
            [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f],
            [0xf0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
        ] as [[UInt8]]
    )
    func `every changed byte of headers and tables is answered`(value: [UInt8]) async throws {
        let bytes = try await Fixture.library.value
        var answers = 0

        for offset in tables(of: bytes) where offset + value.count <= bytes.count {
            let changed = bytes.replacing(at: offset, with: value)
            let error = fault { () throws(ELFError) in
                let image = try ELFImage.parse(changed, name: "Stamp")
                try ELFCheck().check(image)
                _ = image.symbols.exported
            }
            answers += 1
            if let error { #expect(error.message.hasPrefix("Stamp ")) }
        }

        #expect(answers > 1000)
    }

    @Test func `four sparse gigabytes are refused unread`() {
        let source = SparseSource(length: 4 << 30, prefix: [0x7f, 0x45, 0x4c, 0x46])
        let error = fault { () throws(ELFError) in _ = try ELFImage.parse(source, name: "Stamp") }

        #expect(error?.code == .tooLarge)
        #expect(
            error?.message
                == "Stamp has 4294967296 bytes: strip it, or split it; 512 MiB is the limit"
        )
        #expect(source.byteCountRead == 0)
    }

    @Test func `a large library is read in small parts`() async throws {
        let bytes = try await Fixture.library.value
        let source = SparseSource(length: 500 << 20, prefix: bytes)

        let image = try ELFImage.parse(source, name: "Stamp")

        #expect(image.symbols.definitions(of: ELFCheck.entryName).count == 1)
        #expect(source.byteCountRead <= bytes.count)
    }

    @Test func `a hash table that never ends is not followed`() async throws {
        let bytes = try await Fixture.library.value
        let hash = try #require(sectionOffset(in: bytes, tag: 0x6fff_fef5))
        // Two billion buckets; then a first symbol past the highest bucket's.
        for (offset, value) in [(0, 0x7fff_ffff), (8, 0x7fff_ffff), (4, 0xffff_fff0)] {
            let word = withBytes(of: UInt32(value))
            let changed = bytes.replacing(at: hash + offset, with: word)
            let error = fault { () throws(ELFError) in
                _ = try ELFImage.parse(changed, name: "Stamp")
            }
            #expect(error?.code == .malformed)
        }
    }

    @Test func `a source that fails is named`() {
        let error = fault { () throws(ELFError) in
            _ = try ELFImage.parse(BrokenSource(), name: "Stamp")
        }

        #expect(error?.code == .unreadable)
        #expect(error?.message == "Stamp cannot be read: the disk is gone")
    }

    @Test func `a source that gives less than it said is a truncated file`() {
        let error = fault { () throws(ELFError) in
            _ = try ELFImage.parse(ShortSource(), name: "Stamp")
        }

        #expect(error?.code == .truncated)
    }

    /// Where the loader's tables lie: all before the code, and the dynamic table.
    private func tables(of bytes: [UInt8]) -> [Int] {
        let dynamic = headers(of: bytes).first { number(bytes, $0, 4) == 2 }
        let start = dynamic.map { Int(number(bytes, $0 + 8, 8)) } ?? 0
        return Array(0..<0x600) + Array(start..<start + 0x200)
    }

    private func headers(of bytes: [UInt8]) -> [Int] {
        Array(stride(from: 64, to: 64 + 56 * Int(bytes[56]), by: 56))
    }

    private func loadedByteCount(_ bytes: [UInt8]) -> Int? {
        headers(of: bytes).filter { number(bytes, $0, 4) == 1 }
            .map { Int(number(bytes, $0 + 8, 8) + number(bytes, $0 + 32, 8)) }
            .max()
    }

    /// The place of a table named by a dynamic entry; tables before the code lie at their address.
    private func sectionOffset(in bytes: [UInt8], tag: UInt64) -> Int? {
        guard let dynamic = headers(of: bytes).first(where: { number(bytes, $0, 4) == 2 }) else {
            return nil
        }
        let start = Int(number(bytes, dynamic + 8, 8))
        return stride(from: start, to: start + 0x200, by: 16)
            .first { number(bytes, $0, 8) == tag }
            .map { Int(number(bytes, $0 + 8, 8)) }
    }

    private func number(_ bytes: [UInt8], _ offset: Int, _ width: Int) -> UInt64 {
        bytes[offset..<offset + width].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private func withBytes(of word: UInt32) -> [UInt8] {
        [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> $0) }
    }
}

/// A long file of which only the beginning is not a hole; it counts what is read.
private final class SparseSource: ELFSource {
    let length: UInt64
    let prefix: [UInt8]
    private(set) var byteCountRead = 0

    init(length: UInt64, prefix: [UInt8]) {
        self.length = length
        self.prefix = prefix
    }

    func byteCount() -> UInt64 { length }

    func read(at offset: UInt64, count: Int) -> [UInt8] {
        byteCountRead += count
        let found = prefix.read(at: offset, count: count)
        return found + [UInt8](repeating: 0, count: count - found.count)
    }
}

private struct BrokenSource: ELFSource {
    struct Failure: Error, CustomStringConvertible {
        let description = "the disk is gone"
    }

    func byteCount() -> UInt64 { 4096 }

    func read(at offset: UInt64, count: Int) throws(Failure) -> [UInt8] { throw Failure() }
}

private struct ShortSource: ELFSource {
    func byteCount() -> UInt64 { 4096 }

    func read(at offset: UInt64, count: Int) -> [UInt8] { [0x7f, 0x45, 0x4c, 0x46] }
}
