/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* A content extension in C: it draws a thermostat, with a slider, a switch and a field that work.
 * README.md walks through this file from the bottom to the top, the order in which it is called. */
#include <belfry/belfry.h>

#include <stdio.h>
#include <string.h>

/* What the extension keeps between calls; the host hands it back as `self`. */
struct thermostat {
    const bf_host *host;
    const bf_view_functions *views;
    const bf_presentation *presentation;
    bf_view room, reading, slider, heating, note;
    double degrees;
    uint32_t is_on;
};

static void set_text(struct thermostat *self, bf_view view, const char *text) {
    bf_string string = {(const uint8_t *)text, strlen(text)};
    self->views->set_text(self->host, view, BF_VIEW_TEXT, string);
}

static void show(struct thermostat *self) {
    char text[64];
    if (self->is_on)
        snprintf(text, sizeof text,
                 "%.1f \xC2\xB0"
                 "C",
                 self->degrees);
    else
        snprintf(text, sizeof text, "off");
    set_text(self, self->reading, text);
    self->views->set_integer(self->host, self->slider, BF_VIEW_ENABLED, self->is_on);
    /* Light and dark appearance: the lower and the upper half. */
    const int64_t orange = 0xFF9F0AFF, gray = 0x8E8E93FF;
    int64_t color = self->is_on ? orange : gray;
    self->views->set_integer(self->host, self->reading, BF_VIEW_TEXT_COLOR, color << 32 | color);
}

/* The slider's event: registered as "cd", so it gets the context and a double. */
static void slid(void *context, double value) {
    struct thermostat *self = context;
    self->degrees = (double)(int)(value * 2 + 0.5) / 2; /* to half a degree */
    show(self);
}

/* The switch's: "cb", whether it is on. */
static void switched(void *context, uint32_t is_on) {
    struct thermostat *self = context;
    self->is_on = is_on;
    show(self);
}

/* The field's: "cs", its text. */
static void written(void *context, bf_string text) {
    struct thermostat *self = context;
    char line[128];
    snprintf(line, sizeof line, "note: %.*s", (int)(text.count < 100 ? text.count : 100),
             text.count > 0 ? (const char *)text.bytes : "");
    self->host->log(self->host, BF_LOG_INFO, (bf_string){(const uint8_t *)line, strlen(line)});
}

/* A new view in the root, at a place of its own. */
static bf_view add(struct thermostat *self, bf_view_kind kind, double x, double y, double width,
                   double height) {
    const bf_view_functions *views = self->views;
    bf_view view = {0};
    if (views->create(self->host, kind, &view) != BF_OK) return view;
    views->insert(self->host, views->root(self->host), view, UINT32_MAX);
    views->set_frame(self->host, view, x, y, width, height);
    return view;
}

static void name(struct thermostat *self, bf_view view, bf_string label) {
    self->views->set_text(self->host, view, BF_VIEW_ACCESSIBILITY_LABEL, label);
}

/* Called once: the root is there and as wide as it will be. */
static void load(void *context) {
    struct thermostat *self = context;
    const bf_host *host = self->host;
    const bf_view_functions *views = self->views;
    double frame[4] = {0, 0, 359, 200};
    views->get_frame(host, views->root(host), frame);
    const double width = frame[2], inner = width - 32;

    self->room = add(self, BF_VIEW_LABEL, 16, 12, inner - 67, 31);
    views->set_integer(host, self->room, BF_VIEW_FONT_WEIGHT, 600);
    self->heating = add(self, BF_VIEW_SWITCH, width - 67, 12, 51, 31);
    name(self, self->heating, BF_STRING("Heating"));
    self->reading = add(self, BF_VIEW_LABEL, 16, 52, inner, 56);
    views->set_real(host, self->reading, BF_VIEW_FONT_SIZE, 44);
    views->set_integer(host, self->reading, BF_VIEW_TEXT_ALIGNMENT, 1);
    self->slider = add(self, BF_VIEW_SLIDER, 16, 116, inner, 31);
    views->set_real(host, self->slider, BF_VIEW_MINIMUM, 5);
    views->set_real(host, self->slider, BF_VIEW_MAXIMUM, 30);
    name(self, self->slider, BF_STRING("Temperature"));
    self->note = add(self, BF_VIEW_TEXT_FIELD, 16, 156, inner, 34);
    views->set_text(host, self->note, BF_VIEW_PLACEHOLDER, BF_STRING("A note for the others"));

    views->on(host, self->slider, BF_EVENT_VALUE_CHANGED, BF_STRING("cd"), (bf_handler)slid, self);
    views->on(host, self->heating, BF_EVENT_VALUE_CHANGED, BF_STRING("cb"), (bf_handler)switched,
              self);
    views->on(host, self->note, BF_EVENT_RETURN, BF_STRING("cs"), (bf_handler)written, self);
    self->presentation->set_preferred_size(host, width, 202);
}

static void did_receive(void *context, bf_request notification) {
    struct thermostat *self = context;
    const bf_host *host = self->host;
    bf_string title;
    bf_content content = host->request_content(host, notification);
    if (host->get_text(host, content, BF_KEY_TITLE, &title) == BF_OK)
        self->views->set_text(host, self->room, BF_VIEW_TEXT, title);
    self->degrees = 19.5;
    self->is_on = 1;
    self->views->set_real(host, self->slider, BF_VIEW_VALUE, self->degrees);
    self->views->set_integer(host, self->heating, BF_VIEW_ON, self->is_on);
    show(self);
}

/* "boost" is answered here, and the notification stays; anything else is for the app. */
static void did_receive_response(void *context, bf_response response,
                                 bf_response_completion completion) {
    struct thermostat *self = context;
    const bf_string boost = BF_STRING("boost");
    bf_string action;
    if (self->presentation->response_action(self->host, response, &action) != BF_OK ||
        action.count != boost.count || memcmp(action.bytes, boost.bytes, boost.count) != 0) {
        completion(BF_RESPONSE_DISMISS_AND_FORWARD);
        return;
    }
    self->degrees = self->degrees < 28 ? self->degrees + 2 : 30;
    self->is_on = 1;
    self->views->set_real(self->host, self->slider, BF_VIEW_VALUE, self->degrees);
    self->views->set_integer(self->host, self->heating, BF_VIEW_ON, self->is_on);
    show(self);
    completion(BF_RESPONSE_DO_NOT_DISMISS);
}

/* Called once, before `load`: the host's tables are found here. */
static bf_status start(void *context, const bf_host *host) {
    struct thermostat *self = context;
    self->host = host; /* it lives as long as the process */
    self->views = host->interface(host, BF_STRING(BF_INTERFACE_VIEW));
    self->presentation = host->interface(host, BF_STRING(BF_INTERFACE_PRESENTATION));
    if (self->views && self->presentation) return BF_OK;
    host->explain(host, BF_STRING("this host is older than ABI 1.3 and draws no views"));
    return BF_ERROR_UNSUPPORTED;
}

/* What a content extension can do. Members not named are null: media_play, pressure, stop. */
static const bf_content_extension content = {
    .size = sizeof(bf_content_extension),
    .start = start,
    .load = load,
    .did_receive = did_receive,
    .did_receive_response = did_receive_response,
};

/* Answers which tables this extension has: one. */
static const void *find_interface(void *self, bf_string id) {
    (void)self;
    const bf_string mine = BF_STRING(BF_INTERFACE_CONTENT);
    if (id.count != mine.count || memcmp(id.bytes, mine.bytes, mine.count) != 0) return NULL;
    return &content;
}

/* The one symbol that is exported, and the first function that is called. */
const bf_extension *bf_extension_main(uint32_t *version) {
    static struct thermostat state;
    static const bf_extension extension = {
        .magic = BF_EXTENSION_MAGIC,
        .size = sizeof(bf_extension),
        .self = &state,
        .interface = find_interface,
    };
    if (*version < BF_VERSION(1, 3)) return NULL; /* content extensions came with 1.3 */
    *version = BF_VERSION(1, 3);                  /* what this file was written for */
    return &extension;
}
