/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* How much memory a process has left. */
#ifndef BELFRY_OS_PROC_H
#define BELFRY_OS_PROC_H

#include <os/base.h>

BELFRY_OS_BEGIN

/* Returns the bytes that may still be allocated before RLIMIT_DATA, which the host sets from the
 * memory budget; 0 where there is no such limit. An estimate: memory is also spent by touching
 * what was allocated before. */
size_t os_proc_available_memory(void);

BELFRY_OS_END

#endif
