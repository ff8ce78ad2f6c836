// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

#include <CommonCrypto/CommonKeyDerivation.h>
#include <CommonCrypto/CommonRandom.h>
#include <errno.h>
#include <limits.h>
#include <openssl/evp.h>
#include <sys/random.h>

static const EVP_MD *digest(CCPseudoRandomAlgorithm prf) {
    switch (prf) {
    case kCCPRFHmacAlgSHA1:
        return EVP_sha1();
    case kCCPRFHmacAlgSHA224:
        return EVP_sha224();
    case kCCPRFHmacAlgSHA256:
        return EVP_sha256();
    case kCCPRFHmacAlgSHA384:
        return EVP_sha384();
    case kCCPRFHmacAlgSHA512:
        return EVP_sha512();
    default:
        return NULL;
    }
}

int CCKeyDerivationPBKDF(CCPBKDFAlgorithm algorithm, const char *password, size_t passwordLen,
                         const uint8_t *salt, size_t saltLen, CCPseudoRandomAlgorithm prf,
                         unsigned rounds, uint8_t *derivedKey, size_t derivedKeyLen) {
    const EVP_MD *function = digest(prf);
    if (algorithm != kCCPBKDF2 || !function || !derivedKey || derivedKeyLen == 0 || rounds == 0 ||
        rounds > INT_MAX || passwordLen > INT_MAX || saltLen > INT_MAX || derivedKeyLen > INT_MAX ||
        (!password && passwordLen > 0) || (!salt && saltLen > 0))
        return kCCParamError;
    int done = PKCS5_PBKDF2_HMAC(password ? password : "", (int)passwordLen, salt, (int)saltLen,
                                 (int)rounds, function, (int)derivedKeyLen, derivedKey);
    return done == 1 ? kCCSuccess : kCCUnspecifiedError;
}

CCRNGStatus CCRandomGenerateBytes(void *bytes, size_t count) {
    if (!bytes && count > 0) return kCCParamError;
    uint8_t *next = bytes;
    while (count > 0) {
        ssize_t got = getrandom(next, count, 0);
        if (got < 0) {
            if (errno == EINTR) continue;
            return kCCRNGFailure;
        }
        next += got;
        count -= (size_t)got;
    }
    return kCCSuccess;
}
