/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* A lock of four bytes that knows its owner. */
#ifndef BELFRY_OS_LOCK_H
#define BELFRY_OS_LOCK_H

#include <os/base.h>

BELFRY_OS_BEGIN

/* Zero is an unlocked lock. */
typedef struct os_unfair_lock_s {
    uint32_t _os_unfair_lock_opaque;
} os_unfair_lock, *os_unfair_lock_t;

#ifdef __cplusplus
#define OS_UNFAIR_LOCK_INIT (os_unfair_lock{0})
#else
#define OS_UNFAIR_LOCK_INIT ((os_unfair_lock){0})
#endif

/* Locks; ends the process when the calling thread has locked it already. */
void os_unfair_lock_lock(os_unfair_lock_t lock);

/* Locks if nobody has. Returns whether it did. */
bool os_unfair_lock_trylock(os_unfair_lock_t lock);

/* Unlocks; ends the process when the calling thread has not locked it. */
void os_unfair_lock_unlock(os_unfair_lock_t lock);

/* Ends the process unless the calling thread has locked it. */
void os_unfair_lock_assert_owner(const os_unfair_lock *lock);

/* Ends the process if the calling thread has locked it. */
void os_unfair_lock_assert_not_owner(const os_unfair_lock *lock);

BELFRY_OS_END

#endif
