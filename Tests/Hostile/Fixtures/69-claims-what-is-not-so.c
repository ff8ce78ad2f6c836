/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Claims attachments it has not, and times and failures that were not. */
#include "wire.h"

static packet one;

static __attribute__((unused)) void claim_loaded(void) {
    one.count = 0;
    put8(&one, 1);
    put32(&one, 1 << 16);
    for (int number = 0; number < 3; number++) put64(&one, ~0ull);
    send_packet(&one);
}

#ifdef FLAVOUR_early
__attribute__((constructor)) static void claim(void) { claim_loaded(); }
#elif defined FLAVOUR_blames
/* Says that the sandbox could not be set up, which would be the host's fault, and ends. */
__attribute__((constructor)) static void claim(void) {
    one.count = 0;
    put8(&one, 2);
    put8(&one, 1);
    put_text(&one, "the sandbox is broken", 21);
    send_packet(&one);
    _exit(0);
}
#elif defined FLAVOUR_completes_early
__attribute__((constructor)) static void claim(void) {
    for (uint64_t run = 0; run < MOST_RUNS; run++) {
        begin_completion(&one, run);
        for (int list = 0; list < 4; list++) put32(&one, 0);
        put8(&one, 0);
        send_packet(&one);
    }
    for (;;) pause();
}
#endif

static void put_attachment(const char *path) {
    put_text(&one, path, strlen(path));
    put_text(&one, path, strlen(path));
    put_text(&one, "public.png", 10);
    put32(&one, 0xffffffff);
    for (int number = 0; number < 5; number++) put_real(&one, 0.0 / 0.0);
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    static const char *const paths[] = {
        "/etc/passwd", "../../../../etc/passwd", "/proc/self/mem", "nothing.png", "", "/"};
    for (uint64_t run = 0; run < MOST_RUNS; run++) {
        begin_completion(&one, run);
        for (int list = 0; list < 4; list++) put32(&one, 0);
        put8(&one, 1);
        put32(&one, 6);
        for (int path = 0; path < 6; path++) put_attachment(paths[path]);
        send_packet(&one);
    }
    completion(titled(request, "changed"));
}
