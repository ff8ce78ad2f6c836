/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Sets numbers out of range, or sends them past its worker. */
#include "wire.h"

static packet one;

static void forge(bf_key integer_key, int64_t integer, bf_key real_key, double real) {
    for (uint64_t run = 0; run < MOST_RUNS; run++) {
        begin_completion(&one, run);
        put32(&one, 0);
        put32(&one, integer_key != 0);
        if (integer_key) {
            put32(&one, integer_key);
            put64(&one, (uint64_t)integer);
        }
        put32(&one, real_key != 0);
        if (real_key) {
            put32(&one, real_key);
            put_real(&one, real);
        }
        put32(&one, 0);
        put8(&one, 0);
        send_packet(&one);
    }
    for (;;) pause();
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    volatile double zero = 0;
    if (acts(request, "forged-badge")) forge(BF_KEY_BADGE, -1, 0, 0);
    if (acts(request, "forged-level")) forge(BF_KEY_INTERRUPTION_LEVEL, INT64_MAX, 0, 0);
    if (acts(request, "forged-nan")) forge(0, 0, BF_KEY_RELEVANCE_SCORE, zero / zero);
    if (acts(request, "forged-infinity")) forge(0, 0, BF_KEY_SOUND_VOLUME, 1 / zero);
    bf_content content = titled(request, "changed");
    note_number("badge", host->set_integer(host, content, BF_KEY_BADGE, -1));
    note_number("badge-huge", host->set_integer(host, content, BF_KEY_BADGE, INT64_MAX));
    note_number("level", host->set_integer(host, content, BF_KEY_INTERRUPTION_LEVEL, 4));
    note_number("count", host->set_integer(host, content, BF_KEY_SUMMARY_ARGUMENT_COUNT, 0));
    note_number("sound", host->set_integer(host, content, BF_KEY_SOUND, 1000000000));
    note_number("nan", host->set_real(host, content, BF_KEY_RELEVANCE_SCORE, zero / zero));
    note_number("infinity", host->set_real(host, content, BF_KEY_RELEVANCE_SCORE, 1 / zero));
    note_number("negative", host->set_real(host, content, BF_KEY_SOUND_VOLUME, -0.5));
    completion(reported(request));
}
