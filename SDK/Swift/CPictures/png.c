/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "scaler.h"

/* What a decoding owns; freed after a longjmp too, so it is never in a register. */
typedef struct reading {
    pictures_source source;
    size_t offset;
    png_structp png;
    png_infop info;
    scaler scaler;
    uint8_t *pixels; /* one row, or the whole of an interlaced picture */
    png_bytepp rows; /* of an interlaced picture */
} reading;

static void fail(png_structp png, png_const_charp message) {
    (void)message;
    png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static void read_bytes(png_structp png, png_bytep bytes, size_t count) {
    reading *reading = png_get_io_ptr(png);
    if (count > reading->source.byte_count - reading->offset) png_error(png, "end");
    memcpy(bytes, reading->source.bytes + reading->offset, count);
    reading->offset += count;
}

/* Asks for eight bits of red, green, blue and alpha, whatever the file has. */
static void expand(reading *reading) {
    png_set_expand(reading->png);
    png_set_scale_16(reading->png);
    png_set_gray_to_rgb(reading->png);
    png_set_add_alpha(reading->png, 0xff, PNG_FILLER_AFTER);
}

static bool take_rows(reading *reading, uint32_t width, uint32_t height) {
    reading->pixels = malloc((size_t)width * 4);
    if (reading->pixels == NULL) return false;
    for (uint32_t y = 0; y < height; y++) {
        png_read_row(reading->png, reading->pixels, NULL);
        scaler_take(&reading->scaler, reading->pixels);
    }
    return true;
}

/* The rows of an interlaced picture are complete only when all of it is read. */
static bool take_interlaced(reading *reading, uint32_t width, uint32_t height) {
    reading->pixels = calloc(height, (size_t)width * 4);
    reading->rows = calloc(height, sizeof *reading->rows);
    if (reading->pixels == NULL || reading->rows == NULL) return false;
    for (uint32_t y = 0; y < height; y++) {
        reading->rows[y] = reading->pixels + (size_t)y * width * 4;
    }
    png_read_image(reading->png, reading->rows);
    for (uint32_t y = 0; y < height; y++) scaler_take(&reading->scaler, reading->rows[y]);
    return true;
}

static bool decode(reading *reading, uint32_t width, uint32_t height) {
    if (setjmp(png_jmpbuf(reading->png))) return false;
    /* A chunk may claim any size, and a text chunk inflate to it. */
    png_set_chunk_malloc_max(reading->png, 1 << 20);
    png_set_chunk_cache_max(reading->png, 16);
    png_set_read_fn(reading->png, reading, read_bytes);
    png_read_info(reading->png, reading->info);
    if (png_get_image_width(reading->png, reading->info) != width ||
        png_get_image_height(reading->png, reading->info) != height) {
        return false;
    }
    expand(reading);
    bool is_interlaced = png_set_interlace_handling(reading->png) > 1;
    png_read_update_info(reading->png, reading->info);
    if (png_get_rowbytes(reading->png, reading->info) != (size_t)width * 4) return false;
    return is_interlaced ? take_interlaced(reading, width, height)
                         : take_rows(reading, width, height);
}

bool pictures_decode_png(pictures_source source, uint32_t width, uint32_t height,
                         pictures_target target) {
    reading reading = {.source = source};
    if (!scaler_open(&reading.scaler, width, height, target)) return false;
    bool is_decoded = false;
    reading.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, fail, ignore);
    if (reading.png != NULL) reading.info = png_create_info_struct(reading.png);
    if (reading.info != NULL) is_decoded = decode(&reading, width, height);
    if (reading.png != NULL) png_destroy_read_struct(&reading.png, &reading.info, NULL);
    free(reading.pixels);
    free(reading.rows);
    scaler_close(&reading.scaler);
    return is_decoded;
}

/* What an encoding owns. */
typedef struct writing {
    png_structp png;
    png_infop info;
    uint8_t *row;
    uint8_t *bytes;
    size_t byte_count;
    size_t capacity;
} writing;

static void write_bytes(png_structp png, png_bytep bytes, size_t count) {
    writing *writing = png_get_io_ptr(png);
    if (count > writing->capacity - writing->byte_count) {
        size_t capacity = (writing->capacity + count) * 2;
        uint8_t *grown = realloc(writing->bytes, capacity);
        if (grown == NULL) png_error(png, "memory");
        writing->bytes = grown;
        writing->capacity = capacity;
    }
    memcpy(writing->bytes + writing->byte_count, bytes, count);
    writing->byte_count += count;
}

static void flush(png_structp png) { (void)png; }

/* A row as PNG has it: colours not premultiplied, and no alpha where there is none. */
static void plain_row(uint8_t *row, const uint8_t *pixels, uint32_t width, bool is_opaque) {
    for (const uint8_t *pixel = pixels; pixel < pixels + (size_t)width * 4; pixel += 4) {
        uint8_t alpha = pixel[3];
        for (int channel = 0; channel < 3; channel++) {
            int value = alpha == 0 ? 0 : (pixel[channel] * 255 + alpha / 2) / alpha;
            *row++ = (uint8_t)(is_opaque ? pixel[channel] : value > 255 ? 255 : value);
        }
        if (!is_opaque) *row++ = alpha;
    }
}

static bool encode(writing *writing, pictures_pixels pixels, bool is_opaque) {
    if (setjmp(png_jmpbuf(writing->png))) return false;
    png_set_write_fn(writing->png, writing, write_bytes, flush);
    png_set_IHDR(writing->png, writing->info, pixels.width, pixels.height, 8,
                 is_opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(writing->png, writing->info);
    for (uint32_t y = 0; y < pixels.height; y++) {
        plain_row(writing->row, pixels.pixels + (size_t)y * pixels.width * 4, pixels.width,
                  is_opaque);
        png_write_row(writing->png, writing->row);
    }
    png_write_end(writing->png, NULL);
    return true;
}

uint8_t *pictures_encode_png(pictures_pixels pixels, bool is_opaque, size_t *byte_count) {
    writing writing = {.row = malloc((size_t)pixels.width * 4)};
    bool is_encoded = false;
    writing.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, fail, ignore);
    if (writing.png != NULL) writing.info = png_create_info_struct(writing.png);
    if (writing.info != NULL && writing.row != NULL) {
        is_encoded = encode(&writing, pixels, is_opaque);
    }
    if (writing.png != NULL) png_destroy_write_struct(&writing.png, &writing.info);
    free(writing.row);
    *byte_count = is_encoded ? writing.byte_count : 0;
    if (is_encoded) return writing.bytes;
    free(writing.bytes);
    return NULL;
}
