/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* The system's zlib under the name that Apple's has. */
#ifndef ZLIB_MODULE_H
#define ZLIB_MODULE_H

#include <zlib.h>

#endif
