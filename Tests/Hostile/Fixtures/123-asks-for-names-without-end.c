/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Asks for another name on each connection, and ends while they are being looked up. */
#include "proxy.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    static unsigned number;
    struct timespec now;
    int sent = 0;
    clock_gettime(CLOCK_REALTIME, &now);
    for (int index = 0; index < 8; index++) {
        char text[512];
        int connection = connect_to_proxy();
        if (connection < 0) break;
        snprintf(text, sizeof text, "CONNECT n%ld-%u.slow.example:443 HTTP/1.0\r\n\r\n",
                 now.tv_nsec, number++);
        sent += send(connection, text, strlen(text), MSG_NOSIGNAL) > 0;
    }
    sleep_ms(20);
    note_number("sent", sent);
    completion(reported(request));
}
