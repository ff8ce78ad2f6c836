/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Calls an extension as a worker does, and prints how often each callback allocates. Its host never
 * does, so what is counted is the extension's: allocations LIBRARY USERINFO
 *
 * The library is loaded, not linked, so that what the loader allocates for it is seen too. The log goes
 * to standard error. */
#include <belfry/belfry.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- The allocator, with a counter --------------------------------------------------------- */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static atomic_size_t allocations;

void *malloc(size_t size) {
    allocations++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    allocations++;
    return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
    allocations++;
    return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
    allocations++;
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    allocations++;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size) {
    allocations++;
    *out = __libc_memalign(alignment, size);
    return *out ? 0 : 12;
}

#define COUNT(name, call) \
    do { \
        const size_t before = allocations; \
        call; \
        printf("%s %zu\n", name, allocations - before); \
    } while (0)

/* --- The host ------------------------------------------------------------------------------ */

static bf_string user_info;
static atomic_uint is_decided;

static bf_string text(const char *value) {
    return (bf_string){(const uint8_t *)value, strlen(value)};
}

static int is(bf_string id, const char *name) {
    return id.count == strlen(name) && memcmp(id.bytes, name, id.count) == 0;
}

/* An answer to a request that is decided is a strike: a kit has to keep it back. */
static void decide(void) {
    if (is_decided && write(2, "a late answer\n", 14) < 0) exit(1);
    is_decided = 1;
}

static void complete(bf_content content) {
    (void)content;
    decide();
}

static void take_text(const bf_host *host, bf_string value) {
    (void)host;
    (void)value;
}

static void write_log(const bf_host *host, bf_log_level level, bf_string value) {
    (void)host;
    if (level == BF_LOG_ERROR && write(2, value.bytes, value.count) > 0) (void)!write(2, "\n", 1);
}

static uint64_t now(const bf_host *host) {
    (void)host;
    return 1;
}

static bf_status request_identifier(const bf_host *host, bf_request request, bf_string *out) {
    (void)host;
    (void)request;
    *out = text("request-1");
    return BF_OK;
}

static uint64_t request_deadline(const bf_host *host, bf_request request) {
    (void)host;
    (void)request;
    return 1000000000;
}

static uint32_t request_is_decided(const bf_host *host, bf_request request) {
    (void)host;
    (void)request;
    return is_decided;
}

static bf_content request_content(const bf_host *host, bf_request request) {
    (void)host;
    (void)request;
    return (bf_content){1};
}

static bf_status complete_request(const bf_host *host, bf_request request, bf_content content) {
    (void)host;
    (void)request;
    complete(content);
    return BF_OK;
}

static bf_content copy(const bf_host *host, bf_content content) {
    (void)host;
    return (bf_content){content.id + 1};
}

static bf_status on_content(const bf_host *host, bf_content content) {
    (void)host;
    (void)content;
    return BF_OK;
}

static bf_status get_text(const bf_host *host, bf_content content, bf_key key, bf_string *out) {
    (void)host;
    (void)content;
    *out =
        key == BF_KEY_USER_INFO ? user_info : text("A text that no string has room for in itself");
    return BF_OK;
}

static bf_status get_integer(const bf_host *host, bf_content content, bf_key key, int64_t *out) {
    (void)host;
    (void)content;
    *out = 2;
    return key == BF_KEY_BADGE ? BF_OK : BF_ERROR_NOT_FOUND;
}

static bf_status get_real(const bf_host *host, bf_content content, bf_key key, double *out) {
    (void)host;
    (void)content;
    (void)key;
    *out = 0.5;
    return BF_OK;
}

/* The body is past a limit. */
static bf_status set_text(const bf_host *host, bf_content content, bf_key key, bf_string value) {
    (void)host;
    (void)content;
    (void)value;
    return key == BF_KEY_BODY ? BF_ERROR_LIMIT : BF_OK;
}

static bf_status set_integer(const bf_host *host, bf_content content, bf_key key, int64_t value) {
    (void)host;
    (void)content;
    (void)key;
    (void)value;
    return BF_OK;
}

static bf_status set_real(const bf_host *host, bf_content content, bf_key key, double value) {
    (void)host;
    (void)content;
    (void)key;
    (void)value;
    return BF_OK;
}

static bf_status clear(const bf_host *host, bf_content content, bf_key key) {
    (void)host;
    (void)content;
    (void)key;
    return BF_OK;
}

static bf_status attach(const bf_host *host, bf_content content, const bf_attachment *file) {
    (void)host;
    (void)content;
    return file->path.count ? BF_OK : BF_ERROR_ARGUMENT;
}

static bf_status checkpoint(const bf_host *host, bf_request request, bf_content content) {
    (void)host;
    (void)request;
    (void)content;
    return BF_OK;
}

static bf_status drop(const bf_host *host, bf_request request, bf_string reason) {
    (void)host;
    (void)request;
    (void)reason;
    decide();
    return BF_OK;
}

/* --- Its further tables -------------------------------------------------------------------- */

static bf_status pending(const bf_host *host, bf_center_reply reply, void *context) {
    (void)host;
    reply(context, BF_OK, text("[]"));
    return BF_OK;
}

static bf_view root(const bf_host *host) {
    (void)host;
    return (bf_view){1};
}

static bf_status create(const bf_host *host, bf_view_kind kind, bf_view *out) {
    (void)host;
    *out = (bf_view){2 + (uint64_t)kind};
    return BF_OK;
}

static bf_status insert(const bf_host *host, bf_view parent, bf_view child, uint32_t index) {
    (void)host;
    (void)parent;
    (void)child;
    (void)index;
    return BF_OK;
}

static bf_status set_view_text(const bf_host *host, bf_view view, bf_view_key key,
                               bf_string value) {
    (void)host;
    (void)view;
    (void)key;
    (void)value;
    return BF_OK;
}

static bf_status set_view_integer(const bf_host *host, bf_view view, bf_view_key key,
                                  int64_t value) {
    (void)host;
    (void)view;
    (void)key;
    (void)value;
    return BF_OK;
}

static bf_status set_view_real(const bf_host *host, bf_view view, bf_view_key key, double value) {
    (void)host;
    (void)view;
    (void)key;
    (void)value;
    return BF_OK;
}

static bf_status get_view_text(const bf_host *host, bf_view view, bf_view_key key, bf_string *out) {
    (void)host;
    (void)view;
    (void)key;
    *out = text("What the user has written into the field");
    return BF_OK;
}

static bf_status get_view_real(const bf_host *host, bf_view view, bf_view_key key, double *out) {
    (void)host;
    (void)view;
    (void)key;
    *out = 0.5;
    return BF_OK;
}

static bf_status set_frame(const bf_host *host, bf_view view, double x, double y, double width,
                           double height) {
    (void)host;
    (void)view;
    (void)x;
    (void)y;
    (void)width;
    (void)height;
    return BF_OK;
}

static bf_status get_frame(const bf_host *host, bf_view view, double out[4]) {
    (void)host;
    (void)view;
    out[2] = out[3] = 300;
    return BF_OK;
}

static bf_status set_image(const bf_host *host, bf_view view, const bf_image *image) {
    (void)host;
    (void)view;
    (void)image;
    return BF_OK;
}

static bf_status constrain(const bf_host *host, const bf_constraint_rule *rule,
                           bf_constraint *out) {
    (void)host;
    (void)rule;
    *out = (bf_constraint){1};
    return BF_OK;
}

static bf_status set_runs(const bf_host *host, bf_view view, const bf_text_run *runs,
                          uint64_t count) {
    (void)host;
    (void)view;
    (void)runs;
    (void)count;
    return BF_OK;
}

/* Calls a slider's handler at once. */
static bf_status on(const bf_host *host, bf_view view, bf_event event, bf_string signature,
                    bf_handler handler, void *context) {
    (void)host;
    (void)view;
    (void)event;
    if (is(signature, "cd")) ((void (*)(void *, double))handler)(context, 0.5);
    return BF_OK;
}

static bf_status date(const bf_host *host, bf_request notification, double *out) {
    (void)host;
    (void)notification;
    *out = 1;
    return BF_OK;
}

static bf_status attachment(const bf_host *host, bf_request notification, uint32_t index,
                            bf_attachment_info *out) {
    (void)host;
    (void)notification;
    *out = (bf_attachment_info){text("picture"), text("public.png"), text("picture.png"), 1};
    return index == 0 ? BF_OK : BF_ERROR_NOT_FOUND;
}

static bf_status response_text(const bf_host *host, bf_response response, bf_string *out) {
    (void)host;
    (void)response;
    *out = text("What the user has written as an answer");
    return BF_OK;
}

static bf_request response_notification(const bf_host *host, bf_response response) {
    (void)host;
    return (bf_request){response.id};
}

static bf_status set_preferred_size(const bf_host *host, double width, double height) {
    (void)host;
    (void)width;
    (void)height;
    return BF_OK;
}

static void respond(bf_response_option option) {
    const char line[] = {'r', 'e', 's', 'p', 'o', 'n', 's', 'e', ' ', (char)('0' + option), '\n'};
    if (write(2, line, sizeof line) < 0) exit(1);
}

static const void *interface(const bf_host *host, bf_string id) {
    static bf_bundle bundle = {.size = sizeof(bf_bundle)};
    static bf_folder folder = {.kind = BF_FOLDER_GROUP, .flags = BF_FOLDER_WRITABLE};
    static bf_storage storage = {sizeof(bf_storage), 1, &folder};
    static const bf_center center = {.size = sizeof(bf_center), .pending = pending};
    static const bf_view_functions views = {
        .size = sizeof(bf_view_functions),
        .root = root,
        .create = create,
        .insert = insert,
        .arrange = insert,
        .set_text = set_view_text,
        .set_integer = set_view_integer,
        .set_real = set_view_real,
        .get_text = get_view_text,
        .get_real = get_view_real,
        .set_frame = set_frame,
        .get_frame = get_frame,
        .set_image = set_image,
        .constrain = constrain,
        .on = on,
        .set_runs = set_runs,
    };
    static const bf_presentation presentation = {
        .size = sizeof(bf_presentation),
        .date = date,
        .attachment = attachment,
        .response_action = response_text,
        .response_text = response_text,
        .response_notification = response_notification,
        .set_preferred_size = set_preferred_size,
    };
    (void)host;
    bundle.identifier = text("com.example.allocations");
    bundle.container = text("/tmp");
    folder.identifier = text("group.example");
    folder.path = text("/tmp/group.example");
    if (is(id, BF_INTERFACE_BUNDLE)) return &bundle;
    if (is(id, BF_INTERFACE_STORAGE)) return &storage;
    if (is(id, BF_INTERFACE_CENTER)) return &center;
    if (is(id, BF_INTERFACE_VIEW)) return &views;
    if (is(id, BF_INTERFACE_PRESENTATION)) return &presentation;
    return NULL;
}

static const bf_host host = {
    .size = sizeof(bf_host),
    .version = BF_VERSION_CURRENT,
    .interface = interface,
    .log = write_log,
    .explain = take_text,
    .now = now,
    .request_identifier = request_identifier,
    .request_deadline = request_deadline,
    .request_is_decided = request_is_decided,
    .request_content = request_content,
    .complete = complete_request,
    .content_copy = copy,
    .content_release = on_content,
    .get_text = get_text,
    .get_integer = get_integer,
    .get_real = get_real,
    .set_text = set_text,
    .set_integer = set_integer,
    .set_real = set_real,
    .clear = clear,
    .attach = attach,
    .detach_all = on_content,
    .checkpoint = checkpoint,
    .drop = drop,
};

/* --- The callbacks ------------------------------------------------------------------------- */

static const bf_extension *extension;

/* What the work thread does: one notification, and another. */
static void *serve(void *table) {
    const bf_service *service = table;
    COUNT("first did_receive", service->did_receive(extension->self, (bf_request){1}, complete));
    is_decided = 0;
    COUNT("did_receive", service->did_receive(extension->self, (bf_request){1}, complete));
    return NULL;
}

/* What the expiry thread does. */
static void *expire(void *table) {
    const bf_service *service = table;
    /* The budget's end has answered what is not answered yet. */
    is_decided = 1;
    if (BF_HAS(service, will_expire))
        COUNT("will_expire", service->will_expire(extension->self, (bf_request){1}, 1000000));
    if (BF_HAS(service, pressure)) COUNT("pressure", service->pressure(extension->self, 80, 100));
    return NULL;
}

/* What the UI thread does. */
static void *draw(void *table) {
    const bf_content_extension *content = table;
    COUNT("load", content->load(extension->self));
    COUNT("did_receive", content->did_receive(extension->self, (bf_request){1}));
    COUNT("did_receive_response",
          content->did_receive_response(extension->self, (bf_response){1}, respond));
    if (BF_HAS(content, stop)) COUNT("stop", content->stop(extension->self));
    return NULL;
}

static void on_thread(void *(*body)(void *), const void *table) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, body, (void *)table) || pthread_join(thread, NULL)) exit(1);
}

int main(int count, char **arguments) {
    if (count != 3) return 64;
    user_info = text(arguments[2]);
    void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    const bf_extension *(*enter)(uint32_t *) = NULL;
    *(void **)&enter = dlsym(library, "bf_extension_main");
    uint32_t version = BF_VERSION_CURRENT;
    extension = enter ? enter(&version) : NULL;
    if (!extension) return 1;
    const bf_service *service = extension->interface(extension->self, text(BF_INTERFACE_SERVICE));
    if (service) {
        COUNT("start", service->start(extension->self, &host));
        on_thread(serve, service);
        on_thread(expire, service);
        const bf_main_loop *loop =
            extension->interface(extension->self, text(BF_INTERFACE_MAIN_LOOP));
        if (loop) COUNT("run", loop->run(extension->self));
        if (BF_HAS(service, stop)) COUNT("stop", service->stop(extension->self));
        return 0;
    }
    const bf_content_extension *content =
        extension->interface(extension->self, text(BF_INTERFACE_CONTENT));
    if (!content) return 1;
    COUNT("start", content->start(extension->self, &host));
    on_thread(draw, content);
    return 0;
}
