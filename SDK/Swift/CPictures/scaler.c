/* SPDX-License-Identifier: Apache-2.0
 * Part of Belfry, a host for notification extensions. */

#include "scaler.h"

#include <stdlib.h>
#include <string.h>

bool scaler_open(scaler *scaler, uint32_t width, uint32_t height, pictures_target target) {
    *scaler = (struct scaler){.target = target, .width = width, .height = height};
    if (target.width == 0 || target.height == 0 || target.width > width || target.height > height) {
        return false;
    }
    if (target.width == width && target.height == height) return true;
    scaler->sums = calloc(target.width, 4 * sizeof *scaler->sums);
    return scaler->sums != NULL;
}

static void premultiply(uint8_t *row, uint32_t width) {
    for (uint8_t *pixel = row; pixel < row + (size_t)width * 4; pixel += 4) {
        if (pixel[3] == 255) continue;
        for (int channel = 0; channel < 3; channel++) {
            pixel[channel] = (uint8_t)((pixel[channel] * pixel[3] + 127) / 255);
        }
    }
}

static uint8_t *target_row(const scaler *scaler, uint32_t row) {
    return scaler->target.pixels + (size_t)row * scaler->target.width * 4;
}

/* The first of `from` places that falls on place `to_index` of `to`. */
static uint32_t boundary(uint32_t to_index, uint32_t from, uint32_t to) {
    return (uint32_t)(((uint64_t)to_index * from + to - 1) / to);
}

/* Writes the averages of the rows summed and begins the next. */
static void write_sums(scaler *scaler) {
    uint32_t width = scaler->target.width;
    uint8_t *output = target_row(scaler, scaler->output);
    for (uint32_t x = 0; x < width; x++) {
        uint32_t columns =
            boundary(x + 1, scaler->width, width) - boundary(x, scaler->width, width);
        uint64_t count = (uint64_t)columns * scaler->rows;
        for (size_t channel = 4 * (size_t)x; channel < 4 * (size_t)x + 4; channel++) {
            output[channel] = (uint8_t)((scaler->sums[channel] + count / 2) / count);
        }
    }
    memset(scaler->sums, 0, (size_t)width * 4 * sizeof *scaler->sums);
    scaler->rows = 0;
    scaler->output++;
}

static void add_to_sums(scaler *scaler, const uint8_t *row) {
    uint32_t x = 0;
    for (uint32_t column = 0; column < scaler->target.width; column++) {
        uint32_t end = boundary(column + 1, scaler->width, scaler->target.width);
        uint32_t *sums = scaler->sums + 4 * (size_t)column;
        for (; x < end; x++) {
            for (int channel = 0; channel < 4; channel++) sums[channel] += row[4 * x + channel];
        }
    }
    scaler->rows++;
}

void scaler_take(scaler *scaler, uint8_t *row) {
    if (scaler->row == scaler->height) return;
    if (!scaler->is_premultiplied) premultiply(row, scaler->width);
    if (scaler->sums == NULL) {
        memcpy(target_row(scaler, scaler->row), row, (size_t)scaler->width * 4);
        scaler->row++;
        return;
    }
    add_to_sums(scaler, row);
    scaler->row++;
    if (scaler->row == boundary(scaler->output + 1, scaler->height, scaler->target.height)) {
        write_sums(scaler);
    }
}

void scaler_close(scaler *scaler) {
    if (scaler->sums != NULL && scaler->rows > 0) write_sums(scaler);
    free(scaler->sums);
    scaler->sums = NULL;
}

bool pictures_scale(pictures_pixels pixels, pictures_target target) {
    scaler scaler;
    if (!scaler_open(&scaler, pixels.width, pixels.height, target)) return false;
    scaler.is_premultiplied = true;
    for (uint32_t y = 0; y < pixels.height; y++) {
        /* Premultiplied rows are only read. */
        uintptr_t row = (uintptr_t)(pixels.pixels + (size_t)y * pixels.width * 4);
        scaler_take(&scaler, (uint8_t *)row);
    }
    scaler_close(&scaler);
    return true;
}
