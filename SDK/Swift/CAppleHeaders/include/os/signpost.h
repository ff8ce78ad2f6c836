/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* The submodule os.signpost; what it offers in Swift is in the module os. */
#ifndef BELFRY_OS_SIGNPOST_H
#define BELFRY_OS_SIGNPOST_H

#include <os/base.h>

#endif
