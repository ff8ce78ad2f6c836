// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CCoreFoundation

/// What the dynamic linker has loaded out of a folder.
enum LoadedLibrary {
    /// The name of the file that was loaded first out of a folder; nil where none was.
    ///
    /// Of an extension's bundle that is the extension: what it needs is loaded behind it.
    static func name(in folder: String) -> String? {
        guard let path = unsafe belfry_first_loaded(folder) else { return nil }
        return unsafe String(cString: path).split(separator: "/").last.map(String.init)
    }
}
