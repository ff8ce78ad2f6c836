/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* All that runs in the handler is async-signal-safe: system calls, and memory that was there
 * before. It takes no lock, allocates nothing, and copies instead of understanding: frames are
 * found by the host's side, in the copy, where a broken stack can do no harm.
 *
 * The modules come from /proc/self/maps as it is then. dl_iterate_phdr(3) would take the dynamic
 * linker's lock, which a crash in a constructor may hold on another thread; a list made at load
 * would lack the library whose constructor crashes, and all that is loaded later; and the host
 * cannot read the maps of a process that has ended. */

#define _GNU_SOURCE
#include "CBelfryPlatform.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

_Static_assert(offsetof(struct belfry_crash_record, registers) == 80, "the host reads it there");
_Static_assert(offsetof(struct belfry_crash_record, begun_run) == 352, "the host reads it there");
_Static_assert(offsetof(struct belfry_crash_record, modules) == 512, "the host reads it there");
_Static_assert(offsetof(struct belfry_crash_record, stack) == 33280, "the host reads it there");
_Static_assert(sizeof(struct belfry_crash_record) == 98816, "no hidden padding");

#ifndef AT_MINSIGSTKSZ
#define AT_MINSIGSTKSZ 51
#endif

static struct belfry_crash_record *record;
static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT};

int belfry_sealed_memfd(const char *name, size_t byte_count) {
    int memory = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (memory < 0) return -1;
    if (ftruncate(memory, (off_t)byte_count) == 0 &&
        fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
        return memory;
    int error = errno;
    close(memory);
    errno = error;
    return -1;
}

/* --- Registers -------------------------------------------------------------------------------- */

/* Copies the registers in DWARF's order and gives the stack pointer. */
static uint64_t copy_registers(const ucontext_t *context) {
#if defined(__x86_64__)
    static const int order[] = {REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI,
                                REG_RBP, REG_RSP, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP};
    enum { count = sizeof order / sizeof *order };
    for (size_t index = 0; index < count; index++)
        record->registers[index] = (uint64_t)context->uc_mcontext.gregs[order[index]];
    record->machine = EM_X86_64;
    record->register_count = count;
    return (uint64_t)context->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
    for (size_t index = 0; index < 31; index++)
        record->registers[index] = context->uc_mcontext.regs[index];
    record->registers[31] = context->uc_mcontext.sp;
    record->registers[32] = context->uc_mcontext.pc;
    record->machine = EM_AARCH64;
    record->register_count = 33;
    return context->uc_mcontext.sp;
#else
#error "the registers of this machine are not known"
#endif
}

/* --- Mappings --------------------------------------------------------------------------------- */

/* One line of /proc/self/maps. */
struct mapping {
    uint64_t begin, end, offset, inode;
    int is_readable, is_executable;
    const char *path; /* null-terminated, empty for none */
};

/* What is known after the lines so far. */
struct survey {
    uint64_t stack_pointer;
    uint64_t stack_bottom, stack_end;
    int is_module_executable;
};

static const char *parse_number(const char *text, unsigned base, uint64_t *value) {
    *value = 0;
    for (;; text++) {
        unsigned digit;
        if (*text >= '0' && *text <= '9')
            digit = (unsigned)(*text - '0');
        else if (base == 16 && *text >= 'a' && *text <= 'f')
            digit = (unsigned)(*text - 'a') + 10;
        else
            return text;
        *value = *value * base + digit;
    }
}

static const char *skip(const char *text, int is_blank) {
    while (*text && (*text == ' ') == is_blank) text++;
    return text;
}

/* Reads "begin-end rwxp offset device inode path". */
static int parse_mapping(const char *line, struct mapping *out) {
    line = parse_number(line, 16, &out->begin);
    if (*line++ != '-') return 0;
    line = skip(parse_number(line, 16, &out->end), 1);
    if (strnlen(line, 4) < 4) return 0;
    out->is_readable = line[0] == 'r';
    out->is_executable = line[2] == 'x';
    line = parse_number(skip(skip(line, 0), 1), 16, &out->offset);
    line = skip(skip(skip(line, 1), 0), 1);
    out->path = skip(parse_number(line, 10, &out->inode), 1);
    return 1;
}

/* A path as it is kept: of a long one the end, without a slash in front. */
static const char *kept_path(const char *path) {
    enum { room = sizeof record->modules[0].path - 1 };
    size_t length = strlen(path);
    if (length <= room) return path;
    path += length - room;
    return *path == '/' ? path + 1 : path;
}

/* Whether the mapping is of the file of the module that was noted last. */
static int continues_module(const struct belfry_crash_module *module, const char *path) {
    return module->end && strcmp(module->path, kept_path(path)) == 0;
}

/* Keeps the module that was noted last if it has code. */
static void finish_module(struct survey *survey) {
    if (survey->is_module_executable) record->module_count++;
    survey->is_module_executable = 0;
    if (record->module_count < belfry_crash_module_limit)
        memset(&record->modules[record->module_count], 0, sizeof *record->modules);
}

static void note_mapping(struct survey *survey, const struct mapping *mapping) {
    /* A stack pointer in the guard page belongs to the stack above it. */
    if (!survey->stack_end && mapping->is_readable && mapping->end > survey->stack_pointer) {
        survey->stack_bottom = mapping->begin;
        survey->stack_end = mapping->end;
    }
    if (!mapping->inode || mapping->path[0] != '/') return;
    if (record->module_count >= belfry_crash_module_limit) return;
    struct belfry_crash_module *module = &record->modules[record->module_count];
    if (!continues_module(module, mapping->path)) {
        finish_module(survey);
        if (record->module_count >= belfry_crash_module_limit) return;
        module = &record->modules[record->module_count];
        module->begin = mapping->begin - mapping->offset;
        strcpy(module->path, kept_path(mapping->path));
    }
    module->end = mapping->end;
    survey->is_module_executable |= mapping->is_executable;
}

/* Reads the maps a block at a time; one process has one crash, so the block need not be on the
 * small stack. */
static void survey_mappings(struct survey *survey) {
    static char text[8192];
    size_t held = 0;
    int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    for (;;) {
        ssize_t count = read(file, text + held, sizeof text - 1 - held);
        if (count <= 0) break;
        held += (size_t)count;
        char *line = text, *end;
        while ((end = memchr(line, '\n', held - (size_t)(line - text)))) {
            struct mapping mapping;
            *end = 0;
            if (parse_mapping(line, &mapping)) note_mapping(survey, &mapping);
            line = end + 1;
        }
        held -= (size_t)(line - text);
        memmove(text, line, held);
    }
    close(file);
    finish_module(survey);
}

/* --- Stack ------------------------------------------------------------------------------------ */

/* Whether eight bytes can be read: the kernel copies them before it refuses the first argument. */
static int is_readable(uint64_t address) {
    return syscall(SYS_rt_sigprocmask, ~0, address, NULL, 8) == 0 || errno != EFAULT;
}

/* Copies the stack upwards, as far as it can be read. */
static void copy_stack(const struct survey *survey) {
    enum { step = 512, guard_limit = 1024 * 1024 };
    uint64_t begin = survey->stack_pointer & ~UINT64_C(7);
    if (!survey->stack_end || begin + guard_limit < survey->stack_bottom) return;
    if (begin < survey->stack_bottom) begin = survey->stack_bottom;
    record->stack_bottom = survey->stack_bottom;
    record->stack_address = begin;
    while (record->stack_byte_count + step <= sizeof record->stack) {
        uint64_t address = begin + record->stack_byte_count;
        if (address + step > survey->stack_end || !is_readable(address) ||
            !is_readable(address + step - 8))
            break;
        memcpy(record->stack + record->stack_byte_count, (const void *)(uintptr_t)address, step);
        record->stack_byte_count += step;
    }
}

/* --- Signals ---------------------------------------------------------------------------------- */

/* Another thread is at it: it will end the process, unless it is stuck. */
static void wait_for_end(void) {
    struct timespec time = {.tv_sec = 1};
    syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &time, NULL);
}

static void fill_record(int signal, const siginfo_t *information, const ucontext_t *context) {
    struct survey survey = {0};
    record->error = errno; /* before a call below sets it */
    record->magic = belfry_crash_magic;
    record->signal = signal;
    record->code = information->si_code;
    record->address = information->si_code > 0 ? (uint64_t)(uintptr_t)information->si_addr : 0;
    record->thread = (int32_t)syscall(SYS_gettid);
    prctl(PR_GET_NAME, record->thread_name);
    survey.stack_pointer = copy_registers(context);
    survey_mappings(&survey);
    copy_stack(&survey);
    __atomic_store_n(&record->state, 2, __ATOMIC_RELEASE);
}

static void handle(int signal, siginfo_t *information, void *context) {
    static int is_taken;
    if (__atomic_exchange_n(&is_taken, 1, __ATOMIC_ACQ_REL))
        wait_for_end();
    else
        fill_record(signal, information, context);
    /* Sent again rather than met again on return: after a breakpoint the program would go on. It
     * is blocked until this handler returns. */
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigaction(signal, &action, NULL);
    syscall(SYS_tgkill, syscall(SYS_getpid), syscall(SYS_gettid), signal);
}

void belfry_crash_note_run(uint64_t run) {
    if (record) __atomic_store_n(&record->begun_run, run, __ATOMIC_RELEASE);
}

int belfry_crash_guard_thread(void) {
    /* Room for the frame that the kernel pushes, vector registers and all, and for ours. */
    size_t frame = getauxval(AT_MINSIGSTKSZ);
    size_t byte_count = 16 * 1024 + (frame > 4096 ? (frame + 4095) & ~(size_t)4095 : 4096);
    void *memory = mmap(NULL, byte_count, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED) return -1;
    stack_t stack = {.ss_sp = memory, .ss_size = byte_count};
    return sigaltstack(&stack, NULL);
}

int belfry_crash_install(int memory) {
    void *mapped = mmap(NULL, sizeof *record, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    if (mapped == MAP_FAILED) return -1;
    record = mapped;
    if (belfry_crash_guard_thread() < 0) return -1;
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    for (size_t index = 0; index < sizeof signals / sizeof *signals; index++)
        sigaddset(&action.sa_mask, signals[index]);
    for (size_t index = 0; index < sizeof signals / sizeof *signals; index++)
        if (sigaction(signals[index], &action, NULL) < 0) return -1;
    return 0;
}
