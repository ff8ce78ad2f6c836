/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Tidies what programs show on a desktop: drops what the user has seen enough of, and says of web
 * pages' notifications which page they are of. The same as Plugins/DesktopTidy. */
#define _GNU_SOURCE /* strcasestr, memmem */
#include <belfry/belfry.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { rule_limit = 64, line_limit = 256, text_limit = 8192, picture_limit = 65536 };

/* A line of drop.txt: why a notification is dropped, and the words that it is known by. */
struct rule {
    char reason[line_limit];
    char words[line_limit];
};

/* What the extension keeps between calls. */
struct tidy {
    const bf_host *host;
    const bf_bundle *bundle;
    struct rule rules[rule_limit];
    size_t rule_count;
    unsigned picture_count;
};

/* Opens a file of the bundle, or of the container. */
static FILE *open_file(bf_string folder, const char *name, const char *mode) {
    char path[4096];
    int count =
        snprintf(path, sizeof path, "%.*s/%s", (int)folder.count, (const char *)folder.bytes, name);
    return count < 0 || (size_t)count >= sizeof path ? NULL : fopen(path, mode);
}

static void read_rules(struct tidy *tidy) {
    FILE *file = open_file(tidy->bundle->path, "drop.txt", "r");
    char line[2 * line_limit];
    while (file && tidy->rule_count < rule_limit && fgets(line, sizeof line, file)) {
        struct rule *rule = &tidy->rules[tidy->rule_count];
        if (line[0] != '#' && sscanf(line, "%255[^:]: %255[^\n]", rule->reason, rule->words) == 2)
            tidy->rule_count++;
    }
    if (file) fclose(file);
}

static bf_status start(void *self, const bf_host *host) {
    struct tidy *tidy = self;
    tidy->host = host;
    tidy->bundle = host->interface(host, BF_STRING(BF_INTERFACE_BUNDLE));
    if (!tidy->bundle) return BF_ERROR_UNSUPPORTED;
    read_rules(tidy);
    return BF_OK;
}

/* Copies a text with a zero at its end; one that is too long is left empty. */
static void read_text(const bf_host *host, bf_content content, bf_key key, char text[text_limit]) {
    bf_string value;
    text[0] = 0;
    if (host->get_text(host, content, key, &value) != BF_OK || value.count >= text_limit) return;
    if (value.count > 0) memcpy(text, value.bytes, (size_t)value.count);
    text[value.count] = 0;
}

static bf_status write_text(const bf_host *host, bf_content content, bf_key key, const char *text) {
    return host->set_text(host, content, key, (bf_string){(const uint8_t *)text, strlen(text)});
}

/* Whether a browser has sent it: the thread is the program's desktop entry, or else its name. */
static int is_of_browser(const bf_host *host, bf_content content) {
    static const char *const names[] = {"firefox", "chrome", "chromium", "epiphany"};
    char program[text_limit];
    read_text(host, content, BF_KEY_THREAD_IDENTIFIER, program);
    for (size_t index = 0; index < sizeof names / sizeof *names; index++)
        if (strcasestr(program, names[index])) return 1;
    return 0;
}

/* Attaches a copy of the bundle's globe: what is attached is moved away from where it was. */
static void attach_globe(struct tidy *tidy, bf_content content) {
    static uint8_t bytes[picture_limit];
    char name[32];
    FILE *source = open_file(tidy->bundle->path, "globe.png", "rb");
    size_t count = source ? fread(bytes, 1, sizeof bytes, source) : 0;
    if (source) fclose(source);
    if (count == 0) return;
    snprintf(name, sizeof name, "globe-%u.png", tidy->picture_count++);
    FILE *copy = open_file(tidy->bundle->container, name, "wb");
    if (!copy) return;
    size_t written = fwrite(bytes, 1, count, copy);
    if (fclose(copy) != 0 || written != count) return;
    bf_attachment attachment = {.size = sizeof(bf_attachment)};
    attachment.identifier = BF_STRING("globe");
    attachment.path = (bf_string){(const uint8_t *)name, strlen(name)};
    tidy->host->attach(tidy->host, content, &attachment);
}

/* Takes the page's host out of the text, where browsers put it, and gives it a globe. */
static void tidy_content(struct tidy *tidy, bf_content content, char *body) {
    char *end = strstr(body, "\n\n");
    if (!end) return;
    *end = 0;
    if (!strchr(body, '.') || strpbrk(body, " \t\n")) return;
    write_text(tidy->host, content, BF_KEY_SUBTITLE, body);
    write_text(tidy->host, content, BF_KEY_BODY, end + 2);
    attach_globe(tidy, content);
}

static void did_receive(void *self, bf_request request, bf_completion completion) {
    struct tidy *tidy = self;
    const bf_host *host = tidy->host;
    bf_content content = host->content_copy(host, host->request_content(host, request));
    char title[text_limit], body[text_limit];
    read_text(host, content, BF_KEY_TITLE, title);
    read_text(host, content, BF_KEY_BODY, body);
    for (size_t index = 0; index < tidy->rule_count; index++) {
        const struct rule *rule = &tidy->rules[index];
        if (!strcasestr(title, rule->words) && !strcasestr(body, rule->words)) continue;
        /* The reason is what the audit has. */
        bf_string reason = {(const uint8_t *)rule->reason, strlen(rule->reason)};
        if (BF_HAS(host, drop) && host->drop(host, request, reason) == BF_OK) return;
        host->log(host, BF_LOG_WARNING, BF_STRING("a notification was not dropped"));
    }
    if (is_of_browser(host, content)) tidy_content(tidy, content, body);
    completion(content);
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
    static struct tidy state;
    static const bf_extension extension = {
        .magic = BF_EXTENSION_MAGIC,
        .size = sizeof(bf_extension),
        .self = &state,
        .interface = find_interface,
    };
    if (BF_VERSION_MAJOR(*version) != 1) return NULL;
    *version = BF_VERSION_1_1; /* for drop */
    return &extension;
}
