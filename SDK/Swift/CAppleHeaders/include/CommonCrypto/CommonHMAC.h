/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Keyed message authentication (RFC 2104). */
#ifndef BELFRY_COMMONCRYPTO_HMAC_H
#define BELFRY_COMMONCRYPTO_HMAC_H

#include <CommonCrypto/CommonDigest.h>

BELFRY_CC_BEGIN

enum {
    kCCHmacAlgSHA1 = 0,
    kCCHmacAlgMD5 = 1,
    kCCHmacAlgSHA256 = 2,
    kCCHmacAlgSHA384 = 3,
    kCCHmacAlgSHA512 = 4,
    kCCHmacAlgSHA224 = 5,
};
typedef uint32_t CCHmacAlgorithm;

/* A computation under way; may be copied as it is. */
typedef struct CCHmacContext {
    uint32_t algorithm;
    uint32_t reserved;
    CC_SHA512_CTX inner;
    CC_SHA512_CTX outer;
} CCHmacContext;

void CCHmacInit(CCHmacContext *ctx, CCHmacAlgorithm algorithm, const void *key, size_t keyLength);
void CCHmacUpdate(CCHmacContext *ctx, const void *data, size_t dataLength);

/* Writes as many bytes as the algorithm's digest has. */
void CCHmacFinal(CCHmacContext *ctx, void *macOut);

void CCHmac(CCHmacAlgorithm algorithm, const void *key, size_t keyLength, const void *data,
            size_t dataLength, void *macOut);

BELFRY_CC_END

#endif
