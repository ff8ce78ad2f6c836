#include <belfry/belfry.h>

#include <string.h>

struct state {
    const bf_host *host;
};

static bf_status start(void *self, const bf_host *host) {
    ((struct state *)self)->host = host; /* it lives as long as the process */
    return BF_OK;
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    const bf_host *host = ((struct state *)self)->host;
    bf_content copy = host->content_copy(host, host->request_content(host, request));
    /* Change the notification here. */
    host->set_text(host, copy, BF_KEY_SUBTITLE, BF_STRING("modified"));
    completion(copy);
}

static const bf_service service = {
    .size = sizeof(bf_service),
    .start = start,
    .did_receive = did_receive,
};

static const void *find_interface(void *self, bf_string id) {
    (void)self;
    const bf_string mine = BF_STRING(BF_INTERFACE_SERVICE);
    if (id.count != mine.count || memcmp(id.bytes, mine.bytes, mine.count) != 0) return NULL;
    return &service;
}

const bf_extension *bf_extension_main(uint32_t *version) {
    static struct state state;
    static const bf_extension extension = {
        .magic = BF_EXTENSION_MAGIC,
        .size = sizeof(bf_extension),
        .self = &state,
        .interface = find_interface,
    };
    if (BF_VERSION_MAJOR(*version) != 1) return NULL;
    *version = BF_VERSION_1_0;
    return &extension;
}
