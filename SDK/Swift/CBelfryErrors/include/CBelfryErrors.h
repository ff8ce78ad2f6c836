/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* A cure of Swift's runtime that takes effect by being linked: nothing here is to be called. */
#ifndef CBELFRY_ERRORS_H
#define CBELFRY_ERRORS_H

#include <stdbool.h>
#include <stddef.h>

/* Stands before the function of this name of Swift's runtime, in the order in which an extension's
 * libraries are searched for symbols. */
bool swift_dynamicCast(void *to, void *from, const void *from_type, const void *to_type,
                       size_t flags);

#endif
