/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* What calls of CommonCrypto answer. */
#ifndef BELFRY_COMMONCRYPTO_ERROR_H
#define BELFRY_COMMONCRYPTO_ERROR_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define BELFRY_CC_BEGIN extern "C" {
#define BELFRY_CC_END }
#else
#define BELFRY_CC_BEGIN
#define BELFRY_CC_END
#endif

typedef int32_t CCStatus;
typedef int32_t CCCryptorStatus;
typedef CCCryptorStatus CCRNGStatus;

enum {
    kCCSuccess = 0,
    kCCParamError = -4300,
    kCCBufferTooSmall = -4301,
    kCCMemoryFailure = -4302,
    kCCAlignmentError = -4303,
    kCCDecodeError = -4304,
    kCCUnimplemented = -4305,
    kCCOverflow = -4306,
    kCCRNGFailure = -4307,
    kCCUnspecifiedError = -4308,
    kCCCallSequenceError = -4309,
    kCCKeySizeError = -4310,
    kCCInvalidKey = -4311,
};

#endif
