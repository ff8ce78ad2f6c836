/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

#include "CBelfrySymbols.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Of the C++ runtime (cxxabi.h is for C++) and of Swift's (swift/Demangling/Demangle.h). */
char *__cxa_demangle(const char *name, char *buffer, size_t *length, int *status);
char *swift_demangle(const char *name, size_t length, char *buffer, size_t *capacity,
                     uint32_t flags);

struct belfry_symbols {
    Dwfl *dwfl;
    const uint64_t *registers;
    size_t register_count;
    uint64_t stack_address;
    const uint8_t *stack;
    size_t stack_byte_count;
};

#if defined(__x86_64__)
enum { register_count = 17, stack_pointer = 7, program_counter = 16 };
#elif defined(__aarch64__)
enum { register_count = 33, link_register = 30, stack_pointer = 31, program_counter = 32 };
#endif

/* Debug information is taken from the file itself; nothing else is looked for. */
static int find_no_file(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
                        const char *file, const char *link, GElf_Word crc, char **found) {
    (void)module, (void)data, (void)name, (void)base, (void)file, (void)link, (void)crc;
    (void)found;
    return -1;
}

struct belfry_symbols *belfry_symbols_new(const uint64_t *registers, size_t count,
                                          uint64_t stack_address, const uint8_t *stack,
                                          size_t stack_byte_count) {
    static const Dwfl_Callbacks callbacks = {.find_debuginfo = find_no_file};
    struct belfry_symbols *symbols = calloc(1, sizeof *symbols);
    if (!symbols) return NULL;
    *symbols = (struct belfry_symbols){dwfl_begin(&callbacks), registers, count,
                                       stack_address,          stack,     stack_byte_count};
    if (symbols->dwfl) return symbols;
    free(symbols);
    return NULL;
}

void belfry_symbols_free(struct belfry_symbols *symbols) {
    dwfl_end(symbols->dwfl);
    free(symbols);
}

int belfry_symbols_add(struct belfry_symbols *symbols, const char *name, int file, uint64_t begin) {
    if (dwfl_report_elf(symbols->dwfl, name, name, file, begin, false)) return 0;
    close(file);
    return -1;
}

/* --- Unwinding -------------------------------------------------------------------------------- */

static bool read_stack(const struct belfry_symbols *symbols, uint64_t address, uint64_t *word) {
    if (address < symbols->stack_address) return false;
    uint64_t offset = address - symbols->stack_address;
    if (symbols->stack_byte_count < sizeof *word ||
        offset > symbols->stack_byte_count - sizeof *word)
        return false;
    memcpy(word, symbols->stack + offset, sizeof *word);
    return true;
}

/* The one thread that is known has the number 1. */
static pid_t next_thread(Dwfl *dwfl, void *context, void **thread) {
    (void)dwfl;
    if (*thread) return 0;
    *thread = context;
    return 1;
}

static bool get_thread(Dwfl *dwfl, pid_t number, void *context, void **thread) {
    (void)dwfl, (void)number;
    *thread = context;
    return true;
}

static bool read_memory(Dwfl *dwfl, Dwarf_Addr address, Dwarf_Word *word, void *context) {
    (void)dwfl;
    return read_stack(context, address, word);
}

/* After a jump into nowhere, goes back to where the call came from. */
static void return_from_nowhere(const struct belfry_symbols *symbols, uint64_t *registers) {
    if (dwfl_addrmodule(symbols->dwfl, registers[program_counter])) return;
#if defined(__x86_64__)
    if (!read_stack(symbols, registers[stack_pointer], &registers[program_counter])) return;
    registers[stack_pointer] += 8;
#elif defined(__aarch64__)
    registers[program_counter] = registers[link_register];
#endif
    registers[program_counter]--;
}

static bool set_registers(Dwfl_Thread *thread, void *context) {
    const struct belfry_symbols *symbols = context;
    uint64_t registers[register_count];
    memcpy(registers, symbols->registers, sizeof registers);
    return_from_nowhere(symbols, registers);
#if defined(__aarch64__)
    dwfl_thread_state_register_pc(thread, registers[program_counter]);
    return dwfl_thread_state_registers(thread, 0, register_count - 1, registers);
#else
    return dwfl_thread_state_registers(thread, 0, register_count, registers);
#endif
}

struct frame_list {
    uint64_t *frames;
    size_t limit, count;
};

static int add_frame(Dwfl_Frame *frame, void *context) {
    struct frame_list *list = context;
    Dwarf_Addr address;
    bool is_innermost;
    if (list->count >= list->limit || !dwfl_frame_pc(frame, &address, &is_innermost))
        return DWARF_CB_ABORT;
    list->frames[list->count++] = is_innermost ? address : address - 1;
    return DWARF_CB_OK;
}

size_t belfry_symbols_unwind(struct belfry_symbols *symbols, uint64_t *frames, size_t limit) {
    static const Dwfl_Thread_Callbacks callbacks = {
        .next_thread = next_thread,
        .get_thread = get_thread,
        .memory_read = read_memory,
        .set_initial_registers = set_registers,
    };
    struct frame_list list = {.frames = frames, .limit = limit};
    if (dwfl_report_end(symbols->dwfl, NULL, NULL) < 0) return 0;
    if (symbols->register_count != register_count || limit == 0) return 0;
    uint64_t address = symbols->registers[program_counter];
    if (!dwfl_addrmodule(symbols->dwfl, address)) frames[list.count++] = address;
    if (!dwfl_attach_state(symbols->dwfl, NULL, 1, &callbacks, symbols)) return 0;
    dwfl_getthread_frames(symbols->dwfl, 1, add_frame, &list);
    return list.count;
}

/* --- Names ------------------------------------------------------------------------------------ */

static void copy_text(char *target, size_t room, const char *text) {
    size_t length = strnlen(text, room - 1);
    memcpy(target, text, length);
    target[length] = 0;
}

static void copy_name(char *target, size_t room, const char *name) {
    int status = -1;
    char *readable = NULL;
    if (strncmp(name, "_Z", 2) == 0)
        readable = __cxa_demangle(name, NULL, NULL, &status);
    else
        readable = swift_demangle(name, strlen(name), NULL, NULL, 0);
    copy_text(target, room, readable ? readable : name);
    free(readable);
}

/* Finds the line in one compilation unit: the last one at or before the address that is not 0,
 * which stands for code of the compiler's own, such as the traps that end Swift's checks. */
static bool find_line(Dwarf_Die *unit, uint64_t begin, uint64_t address,
                      struct belfry_symbol *out) {
    Dwarf_Lines *lines;
    size_t count;
    const char *file = NULL;
    if (dwarf_getsrclines(unit, &lines, &count) != 0) return false;
    for (size_t index = 0; index < count; index++) {
        Dwarf_Line *line = dwarf_onesrcline(lines, index);
        Dwarf_Addr start;
        int number;
        bool is_end;
        if (dwarf_lineaddr(line, &start) != 0 || start > address) break;
        if (start < begin || dwarf_lineno(line, &number) != 0 || number == 0) continue;
        if (dwarf_lineendsequence(line, &is_end) != 0 || is_end) continue;
        file = dwarf_linesrc(line, NULL, NULL);
        out->line = number;
    }
    if (!file) return false;
    copy_text(out->file, sizeof out->file, file);
    return true;
}

/* Finds the line of one instruction; none where it is the compiler's own. */
static void find_exact_line(Dwarf_Die *unit, uint64_t address, struct belfry_symbol *out) {
    int number;
    Dwarf_Line *line = dwarf_getsrc_die(unit, address);
    if (!line || dwarf_lineno(line, &number) != 0 || number <= 0) return;
    const char *file = dwarf_linesrc(line, NULL, NULL);
    if (!file) return;
    copy_text(out->file, sizeof out->file, file);
    out->line = number;
}

static uint64_t number_of(Dwarf_Die *die, unsigned name) {
    Dwarf_Attribute attribute;
    Dwarf_Word number;
    if (!dwarf_attr(die, name, &attribute)) return 0;
    return dwarf_formudata(&attribute, &number) == 0 ? number : 0;
}

/* Names the function of a call that the compiler replaced by its code. */
static void find_inlined(Dwarf_Die *call, struct belfry_symbol *out) {
    Dwarf_Attribute attribute;
    const char *name = NULL;
    if (dwarf_attr_integrate(call, DW_AT_linkage_name, &attribute))
        name = dwarf_formstring(&attribute);
    if (!name) name = dwarf_diename(call);
    if (name) copy_name(out->function, sizeof out->function, name);
}

/* Finds where such a call is written, which is a line of the function that it is in. */
static void find_call(Dwarf_Die *unit, Dwarf_Die *call, struct belfry_symbol *out) {
    Dwarf_Files *files;
    size_t count;
    uint64_t line = number_of(call, DW_AT_call_line);
    uint64_t file = number_of(call, DW_AT_call_file);
    if (line == 0 || line > INT32_MAX) return;
    if (dwarf_getsrcfiles(unit, &files, &count) != 0 || file >= count) return;
    const char *path = dwarf_filesrc(files, file, NULL, NULL);
    if (!path) return;
    copy_text(out->file, sizeof out->file, path);
    out->line = (int32_t)line;
}

/* The innermost function or inlined call at an address, and all that it is in. */
static int find_scopes(Dwarf_Die *unit, uint64_t address, Dwarf_Die **chain) {
    Dwarf_Die *scopes;
    int length = 0;
    int count = dwarf_getscopes(unit, address, &scopes);
    if (count <= 0) return 0;
    for (int index = 0; index < count; index++) {
        int tag = dwarf_tag(&scopes[index]);
        if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_subprogram) continue;
        length = dwarf_getscopes_die(&scopes[index], chain);
        break;
    }
    free(scopes);
    return length > 0 ? length : 0;
}

/* Finds the inlined calls at an address, the innermost first, all but the last place for them.
 * Returns how many; the line of the last one's call is in the place after it. */
static size_t find_inlined_calls(Dwarf_Die *unit, uint64_t address, struct belfry_symbol *out,
                                 size_t limit) {
    Dwarf_Die *chain;
    size_t found = 0;
    int length = find_scopes(unit, address, &chain);
    for (int index = 0; index < length && found + 1 < limit; index++) {
        int tag = dwarf_tag(&chain[index]);
        if (tag == DW_TAG_subprogram) break;
        if (tag != DW_TAG_inlined_subroutine) continue;
        find_inlined(&chain[index], &out[found]);
        find_call(unit, &chain[index], &out[++found]);
    }
    if (length > 0) free(chain);
    return found;
}

size_t belfry_symbols_find(struct belfry_symbols *symbols, uint64_t address,
                           struct belfry_symbol *out, size_t limit) {
    if (limit == 0) return 0;
    memset(out, 0, limit * sizeof *out);
    Dwfl_Module *module = dwfl_addrmodule(symbols->dwfl, address);
    if (!module) return 1;
    GElf_Off offset = 0;
    GElf_Sym symbol;
    const char *name = dwfl_module_addrinfo(module, address, &offset, &symbol, NULL, NULL, NULL);
    size_t inlined = 0;
    /* Every unit is asked: clang writes no .debug_aranges, which would say which it is. */
    Dwarf_Addr bias;
    Dwarf_Die *unit = NULL;
    while ((unit = dwfl_module_nextcu(module, unit, &bias))) {
        uint64_t begin = name ? address - offset - bias : 0;
        if (dwarf_haspc(unit, address - bias) <= 0) continue;
        inlined = find_inlined_calls(unit, address - bias, out, limit);
        if (inlined > 0) find_exact_line(unit, address - bias, out);
        if (out[inlined].line > 0 || find_line(unit, begin, address - bias, &out[inlined])) break;
    }
    if (name) copy_name(out[inlined].function, sizeof out[inlined].function, name);
    return inlined + 1;
}
