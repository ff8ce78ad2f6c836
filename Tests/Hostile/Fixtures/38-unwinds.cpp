/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Leaves did_receive by a way that is none. */
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#define FIXTURE_OWN_INTERFACE
extern "C" {
#include "fixture.h"
}
#include <csetjmp>

static jmp_buf buffer;
static const char *act;

static void did_receive(void *self, bf_request request, bf_completion completion) {
    bf_string info = {};
    host->get_text(host, host->request_content(host, request), BF_KEY_USER_INFO, &info);
    static char text[4096];
    memcpy(text, info.bytes, info.count < sizeof text - 1 ? info.count : sizeof text - 1);
    if (strstr(text, "\"throws\"")) throw 7;
    if (strstr(text, "\"jumps\"")) longjmp(buffer, 1);
    abort();
}

/* The frame that the jump leads to is gone when it is made. */
static bf_status prepare(void *self, const bf_host *table) {
    host = table;
    if (setjmp(buffer) != 0) abort();
    return BF_OK;
}

static const void *interface(void *self, bf_string id) {
    static bf_service service = {sizeof(bf_service), 0, prepare, did_receive, NULL, NULL, NULL};
    (void)act;
    (void)start;
    if (id.count == sizeof(BF_INTERFACE_SERVICE) - 1 &&
        memcmp(id.bytes, BF_INTERFACE_SERVICE, id.count) == 0)
        return &service;
    return NULL;
}
