/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Shows as pictures what lies elsewhere, is no picture, or too large; past its worker, too. */
#include "draws.h"

static packet one;

/* Each has a view of its own. The last one is a picture. */
static const struct {
    bf_image_source source;
    const char *name;
} pictures[] = {
    {BF_IMAGE_FILE, "/etc/passwd"},
    {BF_IMAGE_FILE, "../../../../etc/passwd"},
    {BF_IMAGE_FILE, "tmp/../../../../etc/passwd"},
    {BF_IMAGE_FILE, "/proc/self/environ"},
    {BF_IMAGE_FILE, "/proc/self/fd/3"},
    {BF_IMAGE_FILE, "/dev/zero"},
    {BF_IMAGE_RESOURCE, "link.png"},
    {BF_IMAGE_RESOURCE, "folder/link.png"},
    {BF_IMAGE_RESOURCE, "fifo.png"},
    {BF_IMAGE_RESOURCE, "large.png"},
    {BF_IMAGE_FILE, "wide.png"},
    {BF_IMAGE_FILE, "short.png"},
    {BF_IMAGE_FILE, "text.png"},
    {BF_IMAGE_FILE, "."},
    {BF_IMAGE_FILE, "nothing.png"},
    {BF_IMAGE_RESOURCE, "../Good.appex/Info.plist"},
    {BF_IMAGE_RESOURCE, "/etc/hostname"},
    {BF_IMAGE_RESOURCE, "Info.plist"},
    {BF_IMAGE_ATTACHMENT, "nobody's"},
    {BF_IMAGE_PAGE, "../../etc/passwd"},
    {BF_IMAGE_PAGE, "/proc/self/maps"},
    {BF_IMAGE_PAGE, "text.png"},
    {BF_IMAGE_FILE, "good.png"},
};
#define COUNT (sizeof pictures / sizeof *pictures)

static bf_view shown[COUNT];

/* Writes a PNG's first bytes, so many of them, with its sides' length. */
static void write_picture(const char *name, uint32_t side, size_t count) {
    uint8_t bytes[] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13, 'I', 'H', 'D',
                       'R',  0,   0,   0,   0,  0,  0,  0,  0, 8, 6, 0,  0,   0};
    for (int byte = 0; byte < 4; byte++)
        bytes[16 + byte] = bytes[20 + byte] = (uint8_t)(side >> (24 - 8 * byte));
    int file = open(name, O_CREAT | O_WRONLY, 0600);
    if (write(file, bytes, count < sizeof bytes ? count : sizeof bytes) < 0) abort();
    close(file);
}

static void show_by_functions(void) {
    long taken = 0;
    for (size_t index = 0; index < COUNT; index++) {
        bf_image image = {.source = pictures[index].source,
                          .name = text(pictures[index].name),
                          .width = 10,
                          .height = 10};
        taken += views->set_image(host, shown[index], &image) == BF_OK;
    }
    note_number("taken", taken);
}

static void show_past_the_worker(void) {
    begin_frame(&one, COUNT);
    for (uint32_t index = 0; index < COUNT; index++) {
        put_patch(&one, 10, BUTTON + 1 + index);
        put8(&one, 1);
        put32(&one, pictures[index].source);
        put_text(&one, pictures[index].name, strlen(pictures[index].name));
        put8(&one, 0);
        put_real(&one, 10);
        put_real(&one, 10);
    }
    end_frame(&one);
}

static void tapped(void) {
    write_picture("good.png", 1, 29);
    write_picture("wide.png", 60000, 29);
    write_picture("short.png", 1, 20);
    int file = open("text.png", O_CREAT | O_WRONLY, 0600);
    if (write(file, "<svg onload='alert(1)'/>", 24) < 0) abort();
    close(file);
    if (is("functions")) show_by_functions();
    if (is("forged")) show_past_the_worker();
    show_report();
}

static void load(void *self) {
    draw_basics(tapped);
    for (size_t index = 0; index < COUNT; index++) shown[index] = placed(BF_VIEW_IMAGE, 50, 10);
}

static void did_receive(void *self, bf_request notification) { hear(notification); }
