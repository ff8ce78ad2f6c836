// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Puts a subclass's method in the place of its class's own, for every object of the class.
///
/// A method of a class is called through the table in the class's metadata, which is as long in a
/// subclass and has what that overrides in the same places (docs/ABI/TypeMetadata.rst of Swift).
enum ClassRepair {
    /// The first words of a class's metadata: its kind and superclass, five words of sizes, flags
    /// and description, and the destroyer of its variables.
    private static let headerWordCount = 7

    /// Where the metadata has its size, and how much of that comes before its address.
    private static let (sizeOffset, addressPointOffset) = (32, 36)

    /// Replaces a method.
    ///
    /// - Parameters:
    ///   - method: Where its code is; nothing is replaced where the class does not have that.
    ///   - base: The class.
    ///   - replacement: The subclass that overrides the method.
    static func replace(
        _ method: UnsafeRawPointer?,
        of base: AnyClass,
        by replacement: AnyClass
    ) {
        guard let method = unsafe method else { return }
        let original = UInt(bitPattern: method)
        let metadata = unsafe unsafeBitCast(base, to: UnsafeMutableRawPointer.self)
        let other = unsafe unsafeBitCast(replacement, to: UnsafeRawPointer.self)
        let size = unsafe metadata.load(fromByteOffset: sizeOffset, as: UInt32.self)
        let before = unsafe metadata.load(fromByteOffset: addressPointOffset, as: UInt32.self)
        let wordCount = Int(size - min(before, size)) / MemoryLayout<UInt>.size
        guard headerWordCount < wordCount else { return }
        for index in headerWordCount..<wordCount {
            let offset = index * MemoryLayout<UInt>.size
            guard unsafe metadata.load(fromByteOffset: offset, as: UInt.self) == original else {
                continue
            }
            let code = unsafe other.load(fromByteOffset: offset, as: UInt.self)
            unsafe metadata.storeBytes(of: code, toByteOffset: offset, as: UInt.self)
        }
    }
}
