// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfryDigest
internal import BelfrySystem
internal import Glibc

extension ExtensionBundle {
    /// What the bundle is made of: the SHA-256 of its Info.plist and of its library.
    ///
    /// Reads both to their ends, so not on the host's thread.
    ///
    /// - Returns: The digest in hexadecimal.
    /// - Throws: ``BundleError`` when one cannot be read.
    @concurrent
    package func digest() async throws(BundleError) -> String {
        var digest = ContentDigest()
        do throws(SystemError) {
            let manifest = try Descriptor.open(path + "/Info.plist", O_RDONLY | O_NONBLOCK)
            try Self.add(manifest, to: &digest)
        } catch {
            throw BundleError(code: .noManifest, message: error.description)
        }
        let library = try openLibrary()
        do throws(SystemError) {
            try Self.add(library, to: &digest)
        } catch {
            throw BundleError(code: .library, message: error.description)
        }
        return digest.finish()
    }

    private static func add(
        _ file: borrowing Descriptor,
        to digest: inout ContentDigest
    ) throws(SystemError) {
        // The length first, so that no byte can move from one file to the next.
        let count = UInt64(clamping: try file.status().st_size)
        digest.update(unsafe withUnsafeBytes(of: count.littleEndian) { unsafe Array($0) })
        while true {
            let bytes = try file.read(upTo: 256 * 1024)
            if bytes.isEmpty { return }
            digest.update(bytes)
        }
    }
}
