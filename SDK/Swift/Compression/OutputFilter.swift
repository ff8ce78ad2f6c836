// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// Packs or unpacks data that are written to it.
public class OutputFilter {
    private let write: (Data?) throws -> Void
    private var coder: Coder?

    /// A filter; it is to be ended by ``finalize()``.
    ///
    /// - Parameters:
    ///   - operation: What it does.
    ///   - algorithm: How.
    ///   - bufferCapacity: The most bytes that it writes at once.
    ///   - writeFunc: Takes what comes out, and nil at the end.
    /// - Throws: ``FilterError/invalidState`` for an algorithm that is not here.
    public init(
        _ operation: FilterOperation,
        using algorithm: Algorithm,
        bufferCapacity: Int = 65536,
        writingTo writeFunc: @escaping (Data?) throws -> Void
    ) throws {
        coder = try Coder(operation, algorithm, capacity: bufferCapacity)
        write = writeFunc
    }

    deinit {
        try? finalize()
    }

    /// Takes data; nil, or none, ends the filter.
    ///
    /// - Parameter data: The data.
    /// - Throws: ``FilterError``, and what the closure throws.
    public func write<D: DataProtocol>(_ data: D?) throws {
        guard let data, !data.isEmpty else { return try finalize() }
        guard let coder else { throw FilterError.invalidState }
        _ = try coder.code(Data(data), isLast: false, write)
    }

    /// Writes what is still to be written, and nil; nothing where that was done.
    ///
    /// - Throws: ``FilterError/invalidData`` where the input was not whole, and what the closure throws.
    public func finalize() throws {
        guard let coder else { return }
        self.coder = nil
        _ = try coder.code(Data(), isLast: true, write)
        try write(nil)
    }
}
