#include <belfry/belfry.h>

#include <string.h>

struct state {
    const bf_host *host;
    const bf_view_functions *views;
    const bf_presentation *presentation;
    bf_view label;
};

/* The root view is there and as wide as it will be: put views into it. */
static void load(void *context) {
    struct state *self = context;
    const bf_view_functions *views = self->views;
    double frame[4] = {0};
    bf_view root = views->root(self->host);
    views->get_frame(self->host, root, frame);
    views->create(self->host, BF_VIEW_LABEL, &self->label);
    views->insert(self->host, root, self->label, 0);
    views->set_frame(self->host, self->label, 16, 16, frame[2] - 32, 88);
    views->set_integer(self->host, self->label, BF_VIEW_TEXT_ALIGNMENT, 1);
    views->set_integer(self->host, self->label, BF_VIEW_LINE_COUNT, 0);
    self->presentation->set_preferred_size(self->host, frame[2], 120);
}

static void did_receive(void *context, bf_request notification) {
    struct state *self = context;
    bf_string body;
    bf_content content = self->host->request_content(self->host, notification);
    if (self->host->get_text(self->host, content, BF_KEY_BODY, &body) == BF_OK)
        self->views->set_text(self->host, self->label, BF_VIEW_TEXT, body);
}

static void did_receive_response(void *context, bf_response response,
                                 bf_response_completion completion) {
    struct state *self = context;
    const bf_string like = BF_STRING("like");
    bf_string action;
    if (self->presentation->response_action(self->host, response, &action) != BF_OK ||
        action.count != like.count || memcmp(action.bytes, like.bytes, like.count) != 0) {
        completion(BF_RESPONSE_DISMISS_AND_FORWARD);
        return;
    }
    self->views->set_text(self->host, self->label, BF_VIEW_TEXT, BF_STRING("You like this."));
    completion(BF_RESPONSE_DO_NOT_DISMISS);
}

static bf_status start(void *context, const bf_host *host) {
    struct state *self = context;
    self->host = host; /* it lives as long as the process */
    self->views = host->interface(host, BF_STRING(BF_INTERFACE_VIEW));
    self->presentation = host->interface(host, BF_STRING(BF_INTERFACE_PRESENTATION));
    return self->views && self->presentation ? BF_OK : BF_ERROR_UNSUPPORTED;
}

static const bf_content_extension content = {
    .size = sizeof(bf_content_extension),
    .start = start,
    .load = load,
    .did_receive = did_receive,
    .did_receive_response = did_receive_response,
};

static const void *find_interface(void *self, bf_string id) {
    (void)self;
    const bf_string mine = BF_STRING(BF_INTERFACE_CONTENT);
    if (id.count != mine.count || memcmp(id.bytes, mine.bytes, mine.count) != 0) return NULL;
    return &content;
}

const bf_extension *bf_extension_main(uint32_t *version) {
    static struct state state;
    static const bf_extension extension = {
        .magic = BF_EXTENSION_MAGIC,
        .size = sizeof(bf_extension),
        .self = &state,
        .interface = find_interface,
    };
    if (*version < BF_VERSION(1, 3)) return NULL; /* content extensions came with 1.3 */
    *version = BF_VERSION(1, 3);
    return &extension;
}
