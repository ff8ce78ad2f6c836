// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CCompression
internal import Foundation

/// A stream of the library's that frees itself.
@safe final class Coder {
    private var stream: UnsafeMutablePointer<compression_stream>

    /// Room for what comes out of one step.
    private var room: [UInt8]

    /// Whether all output is there.
    private(set) var hasEnded = false

    init(
        _ operation: FilterOperation,
        _ algorithm: Algorithm,
        capacity: Int
    ) throws(FilterError) {
        unsafe stream = .allocate(capacity: 1)
        room = Array(repeating: 0, count: max(capacity, 1))
        let status = unsafe compression_stream_init(
            stream,
            operation.rawValue,
            algorithm.rawValue
        )
        // The deinitialiser does what else there is to do.
        guard status == COMPRESSION_STATUS_OK else { throw .invalidState }
    }

    deinit {
        _ = unsafe compression_stream_destroy(stream)
        unsafe stream.deallocate()
    }

    /// Takes input, all of it, and hands on what comes out.
    ///
    /// - Parameters:
    ///   - input: More input; without `isLast` there is more to come.
    ///   - isLast: Whether it is the last.
    ///   - limit: Most bytes that come out; what is left of the input comes back.
    ///   - take: Gets the output, in pieces.
    /// - Returns: The input that was not used.
    /// - Throws: ``FilterError/invalidData``, and what `take` throws.
    func code(
        _ input: Data,
        isLast: Bool,
        limit: Int = .max,
        _ take: (Data) throws -> Void
    ) throws -> Data {
        let input = [UInt8](input)
        var used = 0
        var left = limit
        while !hasEnded, left > 0 {
            let step = step(input[used...], isLast: isLast, capacity: left)
            guard step.status != COMPRESSION_STATUS_ERROR else { throw FilterError.invalidData }
            used += step.used
            left -= step.written
            hasEnded = step.status == COMPRESSION_STATUS_END
            if step.written > 0 { try take(Data(room[..<step.written])) }
            let isIdle = step.used == 0 || used == input.count
            if step.written == 0, isIdle, !isLast { break }
        }
        return Data(input[used...])
    }

    private func step(
        _ input: ArraySlice<UInt8>,
        isLast: Bool,
        capacity: Int
    ) -> (status: compression_status, used: Int, written: Int) {
        let size = min(capacity, room.count)
        return unsafe room.withUnsafeMutableBufferPointer { output in
            unsafe input.withUnsafeBufferPointer { bytes in
                guard let start = output.baseAddress else {
                    return (COMPRESSION_STATUS_ERROR, 0, 0)
                }
                unsafe stream.pointee.dst_ptr = start
                unsafe stream.pointee.dst_size = size
                // Where there is no input, its place is not looked at.
                unsafe stream.pointee.src_ptr = bytes.baseAddress ?? UnsafePointer(start)
                unsafe stream.pointee.src_size = bytes.count
                let flags = isLast ? Int32(COMPRESSION_STREAM_FINALIZE.rawValue) : 0
                let status = unsafe compression_stream_process(stream, flags)
                return unsafe (
                    status, bytes.count - stream.pointee.src_size, size - stream.pointee.dst_size
                )
            }
        }
    }
}
