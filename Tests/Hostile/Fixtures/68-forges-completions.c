/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Sends completions, as its worker would, for runs that are not its own, or for its own old ones. */
#include "wire.h"

static packet one;

static void forge(uint64_t run, const char *title) {
    begin_completion(&one, run);
    put32(&one, 1);
    put32(&one, BF_KEY_TITLE);
    put_text(&one, title, strlen(title));
    put32(&one, 0);
    put32(&one, 0);
    put32(&one, 0);
    put8(&one, 0);
    send_packet(&one);
}

static void *forge_for_ever(void *unused) {
    for (uint64_t run = 0;; run = (run + 1) % 256) {
        forge(run, "forged");
        if (run == 0) sleep_ms(1);
    }
    return unused;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    if (acts(request, "others")) {
        for (uint64_t run = 0; run < 8; run++) {
            one.count = 0;
            put8(&one, 3);
            put64(&one, run);
            put8(&one, 0);
            send_packet(&one);
        }
    }
    if (acts(request, "everybody")) {
        for (uint64_t run = 0; run < MOST_RUNS * 4; run++) forge(run, "forged");
        for (int bit = 32; bit < 64; bit++) forge(1ull << bit, "forged");
        forge(~0ull, "forged");
    }
    completion(titled(request, "changed"));
    if (acts(request, "old"))
        for (uint64_t run = 0; run < MOST_RUNS; run++) forge(run, "late");
    if (acts(request, "ahead")) start_thread(forge_for_ever, NULL);
}
