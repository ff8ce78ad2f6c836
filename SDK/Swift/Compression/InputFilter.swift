// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// Packs or unpacks data as they are asked for.
public class InputFilter<D: DataProtocol> {
    private let read: (Int) throws -> D?
    private let coder: Coder
    private let capacity: Int

    /// What was read and not used.
    private var rest = Data()
    private var hasRead = false

    /// A filter.
    ///
    /// - Parameters:
    ///   - operation: What it does.
    ///   - algorithm: How.
    ///   - bufferCapacity: The most bytes that it reads at once.
    ///   - readFunc: Gives at most so many bytes; nil or none at the end.
    /// - Throws: ``FilterError/invalidState`` for an algorithm that is not here.
    public init(
        _ operation: FilterOperation,
        using algorithm: Algorithm,
        bufferCapacity: Int = 65536,
        readingFrom readFunc: @escaping (Int) throws -> D?
    ) throws {
        coder = try Coder(operation, algorithm, capacity: bufferCapacity)
        capacity = bufferCapacity
        read = readFunc
    }

    /// Gives what comes out next.
    ///
    /// - Parameter count: Most bytes.
    /// - Returns: Fewer only at the end; nil behind it.
    /// - Throws: ``FilterError/invalidData``, and what the closure throws.
    public func readData(ofLength count: Int) throws -> Data? {
        precondition(count > 0, "a number of bytes is above 0")
        var output = Data()
        while output.count < count, !coder.hasEnded {
            if rest.isEmpty, !hasRead {
                rest = try read(capacity).map { Data($0) } ?? Data()
                hasRead = rest.isEmpty
            }
            rest = try coder.code(rest, isLast: hasRead, limit: count - output.count) {
                output.append($0)
            }
        }
        return output.isEmpty && coder.hasEnded ? nil : output
    }
}
