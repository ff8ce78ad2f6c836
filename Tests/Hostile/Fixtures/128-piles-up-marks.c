/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Asks for an attachment by a name that is a letter with tens of thousands of combining marks. */
#include "draws.h"

#define MARKS 95000

static packet one;
static char name[2 * MARKS + 1];

static void nothing(void) {}

static void load(void *self) { draw_basics(nothing); }

static void did_receive(void *self, bf_request notification) {
    name[0] = 'a';
    for (int mark = 0; mark < MARKS; mark++)
        memcpy(name + 1 + 2 * mark, mark % 2 ? "\xcc\x96" : "\xcc\x81", 2);
    begin_event(&one, 13);
    put64(&one, 1);
    put64(&one, 1);
    put_text(&one, name, sizeof name);
    note_text("sent", send_packet(&one) > MARKS ? "1" : "0");
    show_report();
}
