/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* Names the frames of a crash from its registers, a copy of its stack and the files that were
 * loaded, with libdwfl: its callbacks and out-parameters are for C.
 *
 * All of that may have been made by an attacker, and libdwfl is no fortress: call these only in a
 * process that is sealed off. */
#ifndef CBELFRY_SYMBOLS_H
#define CBELFRY_SYMBOLS_H

#include <stddef.h>
#include <stdint.h>

/* One crash; one at a time. */
struct belfry_symbols;

/* The registers are in DWARF's order, see struct belfry_crash_record. They and the stack are
 * borrowed until belfry_symbols_free. Null when there is no memory. */
struct belfry_symbols *belfry_symbols_new(const uint64_t *registers, size_t register_count,
                                          uint64_t stack_address, const uint8_t *stack,
                                          size_t stack_byte_count);
void belfry_symbols_free(struct belfry_symbols *symbols);

/* Adds a file that was loaded at `begin`, and takes over the descriptor. Returns 0, or -1 for a
 * file that is no ELF image. */
int belfry_symbols_add(struct belfry_symbols *symbols, const char *name, int file, uint64_t begin);

/* Unwinds by the files' call frame information, once all are added. Gives addresses of
 * instructions, the innermost first: of a caller, one inside its call. Returns how many, 0 when
 * the frames cannot be found. */
size_t belfry_symbols_unwind(struct belfry_symbols *symbols, uint64_t *frames, size_t limit);

/* A function at an address; empty texts and 0 for what nothing says. */
struct belfry_symbol {
    char function[2048]; /* demangled if it is C++ or Swift; null-terminated, cut */
    char file[512];      /* as the compiler was given it */
    int32_t line;
};

/* Finds the functions at an address: those whose calls the compiler replaced by their code, the
 * innermost first, and last the one that has the code. Swift's checks in optimised code are such
 * calls too: their names are the runtime's message. Writes at most `limit`, which is not 0, and
 * returns how many. */
size_t belfry_symbols_find(struct belfry_symbols *symbols, uint64_t address,
                           struct belfry_symbol *out, size_t limit);

#endif
