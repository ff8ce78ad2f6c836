/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Asks for answers without an end on many connections, and reads none of them. */
#include "proxy.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    char text[2048];
    int opened = 0;
    snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", asked(request, "url"),
             asked(request, "authority"));
    for (int number = 0; number < 16; number++) {
        int connection = connect_to_proxy();
        if (connection < 0) break;
        int large = 1 << 30;
        setsockopt(connection, SOL_SOCKET, SO_RCVBUF, &large, sizeof large);
        if (send(connection, text, strlen(text), MSG_NOSIGNAL) > 0) opened++;
    }
    sleep_ms(1000);
    note_number("opened", opened);
    completion(reported(request));
}
