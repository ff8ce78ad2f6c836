/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Carries what it has seen into whatever request it gets next. */
#include "hostile.h"

static int requests;

static void did_receive(void *self, bf_request request, bf_completion completion) {
    report[0] = 0;
    note_number("seen", requests++);
    note_number("file", access("seen", F_OK) == 0);
    note_number("variable", getenv("SEEN") != NULL);
    setenv("SEEN", "1", 1);
    int file = open("seen", O_CREAT | O_WRONLY, 0600);
    if (file >= 0) close(file);
    completion(reported(request));
}
