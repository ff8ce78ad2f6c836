/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

/* The work that every peer in C does for a push, the same as Plugins/TitleStamp: the title gets a
 * stamp behind it, and all else stays. It needs no library, since it becomes WebAssembly too. */
#ifndef PEER_STAMP_H
#define PEER_STAMP_H

#include <stddef.h>
#include <stdint.h>

enum {
    /* The longest push there is (APNs takes 4 KB), and the longest answer. */
    longest_push = 4096,
    longest_answer = longest_push + 32,
};

/* Where the title's text begins; 0 when there is no title. A quote within a text has a backslash
 * before it, so this is found nowhere but at a key. */
static inline size_t title_begin(const uint8_t *push, size_t count) {
    static const char key[] = "\"title\":\"";
    const size_t key_count = sizeof key - 1;
    for (size_t begin = 0; begin + key_count <= count; begin++) {
        size_t same = 0;
        while (same < key_count && push[begin + same] == (uint8_t)key[same]) same++;
        if (same == key_count) return begin + key_count;
    }
    return 0;
}

/* Writes the push with a stamped title to `answer`, which has room for the longest; gives its
 * length, or 0 when there is no title or no room. */
static inline size_t stamp(const uint8_t *push, size_t count, uint8_t *answer) {
    static const char mark[] = " \xC2\xB7 stamped";
    const size_t mark_count = sizeof mark - 1;
    if (count > longest_push) return 0;
    size_t end = title_begin(push, count);
    if (end == 0) return 0;
    while (end < count && push[end] != '"') end += push[end] == '\\' ? 2 : 1;
    if (end >= count) return 0;
    __builtin_memcpy(answer, push, end);
    __builtin_memcpy(answer + end, mark, mark_count);
    __builtin_memcpy(answer + end + mark_count, push + end, count - end);
    return count + mark_count;
}

#endif
