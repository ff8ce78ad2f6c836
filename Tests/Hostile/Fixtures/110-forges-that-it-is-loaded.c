/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Says in a constructor that it is loaded, and gets its request while new code can still be mapped. */
#include "wire.h"
#include <linux/filter.h>
#include <linux/seccomp.h>

static packet one;

static void claim_loaded(void) {
    one.count = 0;
    put8(&one, 1);
    put32(&one, 1 << 16 | 3);
    for (int number = 0; number < 3; number++) put64(&one, 1000);
    put32(&one, 0);
    send_packet(&one);
}

static void complete_all(void) {
    for (uint64_t run = 0; run < MOST_RUNS; run++) {
        begin_completion(&one, run);
        for (int list = 0; list < 4; list++) put32(&one, 0);
        put8(&one, 0);
        send_packet(&one);
    }
}

/* A filter that allows everything and counts as the last one would. */
static void filter(void) {
    struct sock_filter all = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog program = {.len = 1, .filter = &all};
    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
}

__attribute__((constructor)) static void forge(void) {
    char frame[512];
#ifdef FLAVOUR_filtered
    filter();
#endif
    claim_loaded();
    /* The request, which nobody of the worker's own reads yet. */
    recv(HOST_SOCKET, frame, sizeof frame, MSG_PEEK);
    void *code =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (code == MAP_FAILED)
        code = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (code != MAP_FAILED) complete_all();
    for (;;) pause();
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    completion(titled(request, "changed"));
}
