/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* What the headers of os have in common. */
#ifndef BELFRY_OS_BASE_H
#define BELFRY_OS_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define BELFRY_OS_BEGIN extern "C" {
#define BELFRY_OS_END }
#else
#define BELFRY_OS_BEGIN
#define BELFRY_OS_END
#endif

#endif
