// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A name that a library gives to others.
package struct ELFSymbol: Equatable, Sendable {
    /// The name, as the linker wrote it.
    package let name: String

    /// What it names.
    package let kind: Kind

    /// Where it is, from the start of the library in memory.
    package let address: UInt64

    /// What a symbol names, `STT_*`.
    package enum Kind: Sendable {
        /// Code.
        case function
        /// Data.
        case object
        /// Code chosen by a resolver when the library is loaded.
        case indirectFunction
        /// Data of each thread.
        case threadLocal
        /// Anything else, such as a label without a type.
        case other

        init(info: UInt8) {
            self =
                switch info & 15 {
                case 1: .object
                case 2: .function
                case 6: .threadLocal
                case 10: .indirectFunction
                default: .other
                }
        }
    }
}
