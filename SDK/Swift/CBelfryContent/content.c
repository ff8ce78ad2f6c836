/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

#include "CBelfryContent.h"

#include <stddef.h>

const void *belfry_content_extension_if_any(void) {
    return belfry_content_extension ? belfry_content_extension() : NULL;
}
