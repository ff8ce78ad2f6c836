// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CMessageDigest

/// A SHA-256 in the making.
package struct ContentDigest {
    private var context = SHA2_CTX()

    package init() {
        unsafe SHA256Init(&context)
    }

    /// Adds bytes.
    package mutating func update(_ bytes: [UInt8]) {
        unsafe SHA256Update(&context, bytes, bytes.count)
    }

    /// The digest of all bytes added, in hexadecimal.
    package consuming func finish() -> String {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        unsafe SHA256Final(&digest, &context)
        let digits = Array("0123456789abcdef".utf8)
        let text = digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }
}
