// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The rule for identifiers that become names of directories: they come from bundles, which nobody
/// trusts.
package enum StorageName {
    /// Most characters that it may have.
    package static let lengthLimit = 128

    /// Whether an identifier can be a directory's name: 1 to 128 of `A-Z a-z 0-9 - _ .`, no dot at
    /// either end, and no two in a row.
    package static func isValid(_ identifier: String) -> Bool {
        let scalars = identifier.unicodeScalars
        guard (1...lengthLimit).contains(scalars.count) else { return false }
        let isPlain = scalars.allSatisfy { scalar in
            scalar.isASCII
                && (scalar.properties.isAlphabetic || isDigit(scalar)
                    || scalar == "-" || scalar == "_" || scalar == ".")
        }
        return isPlain && !identifier.hasPrefix(".") && !identifier.hasSuffix(".")
            && !identifier.contains("..")
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar)
    }
}
