/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Changes its views ten thousand times a second, and faster. */
#include "draws.h"

static packet one;

static void nothing(void) {}

static void load(void *self) { draw_basics(nothing); }

static void change(unsigned number) {
    char words[32];
    snprintf(words, sizeof words, "change %u", number);
    views->set_text(host, label, BF_VIEW_TEXT, text(words));
}

/* Ten changes in each thousandth of a second. */
static void *changes(void *unused) {
    for (unsigned number = 0;; number++) {
        change(number);
        if (number % 10 == 9) sleep_ms(1);
    }
    return unused;
}

static void *lays_out(void *unused) {
    for (unsigned number = 0;; number++) {
        change(number);
        views->layout(host);
    }
    return unused;
}

static void *looks(void *unused) {
    for (unsigned number = 0;; number++) {
        bf_media_button media = {.kind = 1 + number % 2};
        presentation->set_media_button(host, &media);
        presentation->media_playing(host, number % 2);
        presentation->set_preferred_size(host, 200, 50 + number % 100);
        presentation->become_first_responder(host, label, (bf_view){0});
        presentation->resign_first_responder(host);
        presentation->set_actions(host, text("[]"));
    }
    return unused;
}

/* Begins when did_receive has returned: its word would not get through. */
static void *forges(void *unused) {
    sleep_ms(300);
    for (;;) send_packet(&one);
    return unused;
}

static void did_receive(void *self, bf_request notification) {
    hear(notification);
    if (is("changes")) start_thread(changes, NULL);
    if (is("frames")) start_thread(lays_out, NULL);
    if (is("looks")) start_thread(looks, NULL);
    if (is("forged")) {
        begin_frame(&one, 1);
        put_patch(&one, 8, ROOT);
        put32(&one, BF_VIEW_TEXT);
        put8(&one, 1);
        for (int thread = 0; thread < 2; thread++) start_thread(forges, NULL);
    }
}
