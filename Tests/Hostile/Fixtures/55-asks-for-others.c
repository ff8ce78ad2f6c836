/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Asks the proxy for hosts that its manifest does not list, by every spelling. */
#include "proxy.h"

static void ask(const char *name, const char *method, const char *target, const char *authority) {
    char text[1024];
    snprintf(text, sizeof text, "%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", method,
             target, authority);
    note_number(name, status_of(text));
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    ask("other", "GET", "http://evil.example/", "evil.example");
    ask("address", "GET", "http://93.184.216.34/", "93.184.216.34");
    ask("user", "GET", "http://example.com@evil.example/", "example.com");
    ask("user-tunnel", "CONNECT", "example.com:443@evil.example:443", "example.com:443");
    ask("tunnel", "CONNECT", "evil.example:443", "evil.example:443");
    ask("port", "CONNECT", "example.com:22", "example.com:22");
    ask("port-in-url", "GET", "http://example.com:8080/", "example.com:8080");
    ask("scheme", "GET", "http://example.com/", "example.com");
    ask("twin", "GET", "http://xn--xample-9uf.com/", "xn--xample-9uf.com");
    ask("wide", "GET", "http://\xd0\xb5xample.com/", "example.com");
    ask("suffix", "CONNECT", "example.com.evil.example:443", "example.com");
    ask("prefix", "CONNECT", "notexample.com:443", "example.com");
    ask("host-line", "GET", "http://evil.example/", "example.com");
    ask("null", "CONNECT", "evil.example%00.example.com:443", "example.com");
    ask("fragment", "CONNECT", "evil.example#example.com:443", "example.com");
    ask("smuggled", "GET", "http://evil.example/ HTTP/1.1\r\nHost: example.com\r\n\r\nGET /",
        "example.com");
    completion(reported(request));
}
