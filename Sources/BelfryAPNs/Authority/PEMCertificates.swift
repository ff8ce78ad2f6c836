// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import SwiftASN1
internal import X509

/// Certificates in one text, one after the other.
enum PEMCertificates {
    /// Reads all of them; other parts of the text are passed over.
    ///
    /// - Parameter text: The text.
    /// - Returns: The certificates, in their order.
    /// - Throws: The error of the first one that cannot be read.
    static func read(_ text: String) throws -> [Certificate] {
        try PEMDocument.parseMultiple(pemString: text)
            .filter { $0.discriminator == Certificate.defaultPEMDiscriminator }
            .map { try Certificate(pemDocument: $0) }
    }
}
