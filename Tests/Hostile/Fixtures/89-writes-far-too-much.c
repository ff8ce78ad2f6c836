/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Sets more than a content may hold, or sends it past its worker. */
#include "wire.h"

static packet one;

/* A completion with one text, for whatever run this is. */
static void send_text(bf_key key, const char *bytes, size_t count) {
    for (uint64_t run = 0; run < MOST_RUNS; run++) {
        begin_completion(&one, run);
        put32(&one, 1);
        put32(&one, key);
        put_text(&one, bytes, count);
        for (int list = 0; list < 3; list++) put32(&one, 0);
        put8(&one, 0);
        send_packet(&one);
    }
    for (;;) pause();
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    static char text[200 << 10];
    memset(text, 'x', sizeof text);
    if (acts(request, "title")) {
        size_t count = 100 << 20;
        char *huge = mmap(NULL, count, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        bf_content content = titled(request, "changed");
        bf_string title = {(const uint8_t *)huge, count};
        note_number("title", host->set_text(host, content, BF_KEY_TITLE, title));
        title = (bf_string){(const uint8_t *)text, 100 << 10};
        note_number("body", host->set_text(host, content, BF_KEY_BODY, title));
        completion(reported(request));
        return;
    }
    if (acts(request, "forged")) send_text(BF_KEY_TITLE, text, 100 << 10);
    if (acts(request, "keys")) {
        size_t used = 1;
        text[0] = '{';
        for (int key = 0; used < 180 << 10; key++)
            used += (size_t)snprintf(text + used, 32, "%s\"%d\":0", key ? "," : "", key);
        text[used++] = '}';
        send_text(BF_KEY_USER_INFO, text, used);
    }
    if (acts(request, "depth")) {
        memset(text, '[', 60000);
        memcpy(text, "{\"a\":", 5);
        text[60000] = '}';
        bf_content content = titled(request, "changed");
        bf_string info = {(const uint8_t *)text, 60001};
        note_number("depth", host->set_text(host, content, BF_KEY_USER_INFO, info));
        completion(content);
        return;
    }
    if (acts(request, "no-json")) send_text(BF_KEY_USER_INFO, "{]}", 3);
    if (acts(request, "array")) send_text(BF_KEY_USER_INFO, "[1]", 3);
    if (acts(request, "twice")) send_text(BF_KEY_USER_INFO, "{\"a\":1,\"a\":2", 13);
    if (acts(request, "nested")) {
        memset(text, '[', 30000);
        memset(text + 30000, ']', 30000);
        memcpy(text, "{\"a\":", 5);
        memcpy(text + 60000 - 5, "]]]]}", 5);
        send_text(BF_KEY_USER_INFO, text, 60000);
    }
}
