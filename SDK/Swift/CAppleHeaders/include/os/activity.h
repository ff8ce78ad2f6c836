/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* The submodule os.activity; there are no activities here. */
#ifndef BELFRY_OS_ACTIVITY_H
#define BELFRY_OS_ACTIVITY_H

#include <os/base.h>

#endif
