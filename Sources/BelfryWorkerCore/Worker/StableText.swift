// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CBelfry

/// Bytes that stay where they are, so that the extension can borrow them (ABI-4).
///
/// An array may move when it is touched; this does not until it is gone.
@safe
final class StableText {
    private let bytes: UnsafeMutableBufferPointer<UInt8>

    /// Copies the bytes.
    init(_ source: some Collection<UInt8>) {
        let count = source.count
        unsafe bytes = .allocate(capacity: count)
        _ = unsafe bytes.initialize(fromContentsOf: source)
    }

    deinit {
        guard let keeper = unsafe PoisonedTexts.keeper else { return unsafe bytes.deallocate() }
        unsafe keeper.take(bytes)
    }

    /// How many bytes there are.
    var count: Int { unsafe bytes.count }

    /// A view that lives as long as this object.
    var borrowed: bf_string {
        unsafe bf_string(bytes: UnsafePointer(bytes.baseAddress), count: UInt64(bytes.count))
    }

    /// A copy for the wire.
    var copied: [UInt8] { unsafe Array(bytes) }
}
