// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A processor architecture, by its ELF number.
package struct ELFMachine: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number in the header, `e_machine`.
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// 64-bit Intel and AMD.
    package static let x86_64 = ELFMachine(rawValue: 62)

    /// 64-bit Arm.
    package static let aarch64 = ELFMachine(rawValue: 183)

    #if arch(x86_64)
    /// The one this program was built for.
    package static let current = x86_64
    #elseif arch(arm64)
    /// The one this program was built for.
    package static let current = aarch64
    #endif

    /// The architecture's usual name.
    package var description: String {
        switch rawValue {
        case 3: "32-bit x86"
        case 40: "32-bit Arm"
        case 62: "x86-64"
        case 183: "AArch64"
        case 243: "RISC-V"
        default: "machine \(rawValue)"
        }
    }
}
