// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

internal import CommonCrypto
internal import Foundation
internal import Testing

/// Ciphers.
@Suite struct CryptorTests {
    private func crypt(
        _ operation: Int,
        options: Int,
        key: [UInt8],
        iv: [UInt8]?,
        _ input: [UInt8],
        capacity: Int? = nil
    ) -> (status: Int, output: [UInt8], moved: Int) {
        var output = [UInt8](repeating: 0, count: capacity ?? input.count + kCCBlockSizeAES128)
        var moved = 0
        let status = unsafe CCCrypt(
            CCOperation(operation),
            CCAlgorithm(kCCAlgorithmAES),
            CCOptions(options),
            key,
            key.count,
            iv,
            input,
            input.count,
            &output,
            output.count,
            &moved
        )
        return (Int(status), Array(output.prefix(moved)), moved)
    }

    private let key = [UInt8](0..<16)

    // FIPS 197, appendix C.1.
    @Test func `one block of AES`() {
        let text = (0..<16).map { UInt8($0 * 0x11) }
        let result = crypt(kCCEncrypt, options: kCCOptionECBMode, key: key, iv: nil, text)
        #expect(result.status == kCCSuccess)
        #expect(result.output.prefix(4) == [0x69, 0xC4, 0xE0, 0xD8])
        #expect(result.moved == 16)
    }

    @Test(arguments: [16, 24, 32], [0, 1, 15, 16, 17, 100])
    func `what was encrypted is decrypted`(_ keyLength: Int, _ count: Int) {
        let key = [UInt8](repeating: 7, count: keyLength)
        let iv = [UInt8](repeating: 9, count: 16)
        let text = [UInt8](repeating: 5, count: count)
        let sealed = crypt(kCCEncrypt, options: kCCOptionPKCS7Padding, key: key, iv: iv, text)
        #expect(sealed.status == kCCSuccess)
        #expect(sealed.moved == count / 16 * 16 + 16)
        let opened = crypt(
            kCCDecrypt,
            options: kCCOptionPKCS7Padding,
            key: key,
            iv: iv,
            sealed.output
        )
        #expect(opened.status == kCCSuccess)
        #expect(opened.output == text)
    }

    @Test func `mistakes have Apple's numbers`() {
        let padding = kCCOptionPKCS7Padding
        let text = [UInt8](repeating: 1, count: 16)
        let short = crypt(kCCEncrypt, options: padding, key: key, iv: nil, text, capacity: 16)
        #expect(short.status == kCCBufferTooSmall)
        #expect(short.moved == 32)
        #expect(
            crypt(kCCEncrypt, options: 0, key: key, iv: nil, [1]).status == kCCAlignmentError
        )
        #expect(
            crypt(kCCEncrypt, options: padding, key: [1, 2], iv: nil, text).status
                == kCCKeySizeError
        )
        #expect(crypt(5, options: padding, key: key, iv: nil, text).status == kCCParamError)
        let other = [UInt8](repeating: 3, count: 16)
        let sealed = crypt(kCCEncrypt, options: padding, key: key, iv: nil, text).output
        let wrong = crypt(kCCDecrypt, options: padding, key: other, iv: nil, sealed)
        #expect(wrong.status != kCCSuccess || wrong.output != text)
    }

    @Test func `goes on piece by piece`() throws {
        var created: CCCryptorRef?
        let status = unsafe CCCryptorCreateWithMode(
            CCOperation(kCCEncrypt),
            CCMode(kCCModeCTR),
            CCAlgorithm(kCCAlgorithmAES),
            CCPadding(ccNoPadding),
            key,
            key,
            key.count,
            nil,
            0,
            0,
            CCModeOptions(kCCModeOptionCTR_BE),
            &created
        )
        #expect(Int(status) == kCCSuccess)
        let cryptor = unsafe try #require(created)
        var output: [UInt8] = []
        for piece in [[UInt8](repeating: 0, count: 5), [UInt8](repeating: 0, count: 11)] {
            var moved = 0
            var bytes = [UInt8](repeating: 0, count: piece.count)
            unsafe CCCryptorUpdate(cryptor, piece, piece.count, &bytes, bytes.count, &moved)
            output += bytes.prefix(moved)
        }
        unsafe CCCryptorRelease(cryptor)
        // The key stream's first block is the encrypted counter.
        #expect(
            output == crypt(kCCEncrypt, options: kCCOptionECBMode, key: key, iv: nil, key).output
        )
    }

    @Test func `random bytes differ`() {
        var one = [UInt8](repeating: 0, count: 32)
        var other = one
        #expect(Int(unsafe CCRandomGenerateBytes(&one, 32)) == kCCSuccess)
        #expect(Int(unsafe CCRandomGenerateBytes(&other, 32)) == kCCSuccess)
        #expect(one != other)
    }
}
