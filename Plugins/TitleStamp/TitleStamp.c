/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* A service extension in C: it puts a stamp behind each notification's title.
 * README.md walks through this file from the bottom to the top, the order in which it is called. */
#include <belfry/belfry.h>

#include <string.h>

static const char stamp[] = " \xC2\xB7 stamped"; /* a middle dot, in UTF-8 */

/* What the extension keeps between calls; the host hands it back as `self`. */
struct title_stamp {
    const bf_host *host;
};

static bf_status start(void *self, const bf_host *host) {
    ((struct title_stamp *)self)->host = host; /* it lives as long as the process */
    return BF_OK;
}

/* Writes the title and the stamp behind it into `copy`. */
static bf_status add_stamp(const bf_host *host, bf_content copy) {
    bf_string title; /* borrowed from the host: pointer and count, no zero at the end */
    bf_status status = host->get_text(host, copy, BF_KEY_TITLE, &title);
    if (status != BF_OK) return status;

    uint8_t text[1024];
    if (title.count > sizeof text - sizeof stamp) return BF_ERROR_LIMIT;
    if (title.count > 0) memcpy(text, title.bytes, (size_t)title.count);
    memcpy(text + title.count, stamp, sizeof stamp - 1);

    bf_string stamped = {text, title.count + sizeof stamp - 1};
    return host->set_text(host, copy, BF_KEY_TITLE, stamped); /* the host copies it */
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    const bf_host *host = ((struct title_stamp *)self)->host;

    /* The notification itself cannot be changed; a copy of it can. */
    bf_content copy = host->content_copy(host, host->request_content(host, request));
    if (add_stamp(host, copy) != BF_OK) {
        host->log(host, BF_LOG_WARNING, BF_STRING("no stamp: the title is too long for one"));
        copy = (bf_content){0}; /* "none": deliver the original */
    }
    completion(copy); /* the answer; without it the run ends in a timeout */
}

/* What a service extension can do. Members not named are null: will_expire, pressure, stop. */
static const bf_service service = {
    .size = sizeof(bf_service),
    .start = start,
    .did_receive = did_receive,
};

/* Answers which tables this extension has: one. */
static const void *find_interface(void *self, bf_string id) {
    (void)self;
    const bf_string mine = BF_STRING(BF_INTERFACE_SERVICE);
    if (id.count != mine.count || memcmp(id.bytes, mine.bytes, mine.count) != 0) return NULL;
    return &service;
}

/* The one symbol that is exported, and the first function that is called. */
const bf_extension *bf_extension_main(uint32_t *version) {
    static struct title_stamp state;
    static const bf_extension extension = {
        .magic = BF_EXTENSION_MAGIC,
        .size = sizeof(bf_extension),
        .self = &state,
        .interface = find_interface,
    };
    if (BF_VERSION_MAJOR(*version) != 1) return NULL; /* a host of another major: refuse it */
    *version = BF_VERSION_1_0;                        /* what this file was written for */
    return &extension;
}
