/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Asks the proxy ten thousand times. */
#include "proxy.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    int answered = 0, refused = 0;
    for (int number = 0; number < 10000 && refused < 100; number++) {
        int status = status_of("GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n"
                               "Connection: close\r\n\r\n");
        if (status == 403)
            answered++;
        else
            refused++;
    }
    note_number("limited", answered <= 1000);
    note_number("answered", answered > 0);
    completion(reported(request));
}
