/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Random bytes. */
#ifndef BELFRY_COMMONCRYPTO_RANDOM_H
#define BELFRY_COMMONCRYPTO_RANDOM_H

#include <CommonCrypto/CommonCryptoError.h>

BELFRY_CC_BEGIN

/* Fills `bytes` from the kernel. kCCParamError for a null pointer with a count; kCCRNGFailure. */
CCRNGStatus CCRandomGenerateBytes(void *bytes, size_t count);

BELFRY_CC_END

#endif
