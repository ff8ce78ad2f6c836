/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* For bridging headers, which name Foundation by habit: there is no Objective-C here, and Swift files
 * import the module itself. */
#ifndef BELFRY_FOUNDATION_H
#define BELFRY_FOUNDATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What Xcode's templates and headers that Swift reads as well are written with. */
#ifdef __cplusplus
#define FOUNDATION_EXTERN extern "C"
#else
#define FOUNDATION_EXTERN extern
#endif
#define FOUNDATION_EXPORT FOUNDATION_EXTERN

#ifdef __clang__
#define NS_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define NS_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
#define NS_SWIFT_NAME(name) __attribute__((swift_name(#name)))
#else
#define NS_ASSUME_NONNULL_BEGIN
#define NS_ASSUME_NONNULL_END
#define NS_SWIFT_NAME(name)
#endif

#endif
