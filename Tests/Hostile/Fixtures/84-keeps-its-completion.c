/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Tells the address of its completion, or calls the one that the payload names. */
#include "hostile.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    unsigned long address = strtoul(asked(request, "address"), NULL, 16);
    if (acts(request, "calls")) {
        ((bf_completion)address)(titled(request, "through the old one"));
        completion(titled(request, "changed"));
        return;
    }
    char text[32];
    snprintf(text, sizeof text, "%lx", (unsigned long)(uintptr_t)completion);
    note_text("address", text);
    int file = open("address", O_CREAT | O_WRONLY, 0600);
    if (file >= 0) close(file);
    completion(reported(request));
}
