/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Writes markup, controls and marks of writing direction wherever a text is shown. */
#include "draws.h"

/* What would clear a terminal, name its window, turn what follows, and run in a browser. */
#define MARKUP "<script>alert(1)</script>&amp;"
#define ESCAPES "\033[2J\033]0;mine\007\b\r\302\233"
#define TURNED "\342\200\256gnp.exe\342\200\254"

static void nothing(void) {}

static void load(void *self) { draw_basics(nothing); }

static void did_receive(void *self, bf_request notification) {
    static const char actions[] =
        "[{\"identifier\":\"accept\",\"title\":\"" MARKUP "\\u001b[2J\\u0007" TURNED "\"}]";
    bf_image image = {.source = BF_IMAGE_ATTACHMENT, .name = text(ESCAPES), .width = 20};
    bf_view field = placed(BF_VIEW_TEXT_FIELD, 50, 30), picture = placed(BF_VIEW_IMAGE, 80, 30);
    const char *all = MARKUP ESCAPES TURNED;
    must(views->set_text(host, label, BF_VIEW_TEXT, text(all)), "label");
    must(views->set_text(host, button, BF_VIEW_TEXT, text(all)), "button");
    must(views->set_text(host, field, BF_VIEW_PLACEHOLDER, text(all)), "placeholder");
    must(views->set_text(host, picture, BF_VIEW_ACCESSIBILITY_LABEL, text(all)), "label");
    must(views->set_text(host, label, BF_VIEW_FONT_FAMILY, text(all)), "family");
    must(views->set_image(host, picture, &image), "image");
    must(presentation->set_title(host, text(all)), "title");
    must(presentation->set_actions(host, text(actions)), "actions");
    must(presentation->set_preferred_size(host, 359, 120), "size");
    host->log(host, BF_LOG_INFO, text(all));
}
