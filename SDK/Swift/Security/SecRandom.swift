// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

public import Foundation

/// A source of random numbers; there is only the kernel's.
public final class SecRandom: NSObject, Sendable {}

/// A reference to a source of random numbers.
public typealias SecRandomRef = SecRandom

/// The kernel's source.
public let kSecRandomDefault: SecRandomRef? = nil

/// Fills memory with random bytes that nobody can foretell (man 2 getrandom).
///
/// - Parameters:
///   - source: `kSecRandomDefault`.
///   - count: How many bytes.
///   - bytes: Where they go.
/// - Returns: `errSecSuccess`; `errSecParam` for a negative count.
public func SecRandomCopyBytes(
    _ source: SecRandomRef?,
    _ count: Int,
    _ bytes: UnsafeMutableRawPointer
) -> Int32 {
    guard count >= 0 else { return errSecParam }
    var generator = SystemRandomNumberGenerator()
    for offset in 0..<count {
        unsafe bytes.storeBytes(of: generator.next(), toByteOffset: offset, as: UInt8.self)
    }
    return errSecSuccess
}
