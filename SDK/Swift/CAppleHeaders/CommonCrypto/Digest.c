// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// libcrypto's contexts by value, deprecated in favour of allocated ones: CommonCrypto's contexts
// are values that callers copy and never free.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <CommonCrypto/CommonDigest.h>
#include <openssl/md5.h>
#include <openssl/sha.h>

// `name` is the digest, `context` the one whose contexts it shares, `theirs` libcrypto's of those.
#define DIGEST(name, context, prefix, theirs) \
    _Static_assert(sizeof(theirs) <= sizeof(CC_##context##_CTX), "the context is too small"); \
    int CC_##name##_Init(CC_##context##_CTX *c) { return prefix##_Init((theirs *)(void *)c); } \
    int CC_##name##_Update(CC_##context##_CTX *c, const void *data, CC_LONG len) { \
        return prefix##_Update((theirs *)(void *)c, data, len); \
    } \
    int CC_##name##_Final(unsigned char *md, CC_##context##_CTX *c) { \
        return prefix##_Final(md, (theirs *)(void *)c); \
    } \
    unsigned char *CC_##name(const void *data, CC_LONG len, unsigned char *md) { \
        CC_##context##_CTX c; \
        CC_##name##_Init(&c); \
        CC_##name##_Update(&c, data, len); \
        CC_##name##_Final(md, &c); \
        return md; \
    }

DIGEST(MD5, MD5, MD5, MD5_CTX)
DIGEST(SHA1, SHA1, SHA1, SHA_CTX)
DIGEST(SHA224, SHA256, SHA224, SHA256_CTX)
DIGEST(SHA256, SHA256, SHA256, SHA256_CTX)
DIGEST(SHA384, SHA512, SHA384, SHA512_CTX)
DIGEST(SHA512, SHA512, SHA512, SHA512_CTX)
