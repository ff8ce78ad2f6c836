/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

#include "scaler.h"

/* A progressive picture decodes all its scans; a hostile one has thousands. */
#define SCAN_LIMIT 200

/* libjpeg's error handler, with the place to go to. */
typedef struct failure {
    struct jpeg_error_mgr manager;
    jmp_buf place;
} failure;

static void fail(j_common_ptr jpeg) { longjmp(((failure *)(void *)jpeg->err)->place, 1); }

static void ignore(j_common_ptr jpeg, int level) {
    (void)jpeg;
    (void)level;
}

static struct jpeg_error_mgr *handler(failure *failure) {
    jpeg_std_error(&failure->manager);
    failure->manager.error_exit = fail;
    failure->manager.emit_message = ignore;
    return &failure->manager;
}

static void watch(j_common_ptr jpeg) {
    if (((j_decompress_ptr)(void *)jpeg)->input_scan_number > SCAN_LIMIT) fail(jpeg);
}

typedef struct reading {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_progress_mgr progress;
    failure failure;
    scaler scaler;
    uint8_t *row;
} reading;

/* The smallest of libjpeg's scales, in eighths, that is not smaller than the target. */
static unsigned scale(const pictures_target *target, uint32_t width, uint32_t height) {
    for (unsigned eighths = 1; eighths < 8; eighths++) {
        if ((uint64_t)width * eighths >= (uint64_t)target->width * 8 &&
            (uint64_t)height * eighths >= (uint64_t)target->height * 8) {
            return eighths;
        }
    }
    return 8;
}

/* Makes red, green and blue of inks, which Adobe's files have inverted. */
static void mix_inks(uint8_t *row, uint32_t width, bool is_inverted) {
    for (uint8_t *pixel = row; pixel < row + (size_t)width * 4; pixel += 4) {
        int black = is_inverted ? pixel[3] : 255 - pixel[3];
        for (int channel = 0; channel < 3; channel++) {
            int light = is_inverted ? pixel[channel] : 255 - pixel[channel];
            pixel[channel] = (uint8_t)(light * black / 255);
        }
        pixel[3] = 255;
    }
}

static bool decode(reading *reading, pictures_source source, uint32_t width, uint32_t height,
                   pictures_target target) {
    j_decompress_ptr jpeg = &reading->jpeg;
    if (setjmp(reading->failure.place)) return false;
    jpeg_create_decompress(jpeg);
    reading->progress.progress_monitor = watch;
    jpeg->progress = &reading->progress;
    jpeg_mem_src(jpeg, source.bytes, source.byte_count);
    jpeg_read_header(jpeg, TRUE);
    if (jpeg->image_width != width || jpeg->image_height != height) return false;
    bool has_inks = jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;
    jpeg->out_color_space = has_inks ? JCS_CMYK : JCS_EXT_RGBA;
    jpeg->scale_num = scale(&target, width, height);
    jpeg->scale_denom = 8;
    jpeg_start_decompress(jpeg);
    if (jpeg->output_components != 4 ||
        !scaler_open(&reading->scaler, jpeg->output_width, jpeg->output_height, target)) {
        return false;
    }
    reading->row = malloc((size_t)jpeg->output_width * 4);
    if (reading->row == NULL) return false;
    while (jpeg->output_scanline < jpeg->output_height) {
        jpeg_read_scanlines(jpeg, &reading->row, 1);
        if (has_inks) mix_inks(reading->row, jpeg->output_width, jpeg->saw_Adobe_marker);
        scaler_take(&reading->scaler, reading->row);
    }
    return true;
}

bool pictures_decode_jpeg(pictures_source source, uint32_t width, uint32_t height,
                          pictures_target target) {
    reading reading = {0};
    reading.jpeg.err = handler(&reading.failure);
    bool is_decoded = decode(&reading, source, width, height, target);
    jpeg_destroy_decompress(&reading.jpeg);
    free(reading.row);
    scaler_close(&reading.scaler);
    return is_decoded;
}

typedef struct writing {
    struct jpeg_compress_struct jpeg;
    failure failure;
    uint8_t *bytes;
    unsigned long byte_count;
} writing;

static bool encode(writing *writing, pictures_pixels pixels, int quality) {
    j_compress_ptr jpeg = &writing->jpeg;
    if (setjmp(writing->failure.place)) return false;
    jpeg_create_compress(jpeg);
    jpeg_mem_dest(jpeg, &writing->bytes, &writing->byte_count);
    jpeg->image_width = pixels.width;
    jpeg->image_height = pixels.height;
    jpeg->input_components = 4;
    /* The alpha is left out: premultiplied colours are the picture on black. */
    jpeg->in_color_space = JCS_EXT_RGBX;
    jpeg_set_defaults(jpeg);
    jpeg_set_quality(jpeg, quality, TRUE);
    jpeg_start_compress(jpeg, TRUE);
    while (jpeg->next_scanline < pixels.height) {
        /* libjpeg only reads the row, though its type does not say so. */
        JSAMPROW row =
            (JSAMPROW)(uintptr_t)(pixels.pixels + (size_t)jpeg->next_scanline * pixels.width * 4);
        jpeg_write_scanlines(jpeg, &row, 1);
    }
    jpeg_finish_compress(jpeg);
    return true;
}

uint8_t *pictures_encode_jpeg(pictures_pixels pixels, int quality, size_t *byte_count) {
    writing writing = {0};
    writing.jpeg.err = handler(&writing.failure);
    bool is_encoded = encode(&writing, pixels, quality);
    jpeg_destroy_compress(&writing.jpeg);
    *byte_count = is_encoded ? writing.byte_count : 0;
    /* After a failure libjpeg has not said which buffer is its last; want of memory may leak it. */
    return is_encoded ? writing.bytes : NULL;
}
