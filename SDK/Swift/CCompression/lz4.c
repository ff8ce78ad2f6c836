/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

#include "lz4.h"

#include <stdlib.h>
#include <string.h>

enum {
    block_size = 64 * 1024, /* of a frame's block, as it is packed here */
    window_size = 64 * 1024,
    /* Most bytes of one block: an extension has less memory. */
    block_limit = 64 * 1024 * 1024,
    least_match = 4,
    tail_size = 5,      /* the last bytes of a block are literals, */
    match_end_gap = 12, /* and a match begins so long before its end */
    hash_bits = 12,
};

/* Frames of Apple's: a word, then sizes of four bytes each, the lowest byte first. */
static const char packed_word[4] = {'b', 'v', '4', '1'}; /* unpacked size, packed size, LZ4 */
static const char plain_word[4] = {'b', 'v', '4', '-'};  /* size, bytes */
static const char end_word[4] = {'b', 'v', '4', '$'};

struct bytes {
    uint8_t *start;
    size_t count, capacity;
};

struct lz4 {
    int is_framed, encodes, has_ended;
    struct bytes input;  /* what waits to be a whole block */
    struct bytes output; /* what was given, as far as matches may reach back, and what is to be */
    size_t given;        /* how much of the output was given */
    uint32_t places[1 << hash_bits];
};

static int reserve(struct bytes *bytes, size_t more) {
    if (more <= bytes->capacity - bytes->count) return 1;
    if (more > (size_t)-1 / 4 - bytes->count) return 0;
    size_t capacity = (bytes->count + more) * 3 / 2;
    uint8_t *longer = realloc(bytes->start, capacity);
    if (!longer) return 0;
    bytes->start = longer;
    bytes->capacity = capacity;
    return 1;
}

static int append(struct bytes *bytes, const void *start, size_t count) {
    if (!reserve(bytes, count)) return 0;
    if (count) memcpy(bytes->start + bytes->count, start, count);
    bytes->count += count;
    return 1;
}

static int append_number(struct bytes *bytes, size_t number) {
    uint8_t digits[4] = {(uint8_t)number, (uint8_t)(number >> 8), (uint8_t)(number >> 16),
                         (uint8_t)(number >> 24)};
    return append(bytes, digits, sizeof digits);
}

static size_t number_at(const uint8_t *place) {
    return place[0] | (size_t)place[1] << 8 | (size_t)place[2] << 16 | (size_t)place[3] << 24;
}

/* Packing. */

static int append_length(struct bytes *output, size_t rest) {
    static const uint8_t full = 255;
    for (; rest >= full; rest -= full)
        if (!append(output, &full, 1)) return 0;
    uint8_t last = (uint8_t)rest;
    return append(output, &last, 1);
}

/* Writes literals, and a match of a length at a distance; none for a length of 0, at the end. */
static int append_sequence(struct bytes *output, const uint8_t *literals, size_t count,
                           size_t distance, size_t length) {
    size_t beyond = length ? length - least_match : 0;
    uint8_t token = (uint8_t)((count < 15 ? count : 15) << 4 | (beyond < 15 ? beyond : 15));
    if (!append(output, &token, 1)) return 0;
    if (count >= 15 && !append_length(output, count - 15)) return 0;
    if (!append(output, literals, count)) return 0;
    if (!length) return 1;
    uint8_t offset[2] = {(uint8_t)distance, (uint8_t)(distance >> 8)};
    if (!append(output, offset, sizeof offset)) return 0;
    return beyond < 15 || append_length(output, beyond - 15);
}

static uint32_t hash(const uint8_t *place) {
    return (uint32_t)number_at(place) * 2654435761u >> (32 - hash_bits);
}

static int pack(struct lz4 *lz4, const uint8_t *start, size_t count, struct bytes *output) {
    memset(lz4->places, 0, sizeof lz4->places);
    size_t literals = 0, place = 0;
    size_t last = count > match_end_gap ? count - match_end_gap : 0;
    while (place < last) {
        uint32_t *known = &lz4->places[hash(start + place)];
        size_t candidate = *known;
        *known = (uint32_t)place;
        int is_match = candidate < place && place - candidate < window_size &&
                       !memcmp(start + candidate, start + place, least_match);
        if (!is_match) {
            place++;
            continue;
        }
        size_t length = least_match;
        while (place + length < count - tail_size &&
               start[candidate + length] == start[place + length])
            length++;
        if (!append_sequence(output, start + literals, place - literals, place - candidate, length))
            return 0;
        place += length;
        literals = place;
    }
    return append_sequence(output, start + literals, count - literals, 0, 0);
}

/* Packs what waits as a block of a frame, or as it is where that is shorter. */
static int pack_block(struct lz4 *lz4) {
    struct bytes *output = &lz4->output;
    const uint8_t *start = lz4->input.start;
    size_t count = lz4->input.count, begin = output->count;
    lz4->input.count = 0;
    if (!append(output, packed_word, 4) || !append_number(output, count) ||
        !append_number(output, 0) || !pack(lz4, start, count, output))
        return 0;
    size_t packed = output->count - begin - 12;
    if (packed >= count) {
        output->count = begin;
        return append(output, plain_word, 4) && append_number(output, count) &&
               append(output, start, count);
    }
    for (int index = 0; index < 4; index++)
        output->start[begin + 8 + (size_t)index] = (uint8_t)(packed >> 8 * index);
    return 1;
}

/* Unpacking. */

/* Reads what a length of 15 goes on with. */
static int read_length(const uint8_t *start, size_t count, size_t *place, size_t *length) {
    if (*length < 15) return 1;
    uint8_t more;
    do {
        if (*place == count || *length > block_limit) return 0;
        more = start[(*place)++];
        *length += more;
    } while (more == 255);
    return 1;
}

/* Unpacks a block behind the output that matches may reach back to. */
static int unpack(const uint8_t *start, size_t count, struct bytes *output) {
    size_t place = 0, begin = output->count;
    while (place < count) {
        uint8_t token = start[place++];
        size_t literals = token >> 4, length = token & 15;
        if (!read_length(start, count, &place, &literals) || literals > count - place) return 0;
        if (!append(output, start + place, literals)) return 0;
        place += literals;
        if (place == count) return 1; /* the last sequence has no match */
        if (count - place < 2) return 0;
        size_t distance = start[place] | (size_t)start[place + 1] << 8;
        place += 2;
        if (!read_length(start, count, &place, &length)) return 0;
        length += least_match;
        if (!distance || distance > output->count || !reserve(output, length)) return 0;
        if (output->count - begin + length > block_limit) return 0;
        /* Byte by byte: a match may reach into what it makes. */
        for (; length; length--, output->count++)
            output->start[output->count] = output->start[output->count - distance];
    }
    return 0;
}

/* Forgets what no match reaches back to; all output was given. */
static void forget(struct lz4 *lz4) {
    struct bytes *output = &lz4->output;
    if (output->count > window_size) {
        memmove(output->start, output->start + output->count - window_size, window_size);
        output->count = window_size;
    }
    lz4->given = output->count;
}

/* How many bytes the block that waits has; 0 where its head is none. */
static size_t whole_size(const struct bytes *input) {
    if (input->count < 4) return 4;
    if (!memcmp(input->start, end_word, 4)) return 4;
    int is_packed = !memcmp(input->start, packed_word, 4);
    size_t head = is_packed ? 12 : 8;
    if (!is_packed && memcmp(input->start, plain_word, 4)) return 0;
    if (input->count < head) return head;
    size_t size = number_at(input->start + head - 4);
    return size > block_limit ? 0 : head + size;
}

/* Unpacks the block of a frame that waits, which is whole. */
static int unpack_block(struct lz4 *lz4) {
    struct bytes *input = &lz4->input;
    size_t count = input->count;
    input->count = 0;
    if (!memcmp(input->start, end_word, 4)) {
        lz4->has_ended = 1;
        return 1;
    }
    forget(lz4);
    if (!memcmp(input->start, plain_word, 4))
        return append(&lz4->output, input->start + 8, count - 8);
    size_t begin = lz4->output.count;
    return unpack(input->start + 12, count - 12, &lz4->output) &&
           lz4->output.count - begin == number_at(input->start + 4);
}

/* Streams. */

struct lz4 *belfry_lz4_begin(int is_framed, int encodes) {
    struct lz4 *lz4 = calloc(1, sizeof *lz4);
    if (!lz4) return NULL;
    lz4->is_framed = is_framed;
    lz4->encodes = encodes;
    return lz4;
}

void belfry_lz4_end(struct lz4 *lz4) {
    if (!lz4) return;
    free(lz4->input.start);
    free(lz4->output.start);
    free(lz4);
}

static void give(struct lz4 *lz4, compression_stream *stream) {
    size_t count = lz4->output.count - lz4->given;
    if (count > stream->dst_size) count = stream->dst_size;
    if (count) memcpy(stream->dst_ptr, lz4->output.start + lz4->given, count);
    stream->dst_ptr += count;
    stream->dst_size -= count;
    lz4->given += count;
    if (lz4->encodes && lz4->given == lz4->output.count) lz4->given = lz4->output.count = 0;
}

/* Takes input until so many bytes wait; whether they do, or -1 without memory. */
static int take(struct lz4 *lz4, compression_stream *stream, size_t count) {
    size_t lacking = count > lz4->input.count ? count - lz4->input.count : 0;
    size_t taken = lacking < stream->src_size ? lacking : stream->src_size;
    if (!append(&lz4->input, stream->src_ptr, taken)) return -1;
    stream->src_ptr += taken;
    stream->src_size -= taken;
    return taken == lacking;
}

/* Goes on by a block; 1, 0 where more input is needed, -1 for what is wrong. */
static int advance(struct lz4 *lz4, compression_stream *stream, int is_last) {
    size_t whole = lz4->encodes ? block_size : whole_size(&lz4->input);
    if (!lz4->is_framed) whole = (size_t)-1;
    if (!whole) return -1;
    int is_whole = take(lz4, stream, whole);
    if (is_whole < 0) return -1;
    int is_all = is_last && stream->src_size == 0;
    if (!lz4->is_framed) {
        if (!is_all) return 0;
        lz4->has_ended = 1;
        return (lz4->encodes ? pack(lz4, lz4->input.start, lz4->input.count, &lz4->output)
                             : unpack(lz4->input.start, lz4->input.count, &lz4->output))
                   ? 1
                   : -1;
    }
    if (lz4->encodes) {
        if (is_whole || (is_all && lz4->input.count)) return pack_block(lz4) ? 1 : -1;
        if (!is_all) return 0;
        lz4->has_ended = 1;
        return append(&lz4->output, end_word, 4) ? 1 : -1;
    }
    /* What is there of a head says how much there has to be. */
    if (is_whole && whole_size(&lz4->input) == whole) return unpack_block(lz4) ? 1 : -1;
    return is_whole ? 1 : is_all ? -1 : 0;
}

compression_status belfry_lz4_step(struct lz4 *lz4, compression_stream *stream, int is_last) {
    for (;;) {
        give(lz4, stream);
        if (lz4->given < lz4->output.count) return COMPRESSION_STATUS_OK; /* no more room */
        if (lz4->has_ended) return COMPRESSION_STATUS_END;
        int step = advance(lz4, stream, is_last);
        if (step < 0) return COMPRESSION_STATUS_ERROR;
        if (!step) return COMPRESSION_STATUS_OK;
    }
}
