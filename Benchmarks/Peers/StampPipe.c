/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* The work as a program for one push: it comes by standard input, the answer goes to standard
 * output. */
#include "Stamp.h"

#include <unistd.h>

int main(void) {
    static uint8_t push[longest_push + 1], answer[longest_answer];
    size_t count = 0;
    ssize_t received;
    while ((received = read(STDIN_FILENO, push + count, sizeof push - count)) > 0)
        count += (size_t)received;
    if (received < 0) return 1;
    size_t answer_count = stamp(push, count, answer);
    if (answer_count == 0) return 1;
    return write(STDOUT_FILENO, answer, answer_count) == (ssize_t)answer_count ? 0 : 1;
}
