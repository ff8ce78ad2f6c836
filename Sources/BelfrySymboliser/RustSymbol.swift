// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// A function's name as rustc mangles it by its own scheme, `_R…` (RFC 2603, "v0").
///
/// libstdc++ reads C++'s scheme, in which rustc wrote before. Of the libraries that read this one,
/// libiberty is part of the sources of binutils and of gdb, with no interface that is promised, and
/// `rustc-demangle` would make the sealed process need a Rust toolchain. So it is read here, in that
/// process: the name is an attacker's.
///
/// What is written is for a reader: hashes of crates and lifetimes are left out, and a name that the
/// scheme escapes, as it is not ASCII, stays as it is escaped.
package enum RustSymbol {
    /// Reads a name.
    ///
    /// - Parameter name: A symbol's name.
    /// - Returns: Such as `<courier::Queue<u8>>::next::{closure#0}`; nil for a name of another scheme,
    ///   and for one that is malformed.
    package static func demangled(_ name: String) -> String? {
        guard name.hasPrefix("_R"), name.utf8.count <= nameByteLimit else { return nil }
        var printer = RustSymbolPrinter(Array(name.utf8.dropFirst(2)))
        do throws(RustSymbolPrinter.Fault) {
            try printer.printSymbol()
        } catch {
            // A part of a long text tells more than the mangled name.
            guard error == .tooLong else { return nil }
        }
        return printer.text
    }

    /// The longest name that is read; `belfry_symbol` has room for less.
    private static let nameByteLimit = 4096
}
