/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Gives its views places and sizes that are no numbers; past its worker, too. */
#include "draws.h"
#include <math.h>

static packet one;

static void nothing(void) {}

static void load(void *self) { draw_basics(nothing); }

static void try_all(double value) {
    const char *name = isnan(value) ? "nan" : value < 0 ? "minus-infinity" : "infinity";
    bf_constraint_rule rule = {.first = label,
                               .first_attribute = BF_ATTRIBUTE_WIDTH,
                               .multiplier = 1,
                               .constant = value,
                               .priority = 1000};
    bf_constraint constraint;
    bf_text_run run = {.count = 1, .font_size = value};
    bf_media_button media = {.kind = BF_MEDIA_BUTTON_DEFAULT, .x = value};
    bf_image image = {.source = BF_IMAGE_SYMBOL, .name = text("star"), .width = value};
    const bf_status statuses[] = {
        views->set_frame(host, label, value, 0, 1, 1),
        views->set_frame(host, label, 0, 0, 1, value),
        views->set_transform(host, label, 1, 0, 0, 1, value, 0),
        views->set_real(host, label, BF_VIEW_ALPHA, value),
        views->set_real(host, label, BF_VIEW_FONT_SIZE, value),
        views->set_real(host, label, BF_VIEW_SPACING, value),
        views->constrain(host, &rule, &constraint),
        views->set_runs(host, button, &run, 1),
        views->set_image(host, button, &image),
        presentation->set_preferred_size(host, value, 100),
        presentation->set_preferred_size(host, 100, value),
        presentation->set_media_button(host, &media),
    };
    long refused = 0;
    const size_t count = sizeof statuses / sizeof *statuses;
    for (size_t index = 0; index < count; index++) {
        if (statuses[index] == BF_ERROR_ARGUMENT)
            refused++;
        else
            note_number("taken", (long)index);
    }
    note_number(name, refused);
}

static void did_receive(void *self, bf_request notification) {
    hear(notification);
    if (is("functions")) {
        try_all(NAN);
        try_all(INFINITY);
        try_all(-INFINITY);
    }
    double value = strstr(act, "nan") ? NAN : INFINITY;
    if (strstr(act, "frame")) {
        begin_frame(&one, 1);
        put_patch(&one, 4, ROOT);
        for (int number = 0; number < 4; number++) put_real(&one, value);
        end_frame(&one);
    }
    if (strstr(act, "transform")) {
        begin_frame(&one, 1);
        put_patch(&one, 11, ROOT);
        for (int number = 0; number < 6; number++) put_real(&one, value);
        end_frame(&one);
    }
    if (strstr(act, "property")) {
        begin_frame(&one, 1);
        put_patch(&one, 7, ROOT);
        put32(&one, BF_VIEW_ALPHA);
        put_real(&one, value);
        end_frame(&one);
    }
    if (strstr(act, "size")) {
        begin_event(&one, 9);
        put_real(&one, value);
        put_real(&one, 100);
        send_packet(&one);
    }
    if (strstr(act, "media")) {
        begin_event(&one, 8);
        put8(&one, 1);
        put32(&one, BF_MEDIA_BUTTON_DEFAULT);
        for (int number = 0; number < 4; number++) put_real(&one, value);
        put64(&one, 0);
        send_packet(&one);
    }
    show_report();
}
