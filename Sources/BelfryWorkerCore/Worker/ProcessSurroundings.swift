// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import Glibc

/// What one request can change for the next in all of the process: directory, umask, locale.
///
/// Taken and put back as ``ThreadSurroundings`` are, by the work thread alone.
struct ProcessSurroundings {
    private let directory: String?
    private let mask: mode_t
    private let locale: String?

    /// Takes those of this process.
    init() {
        directory = Self.currentDirectory
        mask = umask(0o077)
        umask(mask)
        locale = Self.currentLocale
    }

    /// Puts back what is not as it was.
    func restore() {
        umask(mask)
        if let directory, Self.currentDirectory != directory { unsafe _ = chdir(directory) }
        if let locale, Self.currentLocale != locale { unsafe _ = setlocale(LC_ALL, locale) }
    }

    private static var currentDirectory: String? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            unsafe getcwd(buffer.baseAddress, buffer.count).map { unsafe String(cString: $0) }
        }
    }

    private static var currentLocale: String? {
        unsafe setlocale(LC_ALL, nil).map { unsafe String(cString: $0) }
    }
}
