/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Does with a notification what its title says. */
#include "fixture.h"
#include <fcntl.h>
#include <stdio.h>

static int begins(bf_string title, const char *word) {
    size_t count = strlen(word);
    return title.count >= count && memcmp(title.bytes, word, count) == 0;
}

static void attach_picture(bf_content content) {
    /* One pixel, of PNG. */
    static const unsigned char png[] = {
        0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48,
        0x44, 0x52, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x06, 0x00, 0x00,
        0x00, 0x1f, 0x15, 0xc4, 0x89, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x44, 0x41, 0x54, 0x78,
        0x9c, 0x63, 0xe0, 0x12, 0x91, 0xfb, 0x0f, 0x00, 0x01, 0xa4, 0x01, 0x3c, 0x93, 0x8b,
        0x0e, 0xb7, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
    int file = open("picture.png", O_CREAT | O_WRONLY | O_TRUNC, 0600);
    if (file < 0 || write(file, png, sizeof png) != (ssize_t)sizeof png) abort();
    close(file);
    bf_attachment attachment = {.size = sizeof(bf_attachment)};
    attachment.identifier = BF_STRING("picture");
    attachment.path = BF_STRING("picture.png");
    host->attach(host, content, &attachment);
}

/* Says how wide the program's picture is that it is shown, or that there is none. */
static const char *glimpse(bf_request request) {
    static char words[64];
    bf_string info;
    bf_content content = host->request_content(host, request);
    if (host->get_text(host, content, BF_KEY_USER_INFO, &info) != BF_OK) abort();
    /* Texts of the host end with no zero. */
    char *text = calloc(1, (size_t)info.count + 1);
    if (!text) abort();
    memcpy(text, info.bytes, (size_t)info.count);
    const char *picture = strstr(text, "\"picture\":{");
    const char *width = picture ? strstr(picture, "\"width\":") : NULL;
    const int is_png = picture && strstr(picture, "\"png\":\"iVBORw0KGgo") != NULL;
    if (width && is_png)
        snprintf(words, sizeof words, ", seen with %d", atoi(width + 8));
    else
        snprintf(words, sizeof words, ", seen without");
    free(text);
    return words;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    bf_string title;
    (void)self;
    if (host->get_text(host, host->request_content(host, request), BF_KEY_TITLE, &title) != BF_OK)
        abort();
    if (begins(title, "crash")) abort();
    if (begins(title, "hang")) return;
    if (begins(title, "same")) {
        completion((bf_content){0});
        return;
    }
    if (begins(title, "drop")) {
        if (host->drop(host, request, BF_STRING("unwanted")) != BF_OK) abort();
        return;
    }
    char text[512];
    size_t count = title.count < 400 ? title.count : 400;
    memcpy(text, title.bytes, count);
    const char *words = begins(title, "glimpse") ? glimpse(request) : ", seen";
    memcpy(text + count, words, strlen(words) + 1);
    bf_content copy = titled(request, text);
    if (begins(title, "unpicture")) {
        const bf_string bare = BF_STRING("{\"desktop\":{}}");
        if (host->set_text(host, copy, BF_KEY_USER_INFO, bare) != BF_OK) abort();
    }
    if (begins(title, "button")) {
        /* The program's "no" goes, its "default" gets another title, and there is one that it does not know. */
        const bf_string buttons =
            BF_STRING("{\"desktop\":{\"actions\":[{\"key\":\"default\",\"title\":\"Show\"},"
                      "{\"key\":\"copy\",\"title\":\"Copy code\"}]}}");
        if (host->set_text(host, copy, BF_KEY_USER_INFO, buttons) != BF_OK) abort();
    }
    if (begins(title, "picture")) attach_picture(copy);
    completion(copy);
}
