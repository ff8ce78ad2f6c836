// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

/// The name of a shared library's file: `libstamp.so`, or `libstamp.so.1.2` with its version.
struct LibraryName {
    /// The library's name alone, such as `stamp`.
    let base: String

    /// Takes a path apart; nil where it does not end as a shared library's does.
    init?(_ path: String) {
        guard let parts = FilePath(path).name.wholeMatch(of: /(.+?)\.so(\.[0-9]+)*/) else {
            return nil
        }
        let name = parts.1
        base = name.hasPrefix("lib") && name.count > 3 ? String(name.dropFirst(3)) : String(name)
    }
}
