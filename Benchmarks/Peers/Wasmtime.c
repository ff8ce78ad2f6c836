/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* wasmtime through its C API: the module of StampModule.c, translated once, in an instance that is
 * kept, or in a new one for each push. The engine is as it comes, without fuel or epochs.
 *
 * The wheel that its shared library comes in has no headers. These declarations are our own, of the
 * C API as its documentation describes it, for the version that Scripts/bench-peers.sh names;
 * their sizes are those of the wheel's own table of the interface (_bindings.py). */
#include "Peer.h"
#include "Stamp.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

typedef struct wasm_engine_t wasm_engine_t;
typedef struct wasm_trap_t wasm_trap_t;
typedef struct wasmtime_context wasmtime_context_t;
typedef struct wasmtime_error wasmtime_error_t;
typedef struct wasmtime_module wasmtime_module_t;
typedef struct wasmtime_store wasmtime_store_t;

typedef struct {
    size_t size;
    char *data;
} wasm_byte_vec_t;

/* What lies in a store: which store, and what in it. Nothing here looks inside. */
typedef struct {
    uint64_t store;
    uint64_t place;
} wasmtime_func_t, wasmtime_instance_t;

typedef struct {
    uint64_t store;
    uint64_t places[2];
} wasmtime_memory_t;

typedef struct {
    uint8_t kind;
    union {
        wasmtime_func_t function;
        wasmtime_memory_t memory;
    } of;
} wasmtime_extern_t;

typedef struct {
    uint8_t kind;
    union {
        int32_t i32;
        uint64_t words[3];
    } of;
} wasmtime_val_t;

static_assert(sizeof(wasmtime_func_t) == 16 && sizeof(wasmtime_instance_t) == 16, "C API");
static_assert(sizeof(wasmtime_memory_t) == 24 && sizeof(wasmtime_extern_t) == 32, "C API");
static_assert(sizeof(wasmtime_val_t) == 32, "C API");

enum { kind_i32 = 0, kind_function = 0, kind_memory = 3 };

wasm_engine_t *wasm_engine_new(void);
void wasm_trap_message(const wasm_trap_t *trap, wasm_byte_vec_t *message);
void wasmtime_error_message(const wasmtime_error_t *error, wasm_byte_vec_t *message);
wasmtime_error_t *wasmtime_module_new(wasm_engine_t *engine, const uint8_t *bytes, size_t count,
                                      wasmtime_module_t **module);
wasmtime_store_t *wasmtime_store_new(wasm_engine_t *engine, void *data, void (*end)(void *));
void wasmtime_store_delete(wasmtime_store_t *store);
wasmtime_context_t *wasmtime_store_context(wasmtime_store_t *store);
wasmtime_error_t *wasmtime_instance_new(wasmtime_context_t *context,
                                        const wasmtime_module_t *module,
                                        const wasmtime_extern_t *imports, size_t count,
                                        wasmtime_instance_t *instance, wasm_trap_t **trap);
bool wasmtime_instance_export_get(wasmtime_context_t *context, const wasmtime_instance_t *instance,
                                  const char *name, size_t count, wasmtime_extern_t *found);
wasmtime_error_t *wasmtime_func_call(wasmtime_context_t *context, const wasmtime_func_t *function,
                                     const wasmtime_val_t *arguments, size_t count,
                                     wasmtime_val_t *results, size_t result_count,
                                     wasm_trap_t **trap);
uint8_t *wasmtime_memory_data(const wasmtime_context_t *context, const wasmtime_memory_t *memory);
size_t wasmtime_memory_data_size(const wasmtime_context_t *context,
                                 const wasmtime_memory_t *memory);

/* An instance of the module, with a store of its own. */
struct instance {
    wasmtime_store_t *store;
    wasmtime_context_t *context;
    wasmtime_instance_t place;
    wasmtime_memory_t memory;
    wasmtime_func_t stamp;
};

static wasm_engine_t *engine;
static wasmtime_module_t *module;
static struct instance kept;
static bool is_kept;

/* Where the module has its push and its answer, in every instance the same. */
static uint32_t push_place, answer_place;

static void check(const char *what, const wasmtime_error_t *error, const wasm_trap_t *trap) {
    if (error == NULL && trap == NULL) return;
    wasm_byte_vec_t message;
    if (error != NULL)
        wasmtime_error_message(error, &message);
    else
        wasm_trap_message(trap, &message);
    static char text[512];
    size_t count = message.size < sizeof text - 1 ? message.size : sizeof text - 1;
    memcpy(text, message.data, count);
    fail(what, text);
}

static wasmtime_extern_t export_of(const struct instance *instance, const char *name,
                                   uint8_t kind) {
    wasmtime_extern_t found;
    if (!wasmtime_instance_export_get(instance->context, &instance->place, name, strlen(name),
                                      &found) ||
        found.kind != kind)
        fail(name, "the module does not export it");
    return found;
}

static struct instance make_instance(void) {
    struct instance instance = {.store = wasmtime_store_new(engine, NULL, NULL)};
    instance.context = wasmtime_store_context(instance.store);
    wasm_trap_t *trap = NULL;
    wasmtime_error_t *error =
        wasmtime_instance_new(instance.context, module, NULL, 0, &instance.place, &trap);
    check("wasmtime_instance_new", error, trap);
    instance.memory = export_of(&instance, "memory", kind_memory).of.memory;
    instance.stamp = export_of(&instance, "stamp", kind_function).of.function;
    return instance;
}

/* Calls a function that gives an integer and takes at most one. */
static uint32_t call(const struct instance *instance, const wasmtime_func_t *function,
                     const wasmtime_val_t *argument) {
    wasmtime_val_t result;
    wasm_trap_t *trap = NULL;
    wasmtime_error_t *error = wasmtime_func_call(instance->context, function, argument,
                                                 argument != NULL ? 1 : 0, &result, 1, &trap);
    check("wasmtime_func_call", error, trap);
    return (uint32_t)result.of.i32;
}

/* A part of the instance's memory, which the module may lie about. */
static uint8_t *part(const struct instance *instance, uint32_t place, size_t count) {
    size_t all = wasmtime_memory_data_size(instance->context, &instance->memory);
    if (count > all || place > all - count) fail("the module", "it names what it does not have");
    return wasmtime_memory_data(instance->context, &instance->memory) + place;
}

static size_t run_in(const struct instance *instance, const uint8_t *push, size_t count,
                     uint8_t *answer) {
    memcpy(part(instance, push_place, count), push, count);
    wasmtime_val_t argument = {.kind = kind_i32, .of.i32 = (int32_t)count};
    uint32_t answer_count = call(instance, &instance->stamp, &argument);
    if (answer_count > longest_answer) fail("the module", "its answer is too long");
    memcpy(answer, part(instance, answer_place, answer_count), answer_count);
    return answer_count;
}

static void prepare(const char *mode, char *const *arguments) {
    is_kept = strcmp(mode, "kept") == 0;
    if (!is_kept && strcmp(mode, "new") != 0) fail(mode, "the modes are kept and new");
    if (arguments[0] == NULL) fail("usage", peer.usage);
    size_t count;
    const uint8_t *bytes = bytes_of_file(arguments[0], &count);
    engine = wasm_engine_new();
    if (engine == NULL) fail("wasm_engine_new", "there is no engine");
    check("wasmtime_module_new", wasmtime_module_new(engine, bytes, count, &module), NULL);
    kept = make_instance();
    wasmtime_func_t place = export_of(&kept, "push", kind_function).of.function;
    push_place = call(&kept, &place, NULL);
    place = export_of(&kept, "answer", kind_function).of.function;
    answer_place = call(&kept, &place, NULL);
}

static size_t run(const uint8_t *push, size_t count, uint8_t *answer) {
    if (is_kept) return run_in(&kept, push, count, answer);
    struct instance instance = make_instance();
    size_t answer_count = run_in(&instance, push, count, answer);
    wasmtime_store_delete(instance.store);
    return answer_count;
}

const struct peer peer = {.name = "wasmtime", .usage = "MODULE", .prepare = prepare, .run = run};
