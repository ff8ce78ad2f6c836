// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySandbox
package import BelfrySystem
internal import Glibc

/// The process that decodes one picture and ends.
///
/// It reads a file that an attacker may have written, with four libraries in C. So it seals itself before
/// it reads a byte: it holds one file and one pipe, can open nothing, and lies at worst in its pixels.
package enum PictureProcess {
    /// Seals this process, decodes the picture and writes it out.
    ///
    /// - Parameters:
    ///   - file: The picture's file.
    ///   - output: Where the pixels go, as ``PixelGrid`` writes them.
    /// - Returns: The process's exit status (man 3 sysexits).
    package static func run(_ file: consuming Descriptor, to output: consuming Descriptor) -> Int32
    {
        do throws(SystemError) {
            try seal.apply()
            let bytes = try file.readAll(limit: PixelGrid.fileByteLimit)
            guard let grid = PixelGrid.decode(bytes) else { return EX_DATAERR }
            try output.writeAll(grid.message)
            return EX_OK
        } catch {
            return EX_OSERR
        }
    }

    /// Its memory is more than a GIF or a WebP of the most pixels needs while it is decoded as a whole.
    private static let seal = ReaderSeal(dataByteCount: 768 * 1024 * 1024, calls: ["write"])
}
