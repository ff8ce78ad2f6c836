// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Glibc

/// The file with the certificate authorities that one worker trusts.
enum TrustedCertificates {
    /// Where distributions keep all of theirs in one file; the first there is, is it.
    private static let systemFiles = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
        "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
    ]

    /// More than any distribution's: theirs have a quarter of a megabyte.
    private static let systemLimit = 4 << 20

    /// Writes the system's authorities and the bundle's into one file.
    ///
    /// - Parameters:
    ///   - certificates: The bundle's, in PEM.
    ///   - path: The file, in the worker's container.
    /// - Throws: ``SystemError`` when it cannot be written.
    static func write(_ certificates: String, to path: String) throws(SystemError) {
        let file = try Descriptor.open(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o400)
        try file.writeAll(Array(certificates.utf8))
        for system in systemFiles {
            do throws(SystemError) {
                let bytes = try Descriptor.open(system, O_RDONLY).readAll(limit: systemLimit)
                try file.writeAll(bytes)
                return
            } catch  where error.errno == ENOENT || error.errno == EACCES {
                continue
            }
        }
    }
}
