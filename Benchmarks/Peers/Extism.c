/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Extism through its C API: the plug-in of StampExtism.c, translated once, kept, or new for each
 * push. The plug-in has no manifest, and so neither WASI nor a time limit.
 *
 * The wheel that its shared library comes in has no headers. These declarations are our own, of the
 * C API as its documentation describes it, for the version that Scripts/bench-peers.sh names. */
#include "Peer.h"
#include "Stamp.h"

#include <stdbool.h>
#include <string.h>

typedef struct ExtismCompiledPlugin ExtismCompiledPlugin;
typedef struct ExtismPlugin ExtismPlugin;

ExtismCompiledPlugin *extism_compiled_plugin_new(const uint8_t *bytes, uint64_t count,
                                                 const void *functions, uint64_t function_count,
                                                 bool has_wasi, char **error);
ExtismPlugin *extism_plugin_new_from_compiled(const ExtismCompiledPlugin *compiled, char **error);
int32_t extism_plugin_call(ExtismPlugin *plugin, const char *function, const uint8_t *input,
                           uint64_t count);
const char *extism_plugin_error(ExtismPlugin *plugin);
uint64_t extism_plugin_output_length(ExtismPlugin *plugin);
const uint8_t *extism_plugin_output_data(ExtismPlugin *plugin);
void extism_plugin_free(ExtismPlugin *plugin);

static ExtismCompiledPlugin *compiled;
static ExtismPlugin *kept;

static ExtismPlugin *make_plugin(void) {
    char *error = NULL;
    ExtismPlugin *plugin = extism_plugin_new_from_compiled(compiled, &error);
    if (plugin == NULL) fail("extism_plugin_new_from_compiled", error != NULL ? error : "?");
    return plugin;
}

static void prepare(const char *mode, char *const *arguments) {
    bool is_kept = strcmp(mode, "kept") == 0;
    if (!is_kept && strcmp(mode, "new") != 0) fail(mode, "the modes are kept and new");
    if (arguments[0] == NULL) fail("usage", peer.usage);
    size_t count;
    const uint8_t *bytes = bytes_of_file(arguments[0], &count);
    char *error = NULL;
    compiled = extism_compiled_plugin_new(bytes, count, NULL, 0, false, &error);
    if (compiled == NULL) fail("extism_compiled_plugin_new", error != NULL ? error : "?");
    if (is_kept) kept = make_plugin();
}

static size_t run(const uint8_t *push, size_t count, uint8_t *answer) {
    ExtismPlugin *plugin = kept != NULL ? kept : make_plugin();
    if (extism_plugin_call(plugin, "stamp", push, count) != 0) {
        const char *error = extism_plugin_error(plugin);
        fail("extism_plugin_call", error != NULL ? error : "the plug-in found no title");
    }
    uint64_t answer_count = extism_plugin_output_length(plugin);
    if (answer_count > longest_answer) fail("the plug-in", "its answer is too long");
    memcpy(answer, extism_plugin_output_data(plugin), (size_t)answer_count);
    if (kept == NULL) extism_plugin_free(plugin);
    return (size_t)answer_count;
}

const struct peer peer = {.name = "extism", .usage = "MODULE", .prepare = prepare, .run = run};
