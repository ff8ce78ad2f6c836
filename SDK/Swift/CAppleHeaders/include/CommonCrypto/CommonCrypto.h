/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Digests, message authentication, ciphers, key derivation and random bytes, over libcrypto. */
#ifndef BELFRY_COMMONCRYPTO_H
#define BELFRY_COMMONCRYPTO_H

#include <CommonCrypto/CommonCryptor.h>
#include <CommonCrypto/CommonDigest.h>
#include <CommonCrypto/CommonHMAC.h>
#include <CommonCrypto/CommonKeyDerivation.h>
#include <CommonCrypto/CommonRandom.h>

#endif
