/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Downloads what has no end. */
#include "proxy.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    static char text[1 << 16];
    long long total = 0;
    int connection = connect_to_proxy();
    snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: %s\r\nAccept-Encoding: gzip\r\n\r\n",
             asked(request, "url"), asked(request, "authority"));
    send(connection, text, strlen(text), MSG_NOSIGNAL);
    for (ssize_t count; (count = recv(connection, text, sizeof text, 0)) > 0;) total += count;
    note_number("ended", 1);
    note_number("few", total <= (129ll << 20));
    note_number("some", total > 0);
    completion(reported(request));
}
