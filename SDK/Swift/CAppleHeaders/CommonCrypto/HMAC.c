// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

#include <CommonCrypto/CommonHMAC.h>
#include <string.h>

// RFC 2104 over the digests, so that a context is a value. Each digest's context fits where
// SHA-512's does.

typedef struct Algorithm {
    size_t block;
    size_t length;
    int (*init)(void *);
    int (*update)(void *, const void *, CC_LONG);
    int (*final)(unsigned char *, void *);
} Algorithm;

// Calls through a pointer of another type are undefined; these have the type itself.
#define CALLS(name, context) \
    _Static_assert(sizeof(CC_##context##_CTX) <= sizeof(CC_SHA512_CTX), ""); \
    static int init##name(void *c) { return CC_##name##_Init(c); } \
    static int update##name(void *c, const void *data, CC_LONG len) { \
        return CC_##name##_Update(c, data, len); \
    } \
    static int final##name(unsigned char *md, void *c) { return CC_##name##_Final(md, c); }

CALLS(MD5, MD5)
CALLS(SHA1, SHA1)
CALLS(SHA224, SHA256)
CALLS(SHA256, SHA256)
CALLS(SHA384, SHA512)
CALLS(SHA512, SHA512)

#define ENTRY(name) \
    {CC_##name##_BLOCK_BYTES, CC_##name##_DIGEST_LENGTH, init##name, update##name, final##name}

static const Algorithm algorithms[] = {
    [kCCHmacAlgSHA1] = ENTRY(SHA1),     [kCCHmacAlgMD5] = ENTRY(MD5),
    [kCCHmacAlgSHA256] = ENTRY(SHA256), [kCCHmacAlgSHA384] = ENTRY(SHA384),
    [kCCHmacAlgSHA512] = ENTRY(SHA512), [kCCHmacAlgSHA224] = ENTRY(SHA224),
};

// An unknown algorithm has no way to be answered: CCHmacInit returns nothing. As with Apple's, it
// is the caller's mistake, and the process ends.
static const Algorithm *find(CCHmacAlgorithm algorithm) {
    if (algorithm >= sizeof(algorithms) / sizeof(algorithms[0])) __builtin_trap();
    return &algorithms[algorithm];
}

// The digests count in 32 bits.
static void update(const Algorithm *algorithm, void *context, const void *data, size_t count) {
    const unsigned char *bytes = data;
    while (count > 0) {
        size_t part = count > UINT32_MAX ? UINT32_MAX : count;
        algorithm->update(context, bytes, (CC_LONG)part);
        bytes += part;
        count -= part;
    }
}

void CCHmacInit(CCHmacContext *ctx, CCHmacAlgorithm algorithm, const void *key, size_t keyLength) {
    const Algorithm *digest = find(algorithm);
    unsigned char block[CC_SHA512_BLOCK_BYTES] = {0};
    ctx->algorithm = algorithm;
    ctx->reserved = 0;
    if (keyLength > digest->block) {
        digest->init(&ctx->inner);
        update(digest, &ctx->inner, key, keyLength);
        digest->final(block, &ctx->inner);
    } else if (keyLength > 0) {
        memcpy(block, key, keyLength);
    }
    for (size_t i = 0; i < digest->block; i++) block[i] ^= 0x36;
    digest->init(&ctx->inner);
    update(digest, &ctx->inner, block, digest->block);
    for (size_t i = 0; i < digest->block; i++) block[i] ^= 0x36 ^ 0x5c;
    digest->init(&ctx->outer);
    update(digest, &ctx->outer, block, digest->block);
    explicit_bzero(block, sizeof block);
}

void CCHmacUpdate(CCHmacContext *ctx, const void *data, size_t dataLength) {
    update(find(ctx->algorithm), &ctx->inner, data, dataLength);
}

void CCHmacFinal(CCHmacContext *ctx, void *macOut) {
    const Algorithm *digest = find(ctx->algorithm);
    unsigned char inner[CC_SHA512_DIGEST_LENGTH];
    digest->final(inner, &ctx->inner);
    update(digest, &ctx->outer, inner, digest->length);
    digest->final(macOut, &ctx->outer);
}

void CCHmac(CCHmacAlgorithm algorithm, const void *key, size_t keyLength, const void *data,
            size_t dataLength, void *macOut) {
    CCHmacContext context;
    CCHmacInit(&context, algorithm, key, keyLength);
    CCHmacUpdate(&context, data, dataLength);
    CCHmacFinal(&context, macOut);
}
