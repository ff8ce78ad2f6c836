// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Foundation

/// Gives a class a method of one of its subclasses in place of its own, for every object of it.
///
/// Swift calls a class's method by the method's place in a table, which is part of the class's
/// metadata. A subclass's table begins with the same places, with its own code in those that it
/// overrides (docs/ABI/TypeMetadata.rst of Swift): what stands there is copied into the class's
/// table. Within the method `super` is still the class's own code, which no table is asked for.
enum ClassRepair {
    /// The words of a class's metadata that are before its table: its kind and superclass, five of
    /// sizes, flags and description, and the destroyer of its variables.
    private static let headerWordCount = 7

    /// Where, in bytes, the metadata has its size, and how much of that size lies before the address
    /// that the class goes by.
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
