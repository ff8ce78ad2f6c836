// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import BelfrySystem
internal import Foundation
internal import Glibc

/// Reads the certificates of authorities that a bundle trusts besides the system's.
enum CertificateAuthorities {
    /// The most bytes of all the files together, as PEM.
    static let byteLimit = 64 * 1024

    /// Reads the files that the manifest names.
    ///
    /// - Parameters:
    ///   - names: Files of the bundle, in PEM or DER.
    ///   - directory: The bundle.
    /// - Returns: Every certificate in PEM, one text; empty without names.
    /// - Throws: ``BundleError`` naming the file that is none.
    static func read(_ names: [String], in directory: String) throws(BundleError) -> String {
        var text = ""
        for name in names {
            text += try certificates(in: directory + "/" + name)
            guard text.utf8.count <= byteLimit else {
                throw fault(
                    directory + "/" + name,
                    "with it BFExtension.CertificateAuthorities exceeds \(byteLimit) bytes",
                    "bring the authorities of your own servers only; the system's are there already"
                )
            }
        }
        return text
    }

    private static func certificates(in path: String) throws(BundleError) -> String {
        let bytes: [UInt8]
        do throws(FileFault) {
            bytes = try Descriptor.readRegularFile(path, limit: byteLimit, followsLink: false)
        } catch {
            let fix = "BFExtension.CertificateAuthorities names files of the bundle, in PEM or DER"
            throw fault(path, error.sentence, fix)
        }
        if isDER(bytes) { return pem(bytes) }
        let text = String(decoding: bytes, as: UTF8.self)
        guard !text.contains("PRIVATE KEY-----") else {
            throw fault(path, "holds a private key", "bundle the authority's certificate alone")
        }
        guard text.contains(beginning), text.contains(end) else {
            throw fault(
                path,
                "holds no certificate",
                "write it in PEM or DER, as openssl x509 does"
            )
        }
        return text.hasSuffix("\n") ? text : text + "\n"
    }

    private static let beginning = "-----BEGIN CERTIFICATE-----"
    private static let end = "-----END CERTIFICATE-----"

    /// Whether bytes are one SEQUENCE of their whole length, as a certificate is (X.690 8.9).
    private static func isDER(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 4, bytes[0] == 0x30 else { return false }
        let length = bytes[1]
        guard length & 0x80 != 0 else { return Int(length) == bytes.count - 2 }
        let count = Int(length & 0x7f)
        guard 1...3 ~= count else { return false }
        let value = bytes[2..<2 + count].reduce(0) { $0 << 8 | Int($1) }
        return value == bytes.count - 2 - count
    }

    private static func pem(_ bytes: [UInt8]) -> String {
        let lines = Data(bytes).base64EncodedString(options: [
            .lineLength64Characters, .endLineWithLineFeed,
        ])
        return "\(beginning)\n\(lines)\n\(end)\n"
    }

    private static func fault(_ path: String, _ what: String, _ fix: String) -> BundleError {
        BundleError(code: .certificate, message: "\(path): \(what); \(fix)")
    }
}
