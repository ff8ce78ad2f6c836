/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Makes more views, deeper ones and more text than there may be; past its worker, too. */
#include "draws.h"

static packet one;
static char many[200000];

static void nothing(void) {}

static void load(void *self) { draw_basics(nothing); }

static void create_for_long(void) {
    bf_view view;
    long made = 0;
    bf_status last = BF_OK;
    for (long number = 0; number < 100000; number++) {
        bf_status status = views->create(host, BF_VIEW_LABEL, &view);
        if (status == BF_OK)
            made++;
        else
            last = status;
    }
    note_number("made", made);
    note_number("status", last);
}

static void nest(void) {
    bf_view outer = views->root(host), inner;
    long depth = 1;
    bf_status status;
    for (;;) {
        views->create(host, BF_VIEW_PLAIN, &inner);
        if ((status = views->insert(host, outer, inner, 0)) != BF_OK) break;
        outer = inner;
        depth++;
    }
    note_number("depth", depth);
    note_number("status", status);
}

static void write_texts(void) {
    long written = 0;
    bf_status status;
    for (;;) {
        bf_view view;
        views->create(host, BF_VIEW_LABEL, &view);
        bf_string value = {(const uint8_t *)many, 10000};
        if ((status = views->set_text(host, view, BF_VIEW_TEXT, value)) != BF_OK) break;
        written++;
    }
    bf_string value = {(const uint8_t *)many, sizeof many};
    note_number("written", written);
    note_number("status", status);
    note_number("single", views->set_text(host, label, BF_VIEW_TEXT, value));
}

static void constrain_for_long(void) {
    bf_constraint_rule rule = {.first = label,
                               .first_attribute = BF_ATTRIBUTE_WIDTH,
                               .relation = 1,
                               .multiplier = 1,
                               .priority = 1000};
    bf_constraint constraint;
    long made = 0;
    bf_status last = BF_OK;
    for (long number = 0; number < 100000; number++) {
        bf_status status = views->constrain(host, &rule, &constraint);
        if (status == BF_OK)
            made++;
        else
            last = status;
    }
    note_number("made", made);
    note_number("status", last);
}

static void forge_views(void) {
    begin_frame(&one, 2000);
    for (uint32_t number = 0; number < 2000; number++) put_create(&one, FREE + number);
    end_frame(&one);
}

static void forge_depth(void) {
    begin_frame(&one, 200);
    for (uint32_t number = 0; number < 100; number++) put_create(&one, FREE + number);
    put_child(&one, ROOT, FREE);
    for (uint32_t number = 1; number < 100; number++)
        put_child(&one, FREE + number - 1, FREE + number);
    end_frame(&one);
}

static void forge_texts(long count, size_t length) {
    for (uint32_t number = 0; number < count; number++) {
        begin_frame(&one, 2);
        put_create(&one, FREE + number);
        put_patch(&one, 5, FREE + number);
        put32(&one, BF_VIEW_TEXT);
        put_text(&one, many, length);
        end_frame(&one);
    }
}

/* One frame in parts that have no end. */
static void forge_parts(void) {
    for (;;) {
        begin_frame(&one, 4000);
        for (long number = 0; number < 4000; number++) {
            put_patch(&one, 12, ROOT);
            put32(&one, 0);
        }
        put8(&one, 0);
        send_packet(&one);
    }
}

static void did_receive(void *self, bf_request notification) {
    memset(many, 'x', sizeof many);
    hear(notification);
    if (is("views")) create_for_long();
    if (is("depth")) nest();
    if (is("texts")) write_texts();
    if (is("constraints")) constrain_for_long();
    if (is("forged-views")) forge_views();
    if (is("forged-depth")) forge_depth();
    if (is("forged-texts")) forge_texts(3, 100000);
    if (is("forged-text")) forge_texts(1, 150000);
    if (is("forged-parts")) forge_parts();
    show_report();
}
