// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Compression
internal import Foundation
internal import FoundationSupplement
internal import Testing

@Suite struct CompressionTests {
    /// Text that packs well.
    private static let text = Array(
        String(repeating: "the bells of the belfry; ", count: 4000).utf8
    )

    /// `zlib.compressobj(wbits=-15)` of Python on "hello hello hello hello".
    private static let deflated: [UInt8] = [
        0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x57, 0xc8, 0x40, 0x27, 0x01,
    ]

    private func encode(_ bytes: [UInt8], _ algorithm: compression_algorithm, room: Int) -> [UInt8]
    {
        var packed = [UInt8](repeating: 0, count: room)
        let count = unsafe compression_encode_buffer(
            &packed,
            room,
            bytes,
            bytes.count,
            nil,
            algorithm
        )
        return Array(packed.prefix(count))
    }

    private func decode(_ bytes: [UInt8], _ algorithm: compression_algorithm, room: Int) -> [UInt8]
    {
        var unpacked = [UInt8](repeating: 0, count: room)
        let count = unsafe compression_decode_buffer(
            &unpacked,
            room,
            bytes,
            bytes.count,
            nil,
            algorithm
        )
        return Array(unpacked.prefix(count))
    }

    @Test func `zlib is a raw deflate stream`() {
        let text = decode(Self.deflated, COMPRESSION_ZLIB, room: 100)
        #expect(String(decoding: text, as: UTF8.self) == "hello hello hello hello")
    }

    @Test(arguments: [Algorithm.zlib, .lzma, .lz4])
    func `a buffer comes back as it was`(_ algorithm: Algorithm) {
        let packed = encode(Self.text, algorithm.rawValue, room: Self.text.count)
        #expect(packed.count > 10 && packed.count < Self.text.count / 50)
        #expect(decode(packed, algorithm.rawValue, room: Self.text.count + 1) == Self.text)
        // As many bytes as there is room for, as Apple's.
        #expect(decode(packed, algorithm.rawValue, room: 100) == Array(Self.text.prefix(100)))
        #expect(encode(Self.text, algorithm.rawValue, room: 20) == [])
    }

    @Test(arguments: [Algorithm.zlib, .lzma, .lz4])
    func `what is cut off or is something else is nothing`(_ algorithm: Algorithm) {
        let packed = encode(Self.text, algorithm.rawValue, room: Self.text.count)
        #expect(decode(Array(packed.dropLast(9)), algorithm.rawValue, room: 1 << 20) == [])
        #expect(decode(Array("plainly no such thing".utf8), algorithm.rawValue, room: 100) == [])
        #expect(decode([], algorithm.rawValue, room: 100) == [])
    }

    @Test(arguments: [COMPRESSION_LZFSE, COMPRESSION_BROTLI, COMPRESSION_LZBITMAP])
    func `other algorithms fail`(_ algorithm: compression_algorithm) {
        #expect(encode(Self.text, algorithm, room: Self.text.count) == [])
        let stream = UnsafeMutablePointer<compression_stream>.allocate(capacity: 1)
        defer { unsafe stream.deallocate() }
        let status = unsafe compression_stream_init(stream, COMPRESSION_STREAM_DECODE, algorithm)
        #expect(status == COMPRESSION_STATUS_ERROR)
    }

    /// `LZ4_compress_default` of liblz4 1.9.4 on "hello hello hello hello".
    private static let block: [UInt8] = [
        0x68, 0x68, 0x65, 0x6C, 0x6C, 0x6F, 0x20, 0x06, 0x00, 0x50, 0x68, 0x65, 0x6C, 0x6C, 0x6F,
    ]

    @Test func `LZ4 is a block of the library's, which Apple puts into frames`() {
        let text = "hello hello hello hello"
        let plain = decode(Self.block, COMPRESSION_LZ4_RAW, room: 100)
        #expect(String(decoding: plain, as: UTF8.self) == text)
        let size = UInt8(Self.block.count)
        let frames =
            "bv41".utf8 + [23, 0, 0, 0, size, 0, 0, 0] + Self.block
            + "bv4-".utf8 + [2, 0, 0, 0] + "!\n".utf8 + "bv4$".utf8
        let framed = decode(Array(frames), COMPRESSION_LZ4, room: 100)
        #expect(String(decoding: framed, as: UTF8.self) == text + "!\n")
        let raw = encode(Self.text, COMPRESSION_LZ4_RAW, room: Self.text.count)
        #expect(decode(raw, COMPRESSION_LZ4_RAW, room: Self.text.count + 1) == Self.text)
    }

    @Test func `LZ4 reads no byte that is not there, whatever its blocks say`() {
        // A match before the beginning, a length without an end, sizes that are not the block's.
        #expect(decode([0x10, 0x61, 2, 0], COMPRESSION_LZ4_RAW, room: 100) == [])
        #expect(decode([0xF0, 0xFF, 0xFF], COMPRESSION_LZ4_RAW, room: 100) == [])
        for (unpacked, packed): (UInt8, UInt8) in [(22, 0), (23, 1), (23, 200)] {
            let head =
                "bv41".utf8 + [unpacked, 0, 0, 0, UInt8(Self.block.count) &+ packed, 0, 0, 0]
            let bytes = Array(head) + Self.block + Array("bv4$".utf8)
            #expect(decode(bytes, COMPRESSION_LZ4, room: 100) == [])
        }
        let huge = Array("bv41".utf8) + [255, 255, 255, 255, 255, 255, 255, 255]
        #expect(decode(huge, COMPRESSION_LZ4, room: 100) == [])
    }

    @Test func `a stream goes on by a byte of input and of room`() {
        let stream = UnsafeMutablePointer<compression_stream>.allocate(capacity: 1)
        defer { unsafe stream.deallocate() }
        let made = unsafe compression_stream_init(
            stream,
            COMPRESSION_STREAM_DECODE,
            COMPRESSION_ZLIB
        )
        #expect(made == COMPRESSION_STATUS_OK)
        var text: [UInt8] = []
        var status = COMPRESSION_STATUS_OK
        var next: UInt8 = 0
        for byte in Self.deflated {
            let input = [byte]
            unsafe input.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return }
                unsafe stream.pointee.src_ptr = start
                unsafe stream.pointee.src_size = 1
                repeat {
                    unsafe withUnsafeMutablePointer(to: &next) { room in
                        unsafe stream.pointee.dst_ptr = room
                        unsafe stream.pointee.dst_size = 1
                        status = unsafe compression_stream_process(stream, 0)
                    }
                    if unsafe stream.pointee.dst_size == 0 { text.append(next) }
                } while unsafe status == COMPRESSION_STATUS_OK && stream.pointee.dst_size == 0
            }
        }
        #expect(status == COMPRESSION_STATUS_END)
        #expect(String(decoding: text, as: UTF8.self) == "hello hello hello hello")
        #expect(unsafe compression_stream_destroy(stream) == COMPRESSION_STATUS_OK)
        #expect(unsafe compression_stream_destroy(stream) == COMPRESSION_STATUS_ERROR)
    }

    @Test func `filters write and read in pieces`() throws {
        var packed = Data()
        var ends = 0
        let output = try OutputFilter(.compress, using: .zlib, bufferCapacity: 64) { data in
            if let data { packed.append(data) } else { ends += 1 }
        }
        for start in stride(from: 0, to: Self.text.count, by: 999) {
            try output.write(Data(Self.text[start..<min(start + 999, Self.text.count)]))
        }
        try output.finalize()
        try output.finalize()
        #expect(ends == 1)
        #expect(throws: FilterError.invalidState) { try output.write(Data([1])) }

        var place = 0
        let input = try InputFilter(.decompress, using: .zlib, bufferCapacity: 50) {
            count -> Data? in
            let piece = packed[place..<min(place + count, packed.count)]
            place += piece.count
            return piece
        }
        var text = Data()
        while let piece = try input.readData(ofLength: 1000) {
            #expect(piece.count <= 1000)
            text.append(piece)
        }
        #expect(Array(text) == Self.text)
    }

    @Test func `a filter throws for what is cut off`() throws {
        let packed = Data(Self.deflated.dropLast(4))
        let output = try OutputFilter(.decompress, using: .zlib) { _ in }
        try output.write(packed)
        #expect(throws: FilterError.invalidData) { try output.finalize() }
        var isRead = false
        let input = try InputFilter(.decompress, using: .zlib) { _ -> Data? in
            defer { isRead = true }
            return isRead ? nil : packed
        }
        #expect(throws: FilterError.invalidData) { _ = try input.readData(ofLength: 100) }
    }

    @Test func `Foundation's data are packed and unpacked`() throws {
        let data = NSData(data: Data(Self.text))
        for algorithm in [NSData.CompressionAlgorithm.zlib, .lzma, .lz4] {
            let packed = try data.compressed(using: algorithm)
            #expect(packed.length < data.length / 50)
            #expect(try packed.decompressed(using: algorithm) == data)
        }
        let error = #expect(throws: CocoaError.self) { try data.decompressed(using: .zlib) }
        #expect(error?.code.rawValue == 5377)
        let unknown = #expect(throws: CocoaError.self) { try data.compressed(using: .lzfse) }
        #expect(unknown?.code.rawValue == 5376)
    }
}
