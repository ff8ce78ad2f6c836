/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Answers from two threads at the same moment. */
#include "hostile.h"

static volatile int is_begun;
static bf_completion answer;

static void *answer_with(void *content) {
    bf_content value = {(uint64_t)(uintptr_t)content};
    while (!is_begun) {
    }
    answer(value);
    return content;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    bf_content contents[2] = {titled(request, "one"), titled(request, "two")};
    pthread_t threads[2];
    is_begun = 0;
    answer = completion;
    for (int index = 0; index < 2; index++)
        pthread_create(&threads[index], NULL, answer_with, (void *)(uintptr_t)contents[index].id);
    is_begun = 1;
    for (int index = 0; index < 2; index++) pthread_join(threads[index], NULL);
}
