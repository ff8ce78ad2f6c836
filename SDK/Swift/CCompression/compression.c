/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

#include "compression.h"

#include <limits.h>
#include <lzma.h>
#include <stdlib.h>
#include <zlib.h>

#include "lz4.h"

enum {
    deflate_level = 5, /* Apple's */
    deflate_memory = 8,
    /* Apple's is 6, whose encoder takes 94 MB where an extension has 24; this takes 9. */
    xz_preset = 1,
    raw_window = -MAX_WBITS, /* neither a header nor a checksum */
};

/* What is kept of a stream. */
struct coder {
    compression_algorithm algorithm;
    compression_stream_operation operation;
    int has_ended;
    z_stream deflate;
    lzma_stream xz;
    struct lz4 *lz4;
};

static int begin(struct coder *coder) {
    int encodes = coder->operation == COMPRESSION_STREAM_ENCODE;
    if (coder->algorithm == COMPRESSION_ZLIB)
        return (encodes ? deflateInit2(&coder->deflate, deflate_level, Z_DEFLATED, raw_window,
                                       deflate_memory, Z_DEFAULT_STRATEGY)
                        : inflateInit2(&coder->deflate, raw_window)) == Z_OK;
    if (coder->algorithm == COMPRESSION_LZMA)
        return (encodes ? lzma_easy_encoder(&coder->xz, xz_preset, LZMA_CHECK_CRC32)
                        : lzma_stream_decoder(&coder->xz, UINT64_MAX, 0)) == LZMA_OK;
    if (coder->algorithm == COMPRESSION_LZ4 || coder->algorithm == COMPRESSION_LZ4_RAW)
        coder->lz4 = belfry_lz4_begin(coder->algorithm == COMPRESSION_LZ4, encodes);
    return coder->lz4 != NULL;
}

compression_status compression_stream_init(compression_stream *stream,
                                           compression_stream_operation operation,
                                           compression_algorithm algorithm) {
    struct coder *coder = calloc(1, sizeof *coder);
    stream->state = NULL;
    if (!coder) return COMPRESSION_STATUS_ERROR;
    coder->algorithm = algorithm;
    coder->operation = operation;
    if (!begin(coder)) {
        free(coder);
        return COMPRESSION_STATUS_ERROR;
    }
    stream->state = coder;
    return COMPRESSION_STATUS_OK;
}

static unsigned int held_to_int(size_t size) { return size > UINT_MAX ? UINT_MAX : (unsigned)size; }

static compression_status step_deflate(struct coder *coder, compression_stream *stream,
                                       int is_last) {
    z_stream *deflating = &coder->deflate;
    unsigned int input = held_to_int(stream->src_size), room = held_to_int(stream->dst_size);
    deflating->next_in = (Bytef *)(uintptr_t)stream->src_ptr;
    deflating->avail_in = input;
    deflating->next_out = stream->dst_ptr;
    deflating->avail_out = room;
    int finishes = is_last && input == stream->src_size;
    int result = coder->operation == COMPRESSION_STREAM_ENCODE
                     ? deflate(deflating, finishes ? Z_FINISH : Z_NO_FLUSH)
                     : inflate(deflating, Z_NO_FLUSH);
    stream->src_ptr += input - deflating->avail_in;
    stream->src_size -= input - deflating->avail_in;
    stream->dst_ptr += room - deflating->avail_out;
    stream->dst_size -= room - deflating->avail_out;
    if (result == Z_STREAM_END) return COMPRESSION_STATUS_END;
    /* The data is sound: there was no more input, or no more room for output. */
    return result == Z_OK || result == Z_BUF_ERROR ? COMPRESSION_STATUS_OK
                                                   : COMPRESSION_STATUS_ERROR;
}

static compression_status step_xz(struct coder *coder, compression_stream *stream, int is_last) {
    lzma_stream *xz = &coder->xz;
    xz->next_in = stream->src_ptr;
    xz->avail_in = stream->src_size;
    xz->next_out = stream->dst_ptr;
    xz->avail_out = stream->dst_size;
    lzma_ret result = lzma_code(xz, is_last ? LZMA_FINISH : LZMA_RUN);
    stream->src_ptr = xz->next_in;
    stream->src_size = xz->avail_in;
    stream->dst_ptr = xz->next_out;
    stream->dst_size = xz->avail_out;
    if (result == LZMA_STREAM_END) return COMPRESSION_STATUS_END;
    return result == LZMA_OK || result == LZMA_BUF_ERROR ? COMPRESSION_STATUS_OK
                                                         : COMPRESSION_STATUS_ERROR;
}

compression_status compression_stream_process(compression_stream *stream, int flags) {
    struct coder *coder = stream->state;
    if (!coder) return COMPRESSION_STATUS_ERROR;
    if (coder->has_ended) return COMPRESSION_STATUS_END;
    int is_last = (flags & COMPRESSION_STREAM_FINALIZE) != 0;
    size_t room = stream->dst_size, input = stream->src_size;
    compression_status status = coder->lz4 ? belfry_lz4_step(coder->lz4, stream, is_last)
                                : coder->algorithm == COMPRESSION_ZLIB
                                    ? step_deflate(coder, stream, is_last)
                                    : step_xz(coder, stream, is_last);
    coder->has_ended = status == COMPRESSION_STATUS_END;
    int is_stuck = stream->dst_size == room && stream->src_size == input && room > 0;
    /* Who says that this was all, and is told to go on, would never end. */
    if (status == COMPRESSION_STATUS_OK && is_last && is_stuck) return COMPRESSION_STATUS_ERROR;
    return status;
}

compression_status compression_stream_destroy(compression_stream *stream) {
    struct coder *coder = stream->state;
    if (!coder) return COMPRESSION_STATUS_ERROR;
    if (coder->lz4)
        belfry_lz4_end(coder->lz4);
    else if (coder->algorithm == COMPRESSION_LZMA)
        lzma_end(&coder->xz);
    else if (coder->operation == COMPRESSION_STREAM_ENCODE)
        deflateEnd(&coder->deflate);
    else
        inflateEnd(&coder->deflate);
    free(coder);
    stream->state = NULL;
    return COMPRESSION_STATUS_OK;
}

/* Does all of a buffer; *status says how it ended: with OK the room was too little. */
static size_t do_all(compression_stream_operation operation, compression_algorithm algorithm,
                     compression_stream stream, compression_status *status) {
    size_t room = stream.dst_size;
    *status = compression_stream_init(&stream, operation, algorithm);
    if (*status != COMPRESSION_STATUS_OK) return 0;
    do *status = compression_stream_process(&stream, COMPRESSION_STREAM_FINALIZE);
    while (*status == COMPRESSION_STATUS_OK && stream.dst_size > 0);
    compression_stream_destroy(&stream);
    return room - stream.dst_size;
}

size_t compression_encode_scratch_buffer_size(compression_algorithm algorithm) {
    (void)algorithm;
    return 0;
}

size_t compression_encode_buffer(uint8_t *dst_buffer, size_t dst_size, const uint8_t *src_buffer,
                                 size_t src_size, void *scratch_buffer,
                                 compression_algorithm algorithm) {
    (void)scratch_buffer;
    compression_status status;
    compression_stream stream = {dst_buffer, dst_size, src_buffer, src_size, NULL};
    size_t written = do_all(COMPRESSION_STREAM_ENCODE, algorithm, stream, &status);
    return status == COMPRESSION_STATUS_END ? written : 0;
}

size_t compression_decode_scratch_buffer_size(compression_algorithm algorithm) {
    (void)algorithm;
    return 0;
}

size_t compression_decode_buffer(uint8_t *dst_buffer, size_t dst_size, const uint8_t *src_buffer,
                                 size_t src_size, void *scratch_buffer,
                                 compression_algorithm algorithm) {
    (void)scratch_buffer;
    compression_status status;
    compression_stream stream = {dst_buffer, dst_size, src_buffer, src_size, NULL};
    size_t written = do_all(COMPRESSION_STREAM_DECODE, algorithm, stream, &status);
    return status == COMPRESSION_STATUS_ERROR ? 0 : written;
}
