/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Writes stand-ins into the tables by which libraries find libc's functions (man 5 elf,
 * man 3 dl_iterate_phdr). */
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "trace.h"

#if defined(__x86_64__)
#define IS_ADDRESS(type) \
    ((type) == R_X86_64_JUMP_SLOT || (type) == R_X86_64_GLOB_DAT || (type) == R_X86_64_64)
#elif defined(__aarch64__)
#define IS_ADDRESS(type) \
    ((type) == R_AARCH64_JUMP_SLOT || (type) == R_AARCH64_GLOB_DAT || (type) == R_AARCH64_ABS64)
#else
#error "which relocations hold a function's address on this machine?"
#endif

static char own_prefix[PATH_MAX];

/* Libraries whose clock has to be the machine's: what they wait for is not in the recording, and the
 * names they check certificates by are of today. libc's own calls do not go through tables. */
static const char *const untouched[] = {
    "libc.so", "libc-",  "ld-linux",  "linux-vdso", "libm.so",   "libpthread", "libdispatch",
    "libcurl", "libssl", "libcrypto", "libgnutls",  "libresolv", "libnss",
};

/* What of a library's dynamic section tells where its tables are. */
struct tables {
    uintptr_t base;
    const ElfW(Sym) * symbols;
    const char *names;
    const ElfW(Rela) * calls, *data;
    size_t calls_size, data_size;
    uintptr_t sealed, sealed_end; /* what the linker has made read-only */
    enum caller caller;
    int failed;
};

void belfry_trace_begin(const belfry_trace_plan *plan, int socket, uint8_t frame_kind,
                        const char *scratch, const char *own) {
    strncpy(own_prefix, own, sizeof own_prefix - 1);
    clock_begin(plan, socket, frame_kind);
    random_begin(plan, scratch);
}

static void *stand_in_for(const char *name, enum caller caller) {
    for (size_t index = 0; index < clock_stand_in_count; index++)
        if (!strcmp(clock_stand_ins[index].name, name))
            return clock_stand_ins[index].functions[caller];
    for (size_t index = 0; index < random_stand_in_count; index++)
        if (!strcmp(random_stand_ins[index].name, name))
            return random_stand_ins[index].functions[caller];
    return NULL;
}

static void write_slot(struct tables *tables, void **slot, void *function) {
    if (*slot == function) return;
    uintptr_t address = (uintptr_t)slot;
    if (address < tables->sealed || address >= tables->sealed_end) {
        *slot = function;
        return;
    }
    uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE);
    void *page = (void *)(address & ~(size - 1));
    if (mprotect(page, size, PROT_READ | PROT_WRITE) != 0) {
        tables->failed = 1;
        return;
    }
    *slot = function;
    if (mprotect(page, size, PROT_READ) != 0) tables->failed = 1;
}

static void write_table(struct tables *tables, const ElfW(Rela) * table, size_t byte_count) {
    for (size_t index = 0; table && index < byte_count / sizeof *table; index++) {
        if (!IS_ADDRESS(ELF64_R_TYPE(table[index].r_info)) || table[index].r_addend) continue;
        const ElfW(Sym) *symbol = &tables->symbols[ELF64_R_SYM(table[index].r_info)];
        if (symbol->st_shndx != SHN_UNDEF) continue;
        void *function = stand_in_for(tables->names + symbol->st_name, tables->caller);
        if (function) write_slot(tables, (void **)(tables->base + table[index].r_offset), function);
    }
}

/* glibc has relocated the pointers of the dynamic section where it can write to it. */
static const void *at(uintptr_t base, ElfW(Addr) address) {
    return (const void *)(address < base ? base + address : address);
}

static int read_tables(const struct dl_phdr_info *object, struct tables *tables) {
    const ElfW(Dyn) *entry = NULL;
    uintptr_t base = tables->base = object->dlpi_addr;
    for (int index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *header = &object->dlpi_phdr[index];
        if (header->p_type == PT_DYNAMIC) entry = (const void *)(base + header->p_vaddr);
        if (header->p_type != PT_GNU_RELRO) continue;
        tables->sealed = base + header->p_vaddr;
        tables->sealed_end = tables->sealed + header->p_memsz;
    }
    for (; entry && entry->d_tag != DT_NULL; entry++) {
        const void *place = at(base, entry->d_un.d_ptr);
        switch (entry->d_tag) {
        case DT_JMPREL:
            tables->calls = place;
            break;
        case DT_PLTRELSZ:
            tables->calls_size = entry->d_un.d_val;
            break;
        case DT_RELA:
            tables->data = place;
            break;
        case DT_RELASZ:
            tables->data_size = entry->d_un.d_val;
            break;
        case DT_SYMTAB:
            tables->symbols = place;
            break;
        case DT_STRTAB:
            tables->names = place;
            break;
        }
    }
    return tables->symbols && tables->names;
}

static int is_untouched(const char *path) {
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    for (size_t index = 0; index < sizeof untouched / sizeof *untouched; index++)
        if (!strncmp(name, untouched[index], strlen(untouched[index]))) return 1;
    return 0;
}

static enum caller caller_of(const char *path) {
    /* Loaded by its descriptor, it is the extension too. */
    if (!strncmp(path, own_prefix, strlen(own_prefix)) || !strncmp(path, "/proc/self/fd/", 14))
        return caller_own;
    const char *slash = strrchr(path, '/');
    return strcmp(slash ? slash + 1 : path, "libFoundation.so") ? caller_library : caller_quiet;
}

/* Whether a library waits by other ways than libc's functions, until times of a clock that could then
 * not be moved: Swift's runtime where it is linked in, and Rust's. */
static int waits_by_itself(const struct tables *tables) {
    const ElfW(Rela) * lists[] = {tables->calls, tables->data};
    size_t sizes[] = {tables->calls_size, tables->data_size};
    for (int list = 0; list < 2; list++) {
        for (size_t index = 0; lists[list] && index < sizes[list] / sizeof **lists; index++) {
            const ElfW(Sym) *symbol = &tables->symbols[ELF64_R_SYM(lists[list][index].r_info)];
            const char *name = tables->names + symbol->st_name;
            if (!strcmp(name, "syscall") || !strcmp(name, "timerfd_settime")) return 1;
        }
    }
    return 0;
}

static int visit(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size;
    /* The worker itself has no name. */
    if (!object->dlpi_name || !*object->dlpi_name || is_untouched(object->dlpi_name)) return 0;
    struct tables tables = {.caller = caller_of(object->dlpi_name)};
    if (!read_tables(object, &tables)) return 0;
    if (tables.caller == caller_own && waits_by_itself(&tables)) tables.caller = caller_library;
    write_table(&tables, tables.calls, tables.calls_size);
    write_table(&tables, tables.data, tables.data_size);
    if (tables.failed) *(int *)context = errno;
    return 0;
}

int belfry_trace_interpose(void) {
    int failure = 0;
    dl_iterate_phdr(visit, &failure);
    errno = failure;
    return failure ? -1 : 0;
}
