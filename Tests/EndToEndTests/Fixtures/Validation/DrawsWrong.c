/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Draws a title with one fault, chosen when it is compiled; without one it draws it well. */
#if defined(RESPONSE_CRASHES) || defined(RESPONSE_LOSES_AREA)
#define FIXTURE_RESPONSE
#endif
#include "content_fixture.h"

static bf_view label;

static inline void lose_area(void) { must(views->set_frame(host, label, 16, 16, 0, 0), "no area"); }

#ifdef FIXTURE_RESPONSE
static void did_receive_response(void *self, bf_response response,
                                 bf_response_completion completion) {
    (void)self, (void)response;
#ifdef RESPONSE_CRASHES
    abort();
#endif
    lose_area();
    completion(BF_RESPONSE_DO_NOT_DISMISS);
}
#endif

#if defined(TAP_CRASHES) || defined(TAP_LOSES_AREA)
static void tapped(void) {
#ifdef TAP_CRASHES
    abort();
#endif
    lose_area();
}
#endif

static void load(void *self) {
    (void)self;
#ifdef DRAWS_NOTHING
    return;
#endif
    label = placed(BF_VIEW_LABEL, 0, 20);
    must(presentation->set_preferred_size(host, 200, 100), "size");
#ifdef HAS_NO_AREA
    lose_area();
#endif
#if defined(TAP_CRASHES) || defined(TAP_LOSES_AREA)
    must(views->on(host, label, BF_EVENT_TAP, text(""), tapped, NULL), "on tap");
#endif
#ifdef LIES_OUTSIDE
    /* Within the card of most phones, and outside on the smallest. */
    must(views->set_frame(host, label, 330, 0, 100, 20), "outside");
#endif
#ifdef LEAVES_PARENT
    bf_view box = placed(BF_VIEW_PLAIN, 0, 0);
    must(views->insert(host, box, label, 0), "insert");
#endif
}

static void did_receive(void *self, bf_request notification) {
    static int count;
    bf_string title = {NULL, 0};
    (void)self;
    count++;
#ifdef CRASHES
    *(volatile int *)(uintptr_t)(count * 16) = 1;
#endif
#ifdef CRASHES_LATER
    if (count == 3) abort();
#endif
#ifdef SPINS
    for (volatile unsigned long spins = 0;;) spins++;
#endif
    host->get_text(host, host->request_content(host, notification), BF_KEY_TITLE, &title);
#ifdef DIES_OF_LONG_TEXT
    if (title.count > 1000) abort();
#endif
    if (label.id) must(views->set_text(host, label, BF_VIEW_TEXT, title), "title");
#ifdef HAS_NO_PICTURE
    bf_view picture = placed(BF_VIEW_IMAGE, 20, 20);
    bf_image image = {
        .source = BF_IMAGE_ATTACHMENT, .name = text("none"), .width = 10, .height = 10};
    must(views->set_image(host, picture, &image), "picture");
#endif
}
