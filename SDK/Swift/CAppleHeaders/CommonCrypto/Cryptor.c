// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

#include <CommonCrypto/CommonCryptor.h>
#include <limits.h>
#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>

struct _CCCryptor {
    EVP_CIPHER_CTX *context;
    size_t block; // 1 for a stream
    size_t held;  // bytes taken and not given back yet
    bool pads;
    bool decrypts;
};

static const char *aes(CCMode mode, size_t keyLength) {
    static const char *const names[][3] = {
        [kCCModeECB] = {"AES-128-ECB", "AES-192-ECB", "AES-256-ECB"},
        [kCCModeCBC] = {"AES-128-CBC", "AES-192-CBC", "AES-256-CBC"},
        [kCCModeCFB] = {"AES-128-CFB", "AES-192-CFB", "AES-256-CFB"},
        [kCCModeCTR] = {"AES-128-CTR", "AES-192-CTR", "AES-256-CTR"},
        [kCCModeOFB] = {"AES-128-OFB", "AES-192-OFB", "AES-256-OFB"},
        [kCCModeCFB8] = {"AES-128-CFB8", "AES-192-CFB8", "AES-256-CFB8"},
    };
    return names[mode][keyLength / 8 - 2];
}

static CCCryptorStatus findCipher(CCMode mode, CCAlgorithm alg, size_t keyLength,
                                  EVP_CIPHER **cipher) {
    const char *name = NULL;
    bool byBlocks = mode == kCCModeECB || mode == kCCModeCBC;
    bool asStream =
        mode == kCCModeCTR || mode == kCCModeCFB || mode == kCCModeOFB || mode == kCCModeCFB8;
    if (!byBlocks && !asStream) return kCCParamError;
    switch (alg) {
    case kCCAlgorithmAES:
        if (keyLength != 16 && keyLength != 24 && keyLength != 32) return kCCKeySizeError;
        name = aes(mode, keyLength);
        break;
    case kCCAlgorithmDES:
        if (keyLength != kCCKeySizeDES) return kCCKeySizeError;
        if (byBlocks) name = mode == kCCModeECB ? "DES-ECB" : "DES-CBC";
        break;
    case kCCAlgorithm3DES:
        if (keyLength != kCCKeySize3DES) return kCCKeySizeError;
        if (byBlocks) name = mode == kCCModeECB ? "DES-EDE3" : "DES-EDE3-CBC";
        break;
    default:
        return kCCParamError;
    }
    if (!name) return kCCUnimplemented;
    *cipher = EVP_CIPHER_fetch(NULL, name, NULL);
    return *cipher ? kCCSuccess : kCCUnimplemented;
}

CCCryptorStatus CCCryptorCreateWithMode(CCOperation op, CCMode mode, CCAlgorithm alg,
                                        CCPadding padding, const void *iv, const void *key,
                                        size_t keyLength, const void *tweak, size_t tweakLength,
                                        int numRounds, CCModeOptions options,
                                        CCCryptorRef *cryptorRef) {
    (void)tweak, (void)tweakLength, (void)numRounds, (void)options;
    static const unsigned char zeros[EVP_MAX_IV_LENGTH] = {0};
    if (!cryptorRef || !key || op > kCCDecrypt || padding > ccPKCS7Padding) return kCCParamError;
    EVP_CIPHER *cipher = NULL;
    CCCryptorStatus status = findCipher(mode, alg, keyLength, &cipher);
    if (status != kCCSuccess) return status;

    CCCryptorRef cryptor = calloc(1, sizeof *cryptor);
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    if (!cryptor || !context ||
        EVP_CipherInit_ex2(context, cipher, key, iv ? iv : zeros, op == kCCEncrypt, NULL) != 1) {
        status = cryptor && context ? kCCUnspecifiedError : kCCMemoryFailure;
        EVP_CIPHER_CTX_free(context);
        EVP_CIPHER_free(cipher);
        free(cryptor);
        return status;
    }
    EVP_CIPHER_free(cipher);
    cryptor->context = context;
    cryptor->block = (size_t)EVP_CIPHER_CTX_get_block_size(context);
    cryptor->pads = padding == ccPKCS7Padding && cryptor->block > 1;
    cryptor->decrypts = op == kCCDecrypt;
    EVP_CIPHER_CTX_set_padding(context, cryptor->pads);
    *cryptorRef = cryptor;
    return kCCSuccess;
}

CCCryptorStatus CCCryptorCreate(CCOperation op, CCAlgorithm alg, CCOptions options, const void *key,
                                size_t keyLength, const void *iv, CCCryptorRef *cryptorRef) {
    if (options & ~(CCOptions)(kCCOptionPKCS7Padding | kCCOptionECBMode)) return kCCParamError;
    CCMode mode = options & kCCOptionECBMode ? kCCModeECB : kCCModeCBC;
    CCPadding padding = options & kCCOptionPKCS7Padding ? ccPKCS7Padding : ccNoPadding;
    return CCCryptorCreateWithMode(op, mode, alg, padding, iv, key, keyLength, NULL, 0, 0, 0,
                                   cryptorRef);
}

CCCryptorStatus CCCryptorRelease(CCCryptorRef cryptorRef) {
    if (cryptorRef) EVP_CIPHER_CTX_free(cryptorRef->context);
    free(cryptorRef);
    return kCCSuccess;
}

// A padded decryption holds its last whole block back, as it may be the padding.
static size_t updateLength(CCCryptorRef cryptor, size_t inputLength) {
    size_t total = cryptor->held + inputLength;
    size_t whole = total - total % cryptor->block;
    bool holdsBack = cryptor->pads && cryptor->decrypts && whole == total && whole > 0;
    return holdsBack ? whole - cryptor->block : whole;
}

size_t CCCryptorGetOutputLength(CCCryptorRef cryptorRef, size_t inputLength, bool final) {
    if (!cryptorRef) return 0;
    if (!final) return updateLength(cryptorRef, inputLength);
    size_t total = cryptorRef->held + inputLength;
    bool addsBlock = cryptorRef->pads && !cryptorRef->decrypts;
    return addsBlock ? total - total % cryptorRef->block + cryptorRef->block : total;
}

CCCryptorStatus CCCryptorUpdate(CCCryptorRef cryptorRef, const void *dataIn, size_t dataInLength,
                                void *dataOut, size_t dataOutAvailable, size_t *dataOutMoved) {
    if (!cryptorRef || (!dataIn && dataInLength > 0) || dataInLength > INT_MAX - 64)
        return kCCParamError;
    size_t needed = updateLength(cryptorRef, dataInLength);
    if (needed > dataOutAvailable) return kCCBufferTooSmall;
    if (needed > 0 && !dataOut) return kCCParamError;
    int moved = 0;
    unsigned char none;
    if (dataInLength > 0 && EVP_CipherUpdate(cryptorRef->context, dataOut ? dataOut : &none, &moved,
                                             dataIn, (int)dataInLength) != 1)
        return kCCUnspecifiedError;
    cryptorRef->held += dataInLength - (size_t)moved;
    if (dataOutMoved) *dataOutMoved = (size_t)moved;
    return kCCSuccess;
}

CCCryptorStatus CCCryptorFinal(CCCryptorRef cryptorRef, void *dataOut, size_t dataOutAvailable,
                               size_t *dataOutMoved) {
    if (!cryptorRef) return kCCParamError;
    unsigned char last[EVP_MAX_BLOCK_LENGTH];
    int moved = 0;
    bool isWhole = cryptorRef->held % cryptorRef->block == 0;
    if (!isWhole && (!cryptorRef->pads || cryptorRef->decrypts)) return kCCAlignmentError;
    if (cryptorRef->pads && !cryptorRef->decrypts && dataOutAvailable < cryptorRef->block)
        return kCCBufferTooSmall;
    if (EVP_CipherFinal_ex(cryptorRef->context, last, &moved) != 1) return kCCDecodeError;
    if ((size_t)moved > dataOutAvailable) return kCCBufferTooSmall;
    if (moved > 0) memcpy(dataOut, last, (size_t)moved);
    cryptorRef->held = 0;
    if (dataOutMoved) *dataOutMoved = (size_t)moved;
    return kCCSuccess;
}

CCCryptorStatus CCCrypt(CCOperation op, CCAlgorithm alg, CCOptions options, const void *key,
                        size_t keyLength, const void *iv, const void *dataIn, size_t dataInLength,
                        void *dataOut, size_t dataOutAvailable, size_t *dataOutMoved) {
    CCCryptorRef cryptor = NULL;
    CCCryptorStatus status = CCCryptorCreate(op, alg, options, key, keyLength, iv, &cryptor);
    if (status != kCCSuccess) return status;
    size_t needed = CCCryptorGetOutputLength(cryptor, dataInLength, true);
    size_t begun = 0, ended = 0;
    if (!cryptor->decrypts && needed > dataOutAvailable) {
        status = kCCBufferTooSmall;
        begun = needed;
    } else {
        status = CCCryptorUpdate(cryptor, dataIn, dataInLength, dataOut, dataOutAvailable, &begun);
        if (status == kCCSuccess)
            status = CCCryptorFinal(cryptor, dataOut ? (unsigned char *)dataOut + begun : NULL,
                                    dataOutAvailable - begun, &ended);
        if (status == kCCBufferTooSmall) begun = needed, ended = 0;
    }
    if (dataOutMoved && (status == kCCSuccess || status == kCCBufferTooSmall))
        *dataOutMoved = begun + ended;
    CCCryptorRelease(cryptor);
    return status;
}
