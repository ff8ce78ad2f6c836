/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Keys out of passwords: PBKDF2. */
#ifndef BELFRY_COMMONCRYPTO_KEY_DERIVATION_H
#define BELFRY_COMMONCRYPTO_KEY_DERIVATION_H

#include <CommonCrypto/CommonCryptoError.h>

BELFRY_CC_BEGIN

enum { kCCPBKDF2 = 2 };
typedef uint32_t CCPBKDFAlgorithm;

enum {
    kCCPRFHmacAlgSHA1 = 1,
    kCCPRFHmacAlgSHA224 = 2,
    kCCPRFHmacAlgSHA256 = 3,
    kCCPRFHmacAlgSHA384 = 4,
    kCCPRFHmacAlgSHA512 = 5,
};
typedef uint32_t CCPseudoRandomAlgorithm;

/* Derives a key. kCCParamError for an unknown algorithm, no rounds or an empty key. */
int CCKeyDerivationPBKDF(CCPBKDFAlgorithm algorithm, const char *password, size_t passwordLen,
                         const uint8_t *salt, size_t saltLen, CCPseudoRandomAlgorithm prf,
                         unsigned rounds, uint8_t *derivedKey, size_t derivedKeyLen);

BELFRY_CC_END

#endif
