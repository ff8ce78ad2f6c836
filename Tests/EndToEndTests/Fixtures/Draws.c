/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Draws a label, a button that counts, a slider and a field; what it does with a response is in the
 * action's name, what else it does in the payload. With HANGS_IN_LOAD it never draws. */
#define FIXTURE_RESPONSE
#define FIXTURE_MEDIA
#include "content_fixture.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>

static bf_view label, button, slider, field, picture;
static bf_view docked, docked_field;
static bf_request shown;
static int count;

static void say(const char *words) {
    must(views->set_text(host, label, BF_VIEW_TEXT, text(words)), "say");
}

/* What is answered when the button is next tapped, from another thread. */
static struct {
    bf_response_completion completion;
    bf_response_option option;
} late;

static void *answers(void *argument) {
    (void)argument;
    say("late");
    late.completion(late.option);
    return NULL;
}

static void tapped(void) {
    char words[32];
    pthread_t thread;
    if (late.completion) {
        pthread_create(&thread, NULL, answers, NULL);
        return;
    }
    snprintf(words, sizeof words, "tapped %d", ++count);
    say(words);
}

static void slid(double value) {
    char words[32];
    snprintf(words, sizeof words, "at %.2f", value);
    say(words);
}

static void wrote(bf_string value) {
    must(views->set_text(host, label, BF_VIEW_TEXT, value), "wrote");
}

static void load(void *self) {
    (void)self;
#ifdef HANGS_IN_LOAD
    for (;;) pause();
#endif
    label = placed(BF_VIEW_LABEL, 0, 20);
    button = placed(BF_VIEW_BUTTON, 20, 30);
    slider = placed(BF_VIEW_SLIDER, 50, 30);
    field = placed(BF_VIEW_TEXT_FIELD, 80, 30);
    picture = placed(BF_VIEW_IMAGE, 110, 30);
    must(views->set_text(host, button, BF_VIEW_TEXT, text("Count")), "title");
    must(views->on(host, button, BF_EVENT_TAP, text(""), tapped, NULL), "on tap");
    must(views->on(host, slider, BF_EVENT_VALUE_CHANGED, text("d"), (bf_handler)slid, NULL),
         "on slide");
    must(views->on(host, field, BF_EVENT_EDITING_CHANGED, text("s"), (bf_handler)wrote, NULL),
         "on edit");
    must(presentation->set_preferred_size(host, 200, 100), "size");
}

/* Reads the attachment between begin_access and end_access, and tries what must not go. */
static void read_attachment(bf_request notification) {
    char words[256], bytes[64] = "";
    int32_t file = -1, again = -1;
    bf_status unknown = presentation->begin_access(host, notification, text("none"), &again);
    bf_status status = presentation->begin_access(host, notification, text("photo"), &file);
    ssize_t length = read(file, bytes, sizeof bytes - 1);
    int write_error = write(file, "x", 1) < 0 ? errno : 0;
    void *map = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    snprintf(words, sizeof words, "unknown %d status %d read %zd %d write %d map %d", (int)unknown,
             (int)status, length, bytes[1] == 'P', write_error, map != MAP_FAILED);
    say(words);
    if (!has(notification, "leak"))
        must(presentation->end_access(host, notification, text("photo")), "end_access");
}

/* Takes its own notification out of the centre, as a button "remove" does. */
static void remove_own(void) {
    const bf_center *center = host->interface(host, BF_STRING(BF_INTERFACE_CENTER));
    must(center->remove_delivered(host, text("[\"request-1\"]")), "remove_delivered");
}

static void show_picture(bf_image_source source, const char *name) {
    bf_image image = {.source = source, .name = text(name), .width = 10, .height = 10};
    must(views->set_image(host, picture, &image), name);
}

static void *floods(void *argument) {
    char words[32];
    (void)argument;
    for (unsigned frame = 0;; frame++) {
        snprintf(words, sizeof words, "frame %u", frame);
        say(words);
        views->layout(host);
    }
    return NULL;
}

/* A view for the keyboard's place, with a field and a button in it: it is shown from the first
 * response on. */
static void make_docked(void) {
    bf_view counting = {0};
    must(views->create(host, BF_VIEW_PLAIN, &docked), "create");
    must(views->create(host, BF_VIEW_TEXT_FIELD, &docked_field), "create");
    must(views->create(host, BF_VIEW_BUTTON, &counting), "create");
    must(views->insert(host, docked, docked_field, UINT32_MAX), "insert");
    must(views->insert(host, docked, counting, UINT32_MAX), "insert");
    must(views->set_frame(host, docked, 0, 0, 200, 80), "set_frame");
    must(views->set_frame(host, docked_field, 0, 0, 200, 40), "set_frame");
    must(views->set_frame(host, counting, 0, 40, 200, 40), "set_frame");
    must(views->set_text(host, counting, BF_VIEW_TEXT, text("Count too")), "title");
    must(views->on(host, counting, BF_EVENT_TAP, text(""), tapped, NULL), "on tap");
    must(
        views->on(host, docked_field, BF_EVENT_EDITING_CHANGED, text("s"), (bf_handler)wrote, NULL),
        "on edit");
}

static void did_receive(void *self, bf_request notification) {
    volatile unsigned long spins = 0;
    pthread_t thread;
    (void)self;
    shown = notification;
    say("received");
    if (has(notification, "second")) say("received again");
    if (has(notification, "crash")) raise(SIGSEGV);
    if (has(notification, "exits")) _exit(3);
    if (has(notification, "hang"))
        for (;;) pause();
    if (has(notification, "spin"))
        for (;;) spins++;
    if (has(notification, "hoard"))
        for (;;) memset(malloc(1 << 20), 1, 1 << 20);
    if (has(notification, "forge")) send(3, "\377garbage", 8, MSG_NOSIGNAL);
    if (has(notification, "attachment")) read_attachment(notification);
    if (has(notification, "shown")) show_picture(BF_IMAGE_ATTACHMENT, "photo");
    if (has(notification, "missing")) show_picture(BF_IMAGE_ATTACHMENT, "none");
    if (has(notification, "remove")) remove_own();
    if (has(notification, "unasked")) must(presentation->perform_default_action(host), "unasked");
    if (has(notification, "bye")) must(presentation->dismiss(host), "dismiss");
    if (has(notification, "weak"))
        must(presentation->set_actions(
                 host, text("[{\"identifier\":\"locked\",\"title\":\"Unlocked\"}]")),
             "set_actions");
    if (has(notification, "docks")) make_docked();
    if (has(notification, "flood")) pthread_create(&thread, NULL, floods, NULL);
    if (has(notification, "media")) {
        bf_media_button media = {.kind = BF_MEDIA_BUTTON_DEFAULT};
        must(presentation->set_media_button(host, &media), "media");
    }
}

static void media_play(void *self) {
    (void)self;
    must(presentation->media_playing(host, 1), "playing");
}

static void media_pause(void *self) {
    (void)self;
    must(presentation->media_playing(host, 0), "paused");
}

static void did_receive_response(void *self, bf_response response,
                                 bf_response_completion completion) {
    bf_string action = {NULL, 0}, written = {NULL, 0};
    bf_response_option option = BF_RESPONSE_DO_NOT_DISMISS;
    (void)self;
    must(presentation->response_action(host, response, &action), "action");
    if (presentation->response_text(host, response, &written) == BF_OK)
        must(views->set_text(host, label, BF_VIEW_TEXT, written), "text");
    else
        must(views->set_text(host, label, BF_VIEW_TEXT, action), "label");
    if (docked.id)
        must(presentation->become_first_responder(host, docked_field, docked), "first responder");
    if (memmem(action.bytes, action.count, "close", 5)) option = BF_RESPONSE_DISMISS;
    if (memmem(action.bytes, action.count, "forward", 7)) option = BF_RESPONSE_DISMISS_AND_FORWARD;
    if (memmem(action.bytes, action.count, "never", 5)) return;
    if (memmem(action.bytes, action.count, "hang", 4))
        for (;;) pause();
    if (memmem(action.bytes, action.count, "swap", 4))
        must(presentation->set_actions(host, text("[{\"identifier\":\"stay\",\"title\":\"Stay\"},"
                                                  "{\"identifier\":\"new\",\"title\":\"New\"}]")),
             "set_actions");
    if (memmem(action.bytes, action.count, "late", 4)) {
        late.completion = completion;
        late.option = option;
        return;
    }
    completion(option);
    if (memmem(action.bytes, action.count, "twice", 5)) completion(BF_RESPONSE_DISMISS);
}
