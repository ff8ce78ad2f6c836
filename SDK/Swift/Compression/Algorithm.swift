// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

@_exported public import CCompression

/// How a filter packs data.
public enum Algorithm: CaseIterable, RawRepresentable, Sendable {
    /// LZFSE, Apple's own; a filter of it throws ``FilterError/invalidState``.
    case lzfse

    /// A raw deflate stream (RFC 1951), without zlib's header and checksum.
    case zlib

    /// LZ4 in Apple's frames.
    case lz4

    /// The xz format.
    case lzma

    /// Brotli; a filter of it throws ``FilterError/invalidState``.
    case brotli

    /// The algorithm that a constant of C names.
    ///
    /// - Parameter rawValue: The constant; nil comes of one that no filter has.
    public init?(rawValue: compression_algorithm) {
        guard let algorithm = Self.allCases.first(where: { $0.rawValue == rawValue }) else {
            return nil
        }
        self = algorithm
    }

    /// The constant of C.
    public var rawValue: compression_algorithm {
        switch self {
        case .lzfse: COMPRESSION_LZFSE
        case .zlib: COMPRESSION_ZLIB
        case .lz4: COMPRESSION_LZ4
        case .lzma: COMPRESSION_LZMA
        case .brotli: COMPRESSION_BROTLI
        }
    }
}

/// What a filter does.
public enum FilterOperation: RawRepresentable, Sendable {
    /// Packs.
    case compress

    /// Unpacks.
    case decompress

    /// The operation that a constant of C names.
    ///
    /// - Parameter rawValue: The constant.
    public init?(rawValue: compression_stream_operation) {
        switch rawValue {
        case COMPRESSION_STREAM_ENCODE: self = .compress
        case COMPRESSION_STREAM_DECODE: self = .decompress
        default: return nil
        }
    }

    /// The constant of C.
    public var rawValue: compression_stream_operation {
        switch self {
        case .compress: COMPRESSION_STREAM_ENCODE
        case .decompress: COMPRESSION_STREAM_DECODE
        }
    }
}

/// Why a filter failed.
public enum FilterError: Error {
    /// It cannot be made, or was used after its end.
    case invalidState

    /// The data are not of its algorithm, or not whole.
    case invalidData
}
