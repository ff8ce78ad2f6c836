// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

#define _GNU_SOURCE
#include <linux/futex.h>
#include <os/lock.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

// The lock's word is 0 or its owner's thread id, with the top bit set while others wait. Thread ids
// are not cached: a worker's first thread is forked from the zygote's and has another one.

#define WAITERS 0x80000000u

static _Atomic(uint32_t) *word(os_unfair_lock_t lock) {
    return (_Atomic(uint32_t) *)&lock->_os_unfair_lock_opaque;
}

static uint32_t self(void) { return (uint32_t)syscall(SYS_gettid); }

static uint32_t owner(const os_unfair_lock *lock) {
    return atomic_load_explicit(word((os_unfair_lock_t)lock), memory_order_relaxed) & ~WAITERS;
}

bool os_unfair_lock_trylock(os_unfair_lock_t lock) {
    uint32_t expected = 0;
    return atomic_compare_exchange_strong_explicit(word(lock), &expected, self(),
                                                   memory_order_acquire, memory_order_relaxed);
}

void os_unfair_lock_lock(os_unfair_lock_t lock) {
    uint32_t me = self();
    uint32_t found = 0;
    // Whoever has waited takes the lock with the bit set: others may be waiting still.
    uint32_t mine = me;
    while (!atomic_compare_exchange_weak_explicit(word(lock), &found, mine, memory_order_acquire,
                                                  memory_order_relaxed)) {
        if (found == 0) continue;
        if ((found & ~WAITERS) == me) __builtin_trap();
        uint32_t waited = found | WAITERS;
        if (found == waited ||
            atomic_compare_exchange_strong_explicit(word(lock), &found, waited,
                                                    memory_order_relaxed, memory_order_relaxed)) {
            syscall(SYS_futex, word(lock), FUTEX_WAIT_PRIVATE, waited, NULL);
            mine = me | WAITERS;
        }
        found = 0;
    }
}

void os_unfair_lock_unlock(os_unfair_lock_t lock) {
    uint32_t found = atomic_exchange_explicit(word(lock), 0, memory_order_release);
    if ((found & ~WAITERS) != self()) __builtin_trap();
    if (found & WAITERS) syscall(SYS_futex, word(lock), FUTEX_WAKE_PRIVATE, 1);
}

void os_unfair_lock_assert_owner(const os_unfair_lock *lock) {
    if (owner(lock) != self()) __builtin_trap();
}

void os_unfair_lock_assert_not_owner(const os_unfair_lock *lock) {
    if (owner(lock) == self()) __builtin_trap();
}
