/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Fetches a thousand times, and tells how often it was answered in which way. */
#include "fixture.h"
#include "proxy.h"

static void did_receive(void *self, bf_request request, bf_completion completion) {
    static const char fetch[] = "GET http://other.example/ HTTP/1.1\r\nHost: other.example\r\n\r\n";
    int denied = 0, limited = 0, others = 0;
    char title[128];
    (void)self;
    for (int number = 0; number < 1000; number++) {
        int fd = proxy_connection();
        int status = fd < 0 ? -1 : status_of(fd, fetch);
        if (fd >= 0) close(fd);
        if (status == 403)
            denied++;
        else if (status == 429)
            limited++;
        else
            others++;
    }
    snprintf(title, sizeof title, "403: %d, 429: %d, others: %d", denied, limited, others);
    completion(titled(request, title));
}
