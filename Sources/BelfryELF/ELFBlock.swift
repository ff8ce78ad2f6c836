// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// Bytes out of a file, read as little-endian numbers.
///
/// Beyond the end everything is zero: there is no position to trap on.
struct ELFBlock {
    let bytes: [UInt8]

    /// The number that begins at `offset`.
    func number<Number: FixedWidthInteger & UnsignedInteger>(
        at offset: Int,
        as type: Number.Type = Number.self
    ) -> Number {
        let width = Number.bitWidth / 8
        guard offset >= 0, offset <= bytes.count - width else { return 0 }
        var result: Number = 0
        for index in (0..<width).reversed() {
            result = result << 8 | Number(truncatingIfNeeded: bytes[offset + index])
        }
        return result
    }
}
