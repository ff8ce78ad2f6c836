/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Writes text that is not UTF-8, or that deceives who reads it. */
#include "wire.h"

static packet one;

static int set(bf_content content, const char *bytes, size_t count) {
    bf_string text = {(const uint8_t *)bytes, count};
    return host->set_text(host, content, BF_KEY_SUBTITLE, text);
}

static void forge(const char *bytes, size_t count) {
    for (uint64_t run = 0; run < MOST_RUNS; run++) {
        begin_completion(&one, run);
        put32(&one, 1);
        put32(&one, BF_KEY_TITLE);
        put_text(&one, bytes, count);
        for (int list = 0; list < 3; list++) put32(&one, 0);
        put8(&one, 0);
        send_packet(&one);
    }
    for (;;) pause();
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    if (acts(request, "forged-byte")) forge("\xff", 1);
    if (acts(request, "forged-surrogate")) forge("\xed\xa0\x80", 3);
    if (acts(request, "forged-overlong")) forge("\xc0\xaf", 2);
    bf_content content = titled(request, "changed");
    note_number("byte", set(content, "\xff", 1));
    note_number("overlong", set(content, "\xc0\xaf", 2));
    note_number("surrogate", set(content, "\xed\xa0\x80", 3));
    note_number("beyond", set(content, "\xf4\x90\x80\x80", 4));
    note_number("cut", set(content, "a\xe2\x82", 3));
    note_number("zero", set(content, "a\0b", 3));
    note_number("override", set(content,
                                "\xe2\x80\xae"
                                "exe.gpj",
                                10));
    note_number("escape", set(content, "\033[2J\033]0;x\a", 10));
    host->log(host, BF_LOG_INFO, BF_STRING("\xe2\x80\xae\033[2J\rgone\xff"));
    printf("\033]52;c;aGk=\a\xe2\x80\xae\n");
    fflush(stdout);
    completion(reported(request));
}
