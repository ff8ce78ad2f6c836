/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Starts a thread while it is loaded, before the last filter, or puts a filter of its own in its way. */
#include "hostile.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>

static volatile int is_asked, is_done;

/* A filter that allows everything, so that the thread's filters are others than the host's; or one
 * that pretends that further filters are installed. */
static __attribute__((unused)) long install(int pretends) {
    struct sock_filter program[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_seccomp, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, pretends ? SECCOMP_RET_ERRNO : SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {sizeof program / sizeof *program, program};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter);
}

/* Whether code that is read from a file can still be mapped. */
static void try_code(void) {
    char path[1024];
    const bf_bundle *bundle = host->interface(host, BF_STRING(BF_INTERFACE_BUNDLE));
    snprintf(path, sizeof path, "%.*s/Info.plist", (int)bundle->path.count,
             (const char *)bundle->path.bytes);
    int file = open(path, O_RDONLY);
    void *code = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0);
    note("code", code == MAP_FAILED ? -1 : 0);
    note("socket", socket(AF_INET, SOCK_STREAM, 0));
}

static void *wait_and_try(void *unused) {
#ifdef FLAVOUR_diverges
    install(0);
#endif
    is_done = 1;
    while (!is_asked) sleep_ms(1);
    is_done = 0;
    try_code();
    is_done = 1;
    return unused;
}

__attribute__((constructor)) static void begin(void) {
#ifdef FLAVOUR_pretends
    install(1);
#else
    start_thread(wait_and_try, NULL);
    while (!is_done) sleep_ms(1);
#endif
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
#ifdef FLAVOUR_pretends
    try_code();
#else
    is_done = 0;
    is_asked = 1;
    while (!is_done) sleep_ms(1);
#endif
    completion(reported(request));
}
