/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* The work as a plug-in of Extism: the push and the answer pass through the memory of Extism's
 * kernel, which is another than this module's, eight bytes a call as its kits do it. */
#include "Stamp.h"

#define KERNEL(name) __attribute__((import_module("extism:host/env"), import_name(#name))) name

uint64_t KERNEL(input_length)(void);
uint32_t KERNEL(input_load_u8)(uint64_t offset);
uint64_t KERNEL(input_load_u64)(uint64_t offset);
uint64_t KERNEL(alloc)(uint64_t count);
void KERNEL(store_u8)(uint64_t place, uint32_t byte);
void KERNEL(store_u64)(uint64_t place, uint64_t bytes);
void KERNEL(output_set)(uint64_t place, uint64_t count);

static uint8_t push[longest_push], answer[longest_answer];

static void load_push(size_t count) {
    size_t offset = 0;
    for (; offset + 8 <= count; offset += 8) {
        uint64_t bytes = input_load_u64(offset);
        __builtin_memcpy(push + offset, &bytes, 8);
    }
    for (; offset < count; offset++) push[offset] = (uint8_t)input_load_u8(offset);
}

static void store_answer(uint64_t place, size_t count) {
    size_t offset = 0;
    for (; offset + 8 <= count; offset += 8) {
        uint64_t bytes;
        __builtin_memcpy(&bytes, answer + offset, 8);
        store_u64(place + offset, bytes);
    }
    for (; offset < count; offset++) store_u8(place + offset, answer[offset]);
}

/* 0, or 1 when the push has no title that could be stamped. */
__attribute__((export_name("stamp"))) int32_t stamp_push(void) {
    uint64_t length = input_length();
    if (length > longest_push) return 1;
    load_push((size_t)length);
    size_t count = stamp(push, (size_t)length, answer);
    if (count == 0) return 1;
    uint64_t place = alloc(count);
    store_answer(place, count);
    output_set(place, count);
    return 0;
}
