// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CCompression
public import Foundation

extension NSData {
    /// How data are packed.
    public enum CompressionAlgorithm: Int, Sendable {
        /// LZFSE, Apple's own, which fails here.
        case lzfse = 0

        /// LZ4 in Apple's frames.
        case lz4 = 1

        /// The xz format.
        case lzma = 2

        /// A raw deflate stream (RFC 1951), without zlib's header and checksum.
        case zlib = 3

        fileprivate var number: compression_algorithm {
            switch self {
            case .lzfse: COMPRESSION_LZFSE
            case .lz4: COMPRESSION_LZ4
            case .lzma: COMPRESSION_LZMA
            case .zlib: COMPRESSION_ZLIB
            }
        }
    }

    /// Packs the data.
    ///
    /// - Parameter algorithm: How.
    /// - Returns: The packed data.
    /// - Throws: A `CocoaError` of code 5376 for an algorithm that is not here.
    public func compressed(using algorithm: CompressionAlgorithm) throws -> NSData {
        try coded(COMPRESSION_STREAM_ENCODE, algorithm, failure: 5376)
    }

    /// Unpacks the data.
    ///
    /// - Parameter algorithm: How they were packed.
    /// - Returns: The data.
    /// - Throws: A `CocoaError` of code 5377 where they are not whole or not packed like that.
    public func decompressed(using algorithm: CompressionAlgorithm) throws -> NSData {
        try coded(COMPRESSION_STREAM_DECODE, algorithm, failure: 5377)
    }

    // `failure` is the code of NSCompressionFailedError or NSDecompressionFailedError.
    private func coded(
        _ operation: compression_stream_operation,
        _ algorithm: CompressionAlgorithm,
        failure: Int
    ) throws -> NSData {
        let output = unsafe withUnsafeTemporaryAllocation(of: compression_stream.self, capacity: 1)
        {
            stream in
            guard let stream = stream.baseAddress,
                unsafe compression_stream_init(stream, operation, algorithm.number)
                    == COMPRESSION_STATUS_OK
            else { return Data?.none }
            defer { _ = unsafe compression_stream_destroy(stream) }
            return unsafe Self.run(stream, on: [UInt8](Data(referencing: self)))
        }
        guard let output else { throw CocoaError(CocoaError.Code(rawValue: failure)) }
        return NSData(data: output)
    }

    /// All that comes of a stream; nil where the input is not whole or not of its algorithm.
    private static func run(
        _ stream: UnsafeMutablePointer<compression_stream>,
        on input: [UInt8]
    ) -> Data? {
        var output = Data()
        var room = [UInt8](repeating: 0, count: 65536)
        return unsafe input.withUnsafeBufferPointer { bytes in
            unsafe room.withUnsafeMutableBufferPointer { room in
                guard let start = room.baseAddress else { return nil }
                unsafe stream.pointee.src_ptr = bytes.baseAddress ?? UnsafePointer(start)
                unsafe stream.pointee.src_size = bytes.count
                while true {
                    unsafe stream.pointee.dst_ptr = start
                    unsafe stream.pointee.dst_size = room.count
                    let flags = Int32(COMPRESSION_STREAM_FINALIZE.rawValue)
                    let status = unsafe compression_stream_process(stream, flags)
                    guard status != COMPRESSION_STATUS_ERROR else { return nil }
                    let count = unsafe room.count - stream.pointee.dst_size
                    unsafe output.append(start, count: count)
                    if status == COMPRESSION_STATUS_END { return output }
                }
            }
        }
    }
}

extension NSMutableData {
    /// Packs the data where they are.
    ///
    /// - Parameter algorithm: How.
    /// - Throws: As ``NSData/compressed(using:)``.
    public func compress(using algorithm: CompressionAlgorithm) throws {
        setData(Data(referencing: try compressed(using: algorithm)))
    }

    /// Unpacks the data where they are.
    ///
    /// - Parameter algorithm: How they were packed.
    /// - Throws: As ``NSData/decompressed(using:)``.
    public func decompress(using algorithm: CompressionAlgorithm) throws {
        setData(Data(referencing: try decompressed(using: algorithm)))
    }
}
