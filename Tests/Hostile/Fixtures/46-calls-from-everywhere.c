/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Uses one content from a hundred threads at once. */
#include "hostile.h"

static bf_content shared;
static volatile int is_begun;
static int failures, ended;

static void *use(void *number) {
    char text[64];
    while (!is_begun) sleep_ms(1);
    for (int round = 0; round < 50; round++) {
        bf_string value = {(const uint8_t *)text, 0}, found = {0};
        value.count = (uint64_t)snprintf(text, sizeof text, "%p %d", number, round);
        int status = host->set_text(host, shared, BF_KEY_SUBTITLE, value);
        status |= host->get_text(host, shared, BF_KEY_TITLE, &found);
        status |= host->set_integer(host, shared, BF_KEY_BADGE, round);
        if (status) __atomic_add_fetch(&failures, 1, __ATOMIC_SEQ_CST);
    }
    __atomic_add_fetch(&ended, 1, __ATOMIC_SEQ_CST);
    return NULL;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    shared = titled(request, "changed");
    for (long number = 0; number < 100; number++) start_thread(use, (void *)number);
    is_begun = 1;
    while (ended < 100) sleep_ms(1);
    note_number("failures", failures);
    bf_string text = {(const uint8_t *)report, strlen(report)};
    host->set_text(host, shared, BF_KEY_BODY, text);
    completion(shared);
}
