/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Locks memory, asks for huge pages, handles its own page faults. */
#include "hostile.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    size_t count = 4 << 20;
    if (acts(request, "faults")) syscall(SYS_userfaultfd, 0);
    if (acts(request, "secret")) syscall(SYS_memfd_secret, 0);
    char *space = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    note("lock", mlock(space, count));
    note("lock-all", mlockall(MCL_CURRENT | MCL_FUTURE));
    void *locked =
        mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_LOCKED, -1, 0);
    note("locked-map", locked == MAP_FAILED ? -1 : 0);
    void *huge =
        mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);
    note("huge-map", huge == MAP_FAILED ? -1 : 0);
    note_number("advice", madvise(space, count, MADV_HUGEPAGE));
    completion(reported(request));
}
