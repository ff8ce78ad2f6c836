/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* What the hostile fixtures that draw share: a label for their report, a button for what they do when
 * their views are known to the host, and packets as a worker sends them of its views. */
#ifndef DRAWS_H
#define DRAWS_H

#define DRAWS
#include "wire.h"

static bf_view label, button;

/* What the payload asks for. */
static char act[1024];

/* Numbers of views on the wire: the root's, and those of draw_basics; then one that is free. */
#define ROOT 1u
#define LABEL 2u
#define BUTTON 3u
#define FREE 5000u

/* Makes the label, and the button with what it does. */
static inline void draw_basics(bf_handler tapped) {
    label = placed(BF_VIEW_LABEL, 0, 20);
    button = placed(BF_VIEW_BUTTON, 20, 30);
    must(views->set_text(host, button, BF_VIEW_TEXT, text("Go on")), "title");
    must(views->on(host, button, BF_EVENT_TAP, text(""), tapped, NULL), "on tap");
}

static inline void hear(bf_request notification) { strcpy(act, asked(notification, "act")); }

/* Whether the payload asks for this. */
static inline int is(const char *word) { return strcmp(act, word) == 0; }

/* Shows the report. */
static inline void show_report(void) {
    must(views->set_text(host, label, BF_VIEW_TEXT, text(report)), "report");
}

/* An event of a content extension's worker. */
static inline void begin_event(packet *packet, uint8_t kind) {
    packet->count = 0;
    put8(packet, 11);
    put8(packet, kind);
}

/* A frame of so many patches, which follow. */
static inline void begin_frame(packet *packet, uint32_t count) {
    begin_event(packet, 1);
    put32(packet, count);
}

static inline void put_patch(packet *packet, uint8_t kind, uint32_t view) {
    put8(packet, kind);
    put32(packet, view);
}

static inline void put_create(packet *packet, uint32_t view) {
    put_patch(packet, 1, view);
    put32(packet, BF_VIEW_PLAIN);
}

static inline void put_child(packet *packet, uint32_t view, uint32_t child) {
    put_patch(packet, 3, view);
    put32(packet, 1);
    put32(packet, child);
}

static inline void end_frame(packet *packet) {
    put8(packet, 1);
    send_packet(packet);
}

#endif
