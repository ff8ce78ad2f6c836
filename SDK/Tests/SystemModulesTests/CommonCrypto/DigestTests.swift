// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CommonCrypto
internal import Foundation
internal import Testing

/// Digests and authentication codes, by the examples of their standards.
@Suite struct DigestTests {
    private func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { String(format: "%02x", $0) }.joined()
    }

    private typealias Function = (
        UnsafeRawPointer?, CC_LONG, UnsafeMutablePointer<UInt8>?
    ) -> UnsafeMutablePointer<UInt8>?

    private func digest(_ text: String, _ length: Int32, _ function: Function) -> String {
        var text = text
        var bytes = [UInt8](repeating: 0, count: Int(length))
        text.withUTF8 { unsafe _ = function($0.baseAddress, CC_LONG($0.count), &bytes) }
        return hexadecimal(bytes)
    }

    // RFC 1321, FIPS 180-4.
    @Test func `digests of "abc"`() {
        #expect(
            unsafe digest("abc", CC_MD5_DIGEST_LENGTH, CC_MD5)
                == "900150983cd24fb0d6963f7d28e17f72"
        )
        #expect(
            unsafe digest("abc", CC_SHA1_DIGEST_LENGTH, CC_SHA1)
                == "a9993e364706816aba3e25717850c26c9cd0d89d"
        )
        #expect(
            unsafe digest("abc", CC_SHA224_DIGEST_LENGTH, CC_SHA224)
                == "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"
        )
        #expect(
            unsafe digest("abc", CC_SHA256_DIGEST_LENGTH, CC_SHA256)
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        )
        #expect(
            unsafe digest("abc", CC_SHA384_DIGEST_LENGTH, CC_SHA384).hasPrefix(
                "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded163"
            )
        )
        #expect(
            unsafe digest("abc", CC_SHA512_DIGEST_LENGTH, CC_SHA512).hasPrefix(
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea2"
            )
        )
    }

    @Test func `a context that is copied goes on by itself`() {
        var context = CC_SHA256_CTX()
        unsafe CC_SHA256_Init(&context)
        unsafe CC_SHA256_Update(&context, "ab", 2)
        var copy = context
        unsafe CC_SHA256_Update(&context, "c", 1)
        unsafe CC_SHA256_Update(&copy, "c", 1)
        var one = [UInt8](repeating: 0, count: Int(CC_SHA256_DIGEST_LENGTH))
        var other = one
        unsafe CC_SHA256_Final(&one, &context)
        unsafe CC_SHA256_Final(&other, &copy)
        #expect(one == other)
        #expect(hexadecimal(one).hasPrefix("ba7816bf"))
    }

    // RFC 2202, RFC 4231, case 2; and a key longer than a block, case 6.
    @Test func `authentication codes`() {
        let text = "what do ya want for nothing?"
        func code(_ algorithm: Int, _ length: Int32, key: [UInt8], _ text: String) -> String {
            var bytes = [UInt8](repeating: 0, count: Int(length))
            unsafe CCHmac(
                CCHmacAlgorithm(algorithm),
                key,
                key.count,
                text,
                text.utf8.count,
                &bytes
            )
            return hexadecimal(bytes)
        }
        let key = Array("Jefe".utf8)
        #expect(
            code(kCCHmacAlgMD5, CC_MD5_DIGEST_LENGTH, key: key, text)
                == "750c783e6ab0b503eaa86e310a5db738"
        )
        #expect(
            code(kCCHmacAlgSHA1, CC_SHA1_DIGEST_LENGTH, key: key, text)
                == "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"
        )
        #expect(
            code(kCCHmacAlgSHA256, CC_SHA256_DIGEST_LENGTH, key: key, text)
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        )
        #expect(
            code(kCCHmacAlgSHA512, CC_SHA512_DIGEST_LENGTH, key: key, text).hasPrefix(
                "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd6"
            )
        )
        #expect(
            code(
                kCCHmacAlgSHA256,
                CC_SHA256_DIGEST_LENGTH,
                key: [UInt8](repeating: 0xAA, count: 131),
                "Test Using Larger Than Block-Size Key - Hash Key First"
            ) == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        )
    }

    // RFC 6070, two rounds.
    @Test func `keys out of passwords`() {
        var key = [UInt8](repeating: 0, count: 20)
        let status = unsafe CCKeyDerivationPBKDF(
            CCPBKDFAlgorithm(kCCPBKDF2),
            "password",
            8,
            Array("salt".utf8),
            4,
            CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA1),
            2,
            &key,
            key.count
        )
        #expect(Int(status) == kCCSuccess)
        #expect(hexadecimal(key) == "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957")
    }
}
