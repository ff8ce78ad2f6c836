/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Ciphers: AES, DES and 3DES by blocks (CBC, ECB), AES as a stream (CTR, CFB, OFB). */
#ifndef BELFRY_COMMONCRYPTO_CRYPTOR_H
#define BELFRY_COMMONCRYPTO_CRYPTOR_H

#include <CommonCrypto/CommonCryptoError.h>
#include <stdbool.h>

BELFRY_CC_BEGIN

/* A computation under way; ends with CCCryptorRelease. */
typedef struct _CCCryptor *CCCryptorRef;

enum { kCCEncrypt = 0, kCCDecrypt = 1 };
typedef uint32_t CCOperation;

enum {
    kCCAlgorithmAES128 = 0,
    kCCAlgorithmAES = 0,
    kCCAlgorithmDES = 1,
    kCCAlgorithm3DES = 2,
};
typedef uint32_t CCAlgorithm;

enum {
    kCCOptionPKCS7Padding = 1,
    kCCOptionECBMode = 2,
};
typedef uint32_t CCOptions;

enum {
    kCCKeySizeAES128 = 16,
    kCCKeySizeAES192 = 24,
    kCCKeySizeAES256 = 32,
    kCCKeySizeDES = 8,
    kCCKeySize3DES = 24,
};

enum {
    kCCBlockSizeAES128 = 16,
    kCCBlockSizeDES = 8,
    kCCBlockSize3DES = 8,
};

enum {
    kCCModeECB = 1,
    kCCModeCBC = 2,
    kCCModeCFB = 3,
    kCCModeCTR = 4,
    kCCModeOFB = 7,
    kCCModeCFB8 = 10,
};
typedef uint32_t CCMode;

enum { ccNoPadding = 0, ccPKCS7Padding = 1 };
typedef uint32_t CCPadding;

enum { kCCModeOptionCTR_BE = 2 };
typedef uint32_t CCModeOptions;

/* Begins. A null `iv` is one of zeros. kCCParamError for an unknown algorithm or option;
 * kCCKeySizeError; kCCMemoryFailure; kCCUnimplemented for what libcrypto refuses. */
CCCryptorStatus CCCryptorCreate(CCOperation op, CCAlgorithm alg, CCOptions options, const void *key,
                                size_t keyLength, const void *iv, CCCryptorRef *cryptorRef);

/* As CCCryptorCreate with any mode; tweaks and rounds are of no cipher here. */
CCCryptorStatus CCCryptorCreateWithMode(CCOperation op, CCMode mode, CCAlgorithm alg,
                                        CCPadding padding, const void *iv, const void *key,
                                        size_t keyLength, const void *tweak, size_t tweakLength,
                                        int numRounds, CCModeOptions options,
                                        CCCryptorRef *cryptorRef);

CCCryptorStatus CCCryptorRelease(CCCryptorRef cryptorRef);

/* Takes input and gives what is finished of it; kCCBufferTooSmall changes nothing. */
CCCryptorStatus CCCryptorUpdate(CCCryptorRef cryptorRef, const void *dataIn, size_t dataInLength,
                                void *dataOut, size_t dataOutAvailable, size_t *dataOutMoved);

/* Gives the rest. kCCAlignmentError for input that is no whole block where nothing is padded;
 * kCCDecodeError for padding that is none. */
CCCryptorStatus CCCryptorFinal(CCCryptorRef cryptorRef, void *dataOut, size_t dataOutAvailable,
                               size_t *dataOutMoved);

/* How much an Update, or with `final` an Update and the Final, may give for this much input. */
size_t CCCryptorGetOutputLength(CCCryptorRef cryptorRef, size_t inputLength, bool final);

/* All at once. With kCCBufferTooSmall, `dataOutMoved` is what is needed. */
CCCryptorStatus CCCrypt(CCOperation op, CCAlgorithm alg, CCOptions options, const void *key,
                        size_t keyLength, const void *iv, const void *dataIn, size_t dataInLength,
                        void *dataOut, size_t dataOutAvailable, size_t *dataOutMoved);

BELFRY_CC_END

#endif
